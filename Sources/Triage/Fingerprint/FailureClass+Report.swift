internal import Bytes
internal import CrashModel

extension FailureClass {
  /// The class of a report, before its stack is looked at.
  static func of(_ report: CrashReport) -> FailureClass {
    if report.kind == .jetsam { return .jetsam }
    if PanicCaller.isPanic(report) { return .panic }
    if report.exception?.type == "deadlock" || isDiagnosedDeadlock(report) { return .deadlock }
    switch report.kind {
    case .hang: if killCode(of: report) == nil { return .hang }
    case .cpu: return .cpu
    case .diskWrite: return .diskWrite
    case .leak: return .leak
    case .sample: return .sample
    case .simulated: return .simulated
    case .nonFatal: return .nonFatal
    case .crash, .jetsam, .user, .other: break
    }
    if let code = killCode(of: report) { return .killed(code) }
    if let ended = termination(report) { return ended }
    guard let exception = report.exception else { return signal(report) ?? .unknown }
    return named(exception) ?? byType(exception, report) ?? signal(report) ?? .unknown
  }

  /// The known kill code that a report gives as the reason of its end; nil when there is none.
  static func killCode(of report: CrashReport) -> UInt64? {
    // iOS 4 to 8 print the code where the exception's codes are.
    if report.exception?.type == "00000020" { return report.exception?.codes.flatMap(KillCode.find) }
    guard let termination = report.termination, termination.namespace != "SIGNAL" else { return nil }
    if let code = termination.code.flatMap({ NumberParser.value($0) }), KillCode.words(code) != nil { return code }
    return ([termination.code, termination.indicator].compactMap { $0 } + termination.details).lazy
      .compactMap(KillCode.find).first
  }

  private static func isDiagnosedDeadlock(_ report: CrashReport) -> Bool {
    ReportTexts.diagnosis(of: report)?.lowercased().hasPrefix("main thread deadlock") == true
  }

  private static func termination(_ report: CrashReport) -> FailureClass? {
    guard let termination = report.termination, let name = termination.namespace?.uppercased() else { return nil }
    // A fault of memory tagging is an access to memory.
    if ["SIGNAL", "0", "", "MTE_FAIL"].contains(name) { return nil }
    if name == "JETSAM" { return .jetsam }
    let code = termination.code.flatMap { NumberParser.value($0) }
    if name == "GUARD" { return .guarded(code.flatMap(GuardCode.init)?.type ?? "?") }
    let suffix = TerminationNamespace.hasTellingCodes(name) ? code.map { ":\($0)" } ?? "" : ""
    return .terminated(name + suffix)
  }

  /// The class of a named exception: `exc:NSRangeException`.
  private static func named(_ exception: CrashException) -> FailureClass? {
    guard let name = exception.name, !name.isEmpty, !exception.isMemoryFault else { return nil }
    if name == "cpp_exception", let reason = exception.reason { return .exception(type(reason)) }
    return .exception(type(name))
  }

  /// The type in a name: up to the first colon that is not that of a C++ scope, without numbers and addresses.
  private static func type(_ name: String) -> String {
    var text = name.split(whereSeparator: \.isNewline).first ?? ""
    var rest = text[...]
    while let colon = rest.firstIndex(of: ":") {
      let next = rest.index(after: colon)
      if next < rest.endIndex, rest[next] == ":" {
        rest = rest[next...].dropFirst()
      } else {
        text = text[..<colon]
        break
      }
    }
    return ReasonTemplate.text(String(text.prefix(80)))
  }

  private static func byType(_ exception: CrashException, _ report: CrashReport) -> FailureClass? {
    let type = exception.type ?? ""
    func code() -> UInt64? { exception.codes.flatMap { NumberParser.list($0).first } }
    switch type {
    case "EXC_GUARD": return .guarded(code().flatMap(GuardCode.init)?.type ?? word(exception.subtype) ?? "?")
    case "EXC_RESOURCE": return .resource(code().flatMap(ResourceCode.init)?.type ?? word(exception.subtype) ?? "?")
    case "EXC_BREAKPOINT", "EXC_BAD_INSTRUCTION": return .trap
    case "EXC_ARITHMETIC": return .arithmetic
    default: break
    }
    if exception.isMemoryFault { return .badAccess }
    let words = type.lowercased()
    for (part, failure) in looks where words.containsBytes(of: part) { return failure }
    return nil
  }

  private static let looks: [(String, FailureClass)] = [
    ("bad pointer", .badAccess), ("access violation", .badAccess), ("segmentation", .badAccess),
    ("bus error", .badAccess),
    ("illegal instruction", .trap), ("breakpoint", .trap), ("trap", .trap), ("floating point", .arithmetic),
    ("divi", .arithmetic), ("abort", .abort), ("fatal error", .trap),
  ]

  private static func word(_ text: String?) -> String? {
    let word = text?.prefix { $0.isLetter || $0 == "_" }
    return word?.isEmpty == false ? word.map { String($0).replacingPrefix("GUARD_TYPE_") } : nil
  }

  private static func signal(_ report: CrashReport) -> FailureClass? {
    let signal = report.exception?.signal ?? report.exception?.type.flatMap { $0.hasPrefix("SIG") ? $0 : nil }
    switch signal {
    case "SIGSEGV", "SIGBUS": return .badAccess
    case "SIGILL", "SIGTRAP": return .trap
    case "SIGFPE": return .arithmetic
    case "SIGABRT": return .abort
    case .some(let other): return FailureClass(name: other.lowercased())
    case nil: return nil
    }
  }
}

extension String {
  /// The text without a prefix, when it has it.
  func replacingPrefix(_ prefix: String) -> String { hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self }
}
