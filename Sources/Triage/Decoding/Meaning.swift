internal import CrashModel

/// Exception, codes, signal and termination of a report in plain words.
struct Meaning {
  /// One line each, for example `EXC_BAD_ACCESS: invalid memory access`.
  private(set) var words: [String] = []

  /// Puts a report's facts into words.
  init(_ report: CrashReport) {
    if let exception = report.exception { add(exception) }
    if let termination = report.termination { add(termination) }
    addTag(report)
    addLoop(report)
  }

  /// Adds the tag of the pointer when the processor refused an access because of it.
  private mutating func addTag(_ report: CrashReport) {
    guard TagCheck.hasFailed(report), let address = report.exception?.faultAddress?.value else { return }
    self.words.append("memory tagging: the pointer has the tag \(NumberParser.hex(TagCheck.tag(of: address)))")
  }

  /// Adds how often the process crashed in a row, which launchd counts.
  private mutating func addLoop(_ report: CrashReport) {
    guard let count = report.consecutiveCrashes, count > 1 else { return }
    var wait = ""
    if case .text(let time)? = report.details.first(where: { $0.key == "throttleTimeout" })?.value {
      wait = "; the system waits \(time) before the next launch"
    }
    self.words.append("crashed \(count) times in a row\(wait)")
  }

  private mutating func add(_ exception: CrashException) {
    let codes = exception.codes.map(NumberParser.list) ?? []
    // iOS 4 to 8 print the code with which the system ended the process.
    if exception.type == "00000020", let code = exception.codes.flatMap(KillCode.find), let words = KillCode.words(code) {
      self.words.append("\(NumberParser.hex(code)): \(words)")
    }
    if let type = exception.type, let words = MachException.words(type) { self.words.append("\(type): \(words)") }
    if let words = Self.code(exception, codes) { self.words.append(words) }
    if let signal = exception.signal, let words = SignalName.words(signal) { self.words.append("\(signal): \(words)") }
  }

  private static func code(_ exception: CrashException, _ codes: [UInt64]) -> String? {
    guard let code = codes.first else { return byName(exception.subtype ?? exception.codes) }
    switch exception.type {
    case "EXC_BAD_ACCESS":
      // Old reporters give the halves of the address instead: the second is 8 then.
      if codes.count > 1, codes[1] == 8, code != 1 { return byName(exception.subtype) }
      return MachException.badAccess(code: code) ?? byName(exception.subtype)
    case "EXC_ARITHMETIC": return MachException.arithmetic(code: code)
    case "EXC_GUARD": return GuardCode(code).map { "guard: \($0.words)" }
    case "EXC_RESOURCE": return ResourceCode(code).map { "\($0.type) over \($0.limit)\($0.isFatal ? "" : ", not fatal")" }
    default: return nil
    }
  }

  private static func byName(_ text: String?) -> String? {
    guard let text else { return nil }
    for code: UInt64 in [1, 2, 10] {
      if let words = MachException.badAccess(code: code), text.hasPrefix(words.prefix { $0 != ":" }) { return words }
    }
    if text.hasPrefix("SEGV_MAPERR") { return "SEGV_MAPERR: nothing is mapped at the address" }
    if text.hasPrefix("SEGV_ACCERR") { return "SEGV_ACCERR: the memory does not allow this access" }
    return nil
  }

  private mutating func add(_ termination: Termination) {
    guard let code = termination.code.flatMap({ NumberParser.value($0) }), let name = termination.namespace, name != "SIGNAL",
      let words = TerminationNamespace.words(name.uppercased(), code: code)
    else { return }
    self.words.append("\(name) \(NumberParser.hex(code)): \(words)")
  }
}
