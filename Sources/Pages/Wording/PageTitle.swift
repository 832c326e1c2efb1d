internal import CrashModel
internal import Rendering

/// Says in one line what happened.
enum PageTitle {
  /// Returns the function, the event and the process: `Basket.pick(): EXC_BAD_ACCESS (SIGSEGV) in Shop 4.2.0 (1187)`.
  static func text(_ answers: SymbolicatedReport) -> String {
    let function = answers.triage?.blame.map { "\($0.function): " } ?? ""
    return function + text(answers.report)
  }

  /// Returns the event and the process: `EXC_BAD_ACCESS (SIGSEGV) in Shop 4.2.0 (1187)`.
  static func text(_ report: CrashReport) -> String {
    let process = ReportTitle(report).process
    return event(report) + (process.isEmpty ? "" : " in \(process)")
  }

  /// Returns the exception, its name first, because that is more specific than the system's; else the report's own name for the
  /// event, else the kind.
  static func event(_ report: CrashReport) -> String {
    let exception = ReportTitle.event(ReportTitle(report).exception, name: report.exception?.name)
    guard report.kind == .crash || report.kind == .other, let exception else { return ReportTitle.eventOrKind(of: report) }
    return withoutReason(exception, report)
  }

  /// Returns an event without what its name repeats of the reason: React Native names exceptions `RCTFatalException: REASON`.
  private static func withoutReason(_ event: String, _ report: CrashReport) -> String {
    guard let name = report.exception?.name, let reason = report.exception?.reason, let colon = name.firstRange(of: ": "),
      reason.hasPrefix(name[colon.upperBound...])
    else { return event }
    return event.replacing(name, with: name[..<colon.lowerBound])
  }

  /// Returns the likely cause, or nil if none is known.
  static func cause(_ answers: SymbolicatedReport) -> String? {
    answers.triage?.causes.first.map { CauseTitle.of($0.id, $0.confidence) }
  }
}
