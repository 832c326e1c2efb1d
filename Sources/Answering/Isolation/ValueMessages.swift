internal import DWARF
internal import SymbolModel

extension MessageWriter {
  mutating func append(_ question: ValueQuestion) {
    append(question.instruction.value)
    append(question.slide)
    append(question.registers) {
      $0.append(UInt32(truncatingIfNeeded: $1.number))
      $0.append($1.name)
      $0.append($1.value)
    }
    append(question.stackPointer) { $0.append(UInt32(truncatingIfNeeded: $1)) }
    append(question.framePointer) { $0.append(UInt32(truncatingIfNeeded: $1)) }
    append(question.memory) {
      $0.append($1.address)
      $0.append($1.bytes)
    }
  }

  private mutating func append(_ bytes: [UInt8]) { append(bytes) { $0.append($1) } }

  mutating func append(_ variable: FrameVariable) {
    append(variable.name)
    append(variable.type) { $0.append($1) }
    append(variable.mangledType) { $0.append($1) }
    append(variable.kind == .parameter)
    append(variable.function) { $0.append($1) }
    append(UInt32(truncatingIfNeeded: variable.inlineDepth))
    append(variable.value)
    append(variable.origins) { $0.append($1) }
  }

  private mutating func append(_ value: VariableValue) {
    switch value {
    case .number(let text): append(0, text)
    case .named(let text): append(1, text)
    case .text(let text): append(2, text)
    case .pointer(let pointer):
      append(UInt8(3))
      append(pointer.address)
      append(pointer.isFunction)
      append(pointer.note) { $0.append($1) }
      append(pointer.text) { $0.append($1) }
    case .members(let members):
      append(UInt8(4))
      append(members) {
        $0.append($1.name)
        $0.append($1.value)
      }
    case .elements(let elements, let count):
      append(UInt8(5))
      append(elements) { $0.append($1) }
      append(UInt64(count))
    case .absent(let reason): append(6, reason.rawValue)
    }
  }

  private mutating func append(_ kind: UInt8, _ text: String) {
    append(kind)
    append(text)
  }
}

extension MessageReader {
  mutating func valueQuestion() throws(Malformed) -> ValueQuestion {
    let instruction = LinkAddress(try number(UInt64.self))
    let slide = try number(UInt64.self)
    let registers = try list { reader throws(Malformed) in
      ValueQuestion.Register(
        number: Int(try reader.number(UInt32.self)), name: try reader.text(), value: try reader.number(UInt64.self))
    }
    var question = ValueQuestion(instruction: instruction, slide: slide, registers: registers, memory: [])
    question.stackPointer = try optional { reader throws(Malformed) in Int(try reader.number(UInt32.self)) }
    question.framePointer = try optional { reader throws(Malformed) in Int(try reader.number(UInt32.self)) }
    question.memory = try list { reader throws(Malformed) in
      let address = try reader.number(UInt64.self)
      return ValueQuestion.Memory(
        address: address, bytes: try reader.list { reader throws(Malformed) in try reader.number(UInt8.self) })
    }
    return question
  }

  mutating func variable() throws(Malformed) -> FrameVariable {
    let name = try text()
    let type = try optional { reader throws(Malformed) in try reader.text() }
    let mangledType = try optional { reader throws(Malformed) in try reader.text() }
    let kind: FrameVariable.Kind = try flag() ? .parameter : .local
    let function = try optional { reader throws(Malformed) in try reader.text() }
    let depth = Int(try number(UInt32.self))
    var variable = FrameVariable(name: name, kind: kind, inlineDepth: depth, value: try value(0))
    variable.origins = try list { reader throws(Malformed) in try reader.text() }
    (variable.type, variable.mangledType, variable.function) = (type, mangledType, function)
    return variable
  }

  /// Values are nested at most so deep.
  private static let deepest = 64

  private mutating func value(_ depth: Int) throws(Malformed) -> VariableValue {
    guard depth < Self.deepest else { throw Malformed() }
    switch try number(UInt8.self) {
    case 0: return .number(try text())
    case 1: return .named(try text())
    case 2: return .text(try text())
    case 3:
      var pointer = VariableValue.Pointer(try number(UInt64.self))
      pointer.isFunction = try flag()
      pointer.note = try optional { reader throws(Malformed) in try reader.text() }
      pointer.text = try optional { reader throws(Malformed) in try reader.text() }
      return .pointer(pointer)
    case 4:
      return .members(
        try list { reader throws(Malformed) in
          VariableValue.Member(name: try reader.text(), value: try reader.value(depth + 1))
        })
    case 5:
      let elements = try list { reader throws(Malformed) in try reader.value(depth + 1) }
      return .elements(elements, count: Int(clamping: try number(UInt64.self)))
    case 6:
      guard let reason = VariableValue.Reason(rawValue: try text()) else { throw Malformed() }
      return .absent(reason)
    default: throw Malformed()
    }
  }
}
