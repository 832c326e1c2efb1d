/// The events of one issue.
public struct GroupSummary: Sendable {
  /// What is worth a mark. The raw value is the name used in JSON output.
  public enum Flag: String, Sendable, CaseIterable {
    /// The baseline does not have it.
    case new
    /// It was gone for a version with 20 reports or more.
    case regressed
    /// Some of its events are launch crashes; some are part of a loop.
    case launch, loop
    /// Nearly all of its events are on one major version of a system that most events of the app are not on.
    case systemSpecific = "os-specific"
    /// No debug file names the app's frame.
    case unsymbolicated
    /// The key holds no function of the app.
    case lowQuality = "low-quality"
  }

  /// How often something occurs.
  public struct Share: Hashable, Sendable {
    /// What it is.
    public var name: String
    /// How many events have it.
    public var count: Int
  }

  /// App and fingerprint, joined by `/`.
  public var group: String
  /// The bundle identifier in lower case, or the process name.
  public var app: String
  /// `1:` and 16 hexadecimal digits.
  public var fingerprint: String
  /// The parts of the key, the class first.
  public var key: [String]
  /// The class.
  public var failure: String
  /// The raw value of `ReportTriage.Quality`.
  public var quality: String
  /// The table that it stands in.
  public var table: Incident.Table
  /// The number of events.
  public var count: Int
  /// The number of distinct devices.
  public var devices: Int
  /// The number of events whose device is unknown.
  public var unknownDevices: Int
  /// Versions of the app, in their order.
  public var versions: [Share]
  /// Systems with their major versions, the most frequent first.
  public var systems: [Share]
  /// Device models, the most frequent first.
  public var models: [Share]
  /// Events by day, in order.
  public var days: [Share]
  /// The first day; nil when unknown.
  public var firstSeen: String? { days.first?.name }
  /// The last day; nil when unknown.
  public var lastSeen: String? { days.last?.name }
  /// The newest event.
  public var newest: Incident
  /// The most frequent cause, and in how many events it is the best one; nil when none has one.
  public var cause: Share?
  /// How far the best evidence for it in this group reaches: the raw value of `TriageCause.Confidence`; nil without a cause.
  public var confidence: String?
  /// The evidence for that cause in the newest report of the group that gives any; nil without a cause.
  public var evidence: String?
  /// What to do, by that report; nil where there is no evidence.
  public var advice: String?
  /// The marks.
  public var flags: [Flag]
  /// How many distinct paths lead to the blamed function.
  public var variants: [Share]
  /// Paths of up to five reports, the newest first.
  public var examples: [String]

  /// What groups are ordered by: every device once, and every event whose device is unknown.
  public var weight: Int { devices + unknownDevices }
}

extension GroupSummary {
  /// Returns whether a text that somebody typed means this group: its identifier, its fingerprint, the blamed function, or at least
  /// four digits with which the fingerprint begins or ends.
  public func isNamed(by text: String) -> Bool {
    if [group, fingerprint, newest.function].contains(text) { return true }
    let digits = fingerprint.dropFirst("1:".count)
    return text.utf8.count >= 4 && (digits.hasPrefix(text) || fingerprint.hasPrefix(text) || digits.hasSuffix(text))
  }
}
