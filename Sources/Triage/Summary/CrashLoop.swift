/// Crashes in a row on one device: launch crashes, or crashes that the system counted.
package struct CrashLoop: Hashable, Sendable {
  /// How sure it is that nothing stood between. The raw value is the name used in JSON output.
  package enum Certainty: String, Sendable {
    /// The reporter's counter says so for every step, or the system counted.
    case certain
    /// No report says otherwise; sessions without a crash leave none.
    case likely
  }

  package var app: String
  /// The device's hash; nil when unknown.
  package var device: String?
  /// The app's version; nil when unknown.
  package var version: String?
  /// The number of crashes, at least 2.
  package var length: Int
  /// Whether all of them are known to be launch crashes.
  package var isAtLaunch: Bool
  /// How sure it is.
  package var certainty: Certainty
  /// Whether no later report of this device is known.
  package var isOpen: Bool
  /// The groups involved, each once.
  package var groups: [String]
  /// The paths of the reports in the order of time.
  package var reports: [String]

  /// The word for its crashes.
  package var noun: String { isAtLaunch ? "launch crashes" : "crashes" }
}
