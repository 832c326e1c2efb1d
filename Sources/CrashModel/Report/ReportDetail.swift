/// A detail that only this format has, kept as it is: what the app added, memory dumps, statistics.
package struct ReportDetail: Sendable {
  /// The name in JSON output, for example `userData`.
  package var key: String
  /// The title for people, for example `User Data`.
  package var title: String
  /// The value in the report.
  package var value: ReportValue

  /// Whether only the complete outputs show it: text, JSON and pages.
  package var isMinor: Bool

  /// Names a value.
  package init(key: String, title: String, value: ReportValue, isMinor: Bool = false) {
    self.key = key
    self.title = title
    self.value = value
    self.isMinor = isMinor
  }
}

extension ReportDetail {
  /// The key of the process that started the one that the report is about: it is in the header of a text.
  package static let parentProcessKey = "parentProcess"
  /// The key of the message of a kernel's panic.
  package static let panicKey = "panicString"
  /// The key of the role that the system gave the process: `Foreground`.
  package static let roleKey = "role"

  /// The key of the number of crashes in a row, which launchd counts.
  package static let consecutiveCrashesKey = "consecutiveCrashes"

  /// Returns the non-empty details, in order.
  package static func list(_ all: [(key: String, title: String, value: ReportValue?)]) -> [ReportDetail] {
    all.compactMap { key, title, value in
      value.flatMap { $0.isEmpty ? nil : ReportDetail(key: key, title: title, value: $0) }
    }
  }
}
