internal import DWARF
internal import DebugInfo
internal import SymbolModel

/// A request to a resolver process: the answers for addresses of one image, or its index.
struct ResolverRequest: Hashable {
  /// A slice of a debug file: the file's path and the offset of the slice in it.
  struct Slice: Hashable {
    let path: String
    let offset: UInt64
  }

  /// The image's debug files.
  var files: [Slice]
  /// Whether to build a missing index.
  var buildsIndex: Bool
  /// The form of names.
  var names: NameStyle
  /// The addresses, ascending.
  var addresses: [LinkAddress]

  /// The pointers whose variables are asked for.
  var pointers: [PointerQuestion] = []

  /// The instruction whose variables are asked for, or nil for none.
  var values: ValueQuestion?

  /// The message to send.
  var message: [UInt8] {
    var writer = MessageWriter()
    writer.append(files) {
      $0.append($1.path)
      $0.append($1.offset)
    }
    writer.append(buildsIndex)
    writer.append(UInt8(NameStyle.allCases.firstIndex(of: names) ?? 0))
    writer.append(addresses) { $0.append($1.value) }
    writer.append(pointers) { $0.append($1) }
    writer.append(values) { $0.append($1) }
    return writer.framed
  }

  init(files: [Slice], buildsIndex: Bool, names: NameStyle, addresses: [LinkAddress]) {
    self.files = files
    self.buildsIndex = buildsIndex
    self.names = names
    self.addresses = addresses
  }

  init(reading bytes: [UInt8]) throws(MessageReader.Malformed) {
    var reader = MessageReader(bytes)
    files = try reader.list { reader throws(MessageReader.Malformed) in
      Slice(path: try reader.text(), offset: try reader.number(UInt64.self))
    }
    buildsIndex = try reader.flag()
    let style = Int(try reader.number(UInt8.self))
    guard NameStyle.allCases.indices.contains(style) else { throw MessageReader.Malformed() }
    names = NameStyle.allCases[style]
    addresses = try reader.list { reader throws(MessageReader.Malformed) in LinkAddress(try reader.number(UInt64.self)) }
    pointers = try reader.list { reader throws(MessageReader.Malformed) in try reader.pointer() }
    values = try reader.optional { reader throws(MessageReader.Malformed) in try reader.valueQuestion() }
  }
}

extension MessageWriter {
  fileprivate mutating func append(_ question: PointerQuestion) {
    append(question.instruction.value)
    let (kind, number, offset): (UInt8, UInt64, Int64) =
      switch question.place {
      case .register(let register): (0, UInt64(register), 0)
      case .memory(let register, let offset): (1, UInt64(register), offset)
      case .address(let address): (2, address, 0)
      case .object(let address): (3, address, 0)
      }
    append(kind)
    append(number)
    append(UInt64(bitPattern: offset))
    append(question.offsets) { $0.append(UInt64(bitPattern: $1)) }
    append(question.index) {
      $0.append(UInt64($1.step))
      $0.append($1.stride)
      $0.append($1.name)
    }
    append(question.wantsConstant)
  }
}

extension MessageReader {
  fileprivate mutating func pointer() throws(Malformed) -> PointerQuestion {
    let instruction = LinkAddress(try number(UInt64.self))
    let kind = try number(UInt8.self)
    let value = try number(UInt64.self)
    let offset = Int64(bitPattern: try number(UInt64.self))
    guard kind >= 2 || value < 1 << 16 else { throw Malformed() }
    let place: PointerQuestion.Place
    switch kind {
    case 0: place = .register(Int(value))
    case 1: place = .memory(register: Int(value), offset: offset)
    case 2: place = .address(value)
    default: place = .object(value)
    }
    let offsets = try list { reader throws(Malformed) in Int64(bitPattern: try reader.number(UInt64.self)) }
    let index = try optional { reader throws(Malformed) in
      let step = try reader.number(UInt64.self)
      guard step < UInt64(offsets.count) else { throw Malformed() }
      return PointerQuestion.Index(step: Int(step), stride: try reader.number(UInt64.self), name: try reader.text())
    }
    return PointerQuestion(instruction: instruction, place: place, offsets: offsets, index: index, wantsConstant: try flag())
  }
}
