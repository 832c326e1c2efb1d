package import CrashModel

extension ReportTitle {
  /// Returns an exception as one text: `EXC_BAD_ACCESS (SIGSEGV)`, or nil if none of its words says anything. `name` comes first,
  /// because the name of a language exception is more specific than the system's exception. Every word is escaped.
  package static func event(_ words: [String], name: String?, escaped: (String) -> String = { $0 }) -> String? {
    // Some reporters write the number 0 for an unknown exception.
    let known = words.filter { $0 != "0" }
    let ordered = (known.filter { $0 == name } + known.filter { $0 != name }).map(escaped)
    guard let first = ordered.first else { return nil }
    return first + (ordered.count > 1 ? " (" + ordered.dropFirst().joined(separator: ", ") + ")" : "")
  }

  /// Returns the report's own name for an event without an exception, else the kind of the report.
  package static func eventOrKind(of report: CrashReport) -> String {
    report.event.map { $0.prefix(1).uppercased() + $0.dropFirst() } ?? name(of: report.kind)
  }

  /// Returns the name of a kind of report.
  package static func name(of kind: ReportKind) -> String {
    switch kind {
    case .crash: "Crash"
    case .hang: "Hang"
    case .cpu: "Processor use"
    case .diskWrite: "Disk writes"
    case .jetsam: "Memory ran out"
    case .user: "User report"
    case .sample: "Sample"
    case .leak: "Leaks"
    case .simulated: "Simulated report, not a crash"
    case .nonFatal: "Non-fatal condition, not a crash"
    case .other: "Report"
    }
  }
}
