/// Launch crashes in a row on one device.
public struct CrashLoop: Hashable, Sendable {
  /// How sure it is that nothing stood between. The raw value is the name used in JSON output.
  public enum Certainty: String, Sendable {
    /// The reporter's counter says so for every step.
    case certain
    /// No report says otherwise; sessions without a crash leave none.
    case likely
  }

  /// The app.
  public var app: String
  /// The device's hash.
  public var device: String
  /// The app's version; nil when unknown.
  public var version: String?
  /// The number of crashes, at least 2.
  public var length: Int
  /// How sure it is.
  public var certainty: Certainty
  /// Whether no later report of this device is known.
  public var isOpen: Bool
  /// The groups involved, each once.
  public var groups: [String]
  /// The paths of the reports in the order of time.
  public var reports: [String]
}
