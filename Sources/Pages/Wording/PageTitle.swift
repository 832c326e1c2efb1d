internal import CrashModel
internal import Rendering

/// Says in one line what happened.
enum PageTitle {
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
    return exception
  }
}
