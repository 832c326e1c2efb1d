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
    let known = ReportTitle(report).exception.filter { $0 != "0" }
    let name = report.exception?.name
    let words = known.filter { $0 == name } + known.filter { $0 != name }
    guard report.kind == .crash || report.kind == .other, let first = words.first else {
      return report.event.map { $0.prefix(1).uppercased() + $0.dropFirst() } ?? kind(report.kind)
    }
    return words.count > 1 ? "\(first) (\(words.dropFirst().joined(separator: ", ")))" : first
  }

  /// Returns the name of a kind of report.
  static func kind(_ kind: ReportKind) -> String {
    switch kind {
    case .crash: "Crash"
    case .hang: "Hang"
    case .cpu: "Processor use"
    case .diskWrite: "Disk writes"
    case .jetsam: "Memory ran out"
    case .user: "User report"
    case .sample: "Sample"
    case .leak: "Leaks"
    case .other: "Report"
    }
  }
}
