/// Something that a report says beside what every report may say, kept as it is: what the app added, memory dumps, statistics.
public struct ReportDetail: Sendable {
  /// The name in JSON output, for example `userData`.
  public var key: String
  /// The name for people, for example `User Data`.
  public var title: String
  /// What the report says.
  public var value: ReportValue

  /// Names a value.
  public init(key: String, title: String, value: ReportValue) {
    self.key = key
    self.title = title
    self.value = value
  }
}
