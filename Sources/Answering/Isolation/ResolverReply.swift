internal import DWARF
internal import DebugInfo
internal import SymbolModel

/// The answer of a resolver process.
struct ResolverReply {
  /// Whether the image has an index now, which the asking process reads itself. Then there are no answers.
  var hasIndex = false
  /// One element per address of the request, or nil where nothing is known.
  var answers: [ResolvedAddress?] = []
  /// All problems of the image's files so far.
  var problems: [DebugFileProblem] = []

  /// The reason why there are no answers, as a clause, or nil if there are: the system failed, or a file changed.
  var failure: String?
  /// One element per pointer of the request, or nil where no variable is known.
  var pointers: [PointerAnswer?] = []

  /// The variables at the instruction of the request.
  var variables: [FrameVariable] = []

  /// The message to send.
  var message: [UInt8] {
    var writer = MessageWriter()
    writer.append(hasIndex)
    writer.append(answers) { $0.append($1) { $0.append($1) } }
    writer.append(problems) { $0.append($1) }
    writer.append(failure) { $0.append($1) }
    writer.append(pointers) {
      $0.append($1) {
        $0.append($1.expression)
        $0.append($1.member) { $0.append($1) }
        $0.append($1.access) { $0.append($1) }
      }
    }
    writer.append(variables) { $0.append($1) }
    return writer.framed
  }

  init() {}

  init(reading bytes: [UInt8]) throws(MessageReader.Malformed) {
    var reader = MessageReader(bytes)
    hasIndex = try reader.flag()
    answers = try reader.list { reader throws(MessageReader.Malformed) in
      try reader.optional { reader throws(MessageReader.Malformed) in try reader.answer() }
    }
    problems = try reader.list { reader throws(MessageReader.Malformed) in try reader.problem() }
    failure = try reader.optional { reader throws(MessageReader.Malformed) in try reader.text() }
    pointers = try reader.list { reader throws(MessageReader.Malformed) in
      try reader.optional { reader throws(MessageReader.Malformed) in
        let expression = try reader.text()
        return PointerAnswer(
          expression: expression, member: try reader.optional { reader throws(MessageReader.Malformed) in try reader.text() },
          access: try reader.optional { reader throws(MessageReader.Malformed) in try reader.text() })
      }
    }
    variables = try reader.list { reader throws(MessageReader.Malformed) in try reader.variable() }
  }
}

extension MessageWriter {
  fileprivate mutating func append(_ answer: ResolvedAddress) {
    append(answer.basis == .debugInformation)
    append(answer.sources) { $0.append($1) }
    append(answer.functionStart) { $0.append($1.value) }
    append(answer.isNamed)
  }

  private mutating func append(_ source: SourceFrame) {
    append(source.function)
    append(source.linkageName) { $0.append($1) }
    append(source.file) { $0.append($1) }
    append(source.line) { $0.append($1) }
    append(source.column) { $0.append($1) }
    append(source.inlined)
    append(source.approximate)
  }

  fileprivate mutating func append(_ problem: DebugFileProblem) {
    append(problem.path)
    switch problem.kind {
    case .missingPart(let name):
      append(UInt8(0))
      append(name)
    case .damaged(let what):
      append(UInt8(1))
      append(what)
    case .hiddenNames: append(UInt8(2))
    case .damagedIndex(let isReplaced): append(UInt8(isReplaced ? 3 : 4))
    }
  }
}

extension MessageReader {
  fileprivate mutating func answer() throws(Malformed) -> ResolvedAddress {
    let basis: ResolvedAddress.Basis = try flag() ? .debugInformation : .symbolTable
    let sources = try list { reader throws(Malformed) in try reader.source() }
    let start = try optional { reader throws(Malformed) in LinkAddress(try reader.number(UInt64.self)) }
    return ResolvedAddress(basis: basis, sources: sources, functionStart: start, isNamed: try flag())
  }

  private mutating func source() throws(Malformed) -> SourceFrame {
    SourceFrame(
      function: try text(), linkageName: try optional { reader throws(Malformed) in try reader.text() },
      file: try optional { reader throws(Malformed) in try reader.text() },
      line: try optional { reader throws(Malformed) in try reader.number(UInt32.self) },
      column: try optional { reader throws(Malformed) in try reader.number(UInt32.self) }, inlined: try flag(),
      approximate: try flag())
  }

  fileprivate mutating func problem() throws(Malformed) -> DebugFileProblem {
    let path = try text()
    switch try number(UInt8.self) {
    case 0: return DebugFileProblem(path: path, kind: .missingPart(try text()))
    case 1: return DebugFileProblem(path: path, kind: .damaged(try text()))
    case 2: return DebugFileProblem(path: path, kind: .hiddenNames)
    case 3: return DebugFileProblem(path: path, kind: .damagedIndex(isReplaced: true))
    case 4: return DebugFileProblem(path: path, kind: .damagedIndex(isReplaced: false))
    default: throw Malformed()
    }
  }
}
