package import CrashModel

/// The events of one issue.
package struct GroupSummary: Sendable {
  /// What is worth a mark. The raw value is the name used in JSON output.
  package enum Flag: String, Sendable, CaseIterable {
    /// The baseline does not have it; or has a smaller or a larger share of it.
    case new, rising, falling
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
  package struct Count: Hashable, Sendable {
    /// What it is.
    package var name: String
    /// How many events have it.
    package var count: Int
  }

  /// App and fingerprint, joined by `/`.
  package var group: String
  /// The bundle identifier in lower case, or the process name.
  package var app: String
  /// `1:` and 16 hexadecimal digits.
  package var fingerprint: String
  /// The parts of the key, the class first.
  package var key: [String]
  package var failure: FailureClass
  package var quality: GroupQuality
  /// The table that it stands in.
  package var table: CrashEvent.Table
  /// The number of events.
  package var count: Int
  /// The number of distinct devices.
  package var devices: Int
  /// The number of events whose device is unknown.
  package var unknownDevices: Int
  /// Versions of the app, in their order.
  package var versions: [Count]
  /// Systems with their major versions, the most frequent first.
  package var systems: [Count]
  /// Device models, the most frequent first.
  package var models: [Count]
  /// Events by day, in order.
  package var days: [Count]
  /// The first day; nil when unknown.
  package var firstSeen: String? { days.first?.name }
  /// The last day; nil when unknown.
  package var lastSeen: String? { days.last?.name }
  /// The newest event.
  package var newest: CrashEvent
  /// The most frequent cause, and in how many events it is the best one; nil when none has one.
  package var cause: Count?
  /// How far the best evidence for it in this group reaches; nil without a cause.
  package var confidence: TriageCause.Confidence?
  /// The evidence for that cause in the newest report of the group that gives any; nil without a cause.
  package var evidence: String?
  /// What to do, by that report; nil where there is no evidence.
  package var advice: String?
  /// The marks.
  package var flags: [Flag]
  /// How many distinct paths lead to the blamed function.
  package var variants: [Count]
  /// Paths of up to five reports, the newest first.
  package var examples: [String]
  /// The group in the baseline, or nil if it is not there or none was named.
  package var before: BaselineSummary.Group?

  /// What groups are ordered by: every device once, and every event whose device is unknown.
  package var weight: Int { devices + unknownDevices }
}

extension GroupSummary {
  /// Returns the groups that a text means: those that it names, else those whose function has it as a part.
  package static func named(by text: String, among groups: [GroupSummary]) -> [GroupSummary] {
    let exact = groups.filter { $0.isNamed(by: text) }
    guard exact.isEmpty, text.utf8.count >= 3 else { return exact }
    let part = Pattern("*\(text.lowercased())*")
    return groups.filter { $0.newest.function.map { part.matches($0.lowercased()) } ?? false }
  }

  /// Returns whether a text that somebody typed is this group's identifier, its fingerprint, the blamed function, or at least
  /// four digits with which the fingerprint begins or ends.
  private func isNamed(by text: String) -> Bool {
    if [group, fingerprint, newest.function].contains(text) { return true }
    let digits = fingerprint.dropFirst("1:".count)
    return text.utf8.count >= 4 && (digits.hasPrefix(text) || fingerprint.hasPrefix(text) || digits.hasSuffix(text))
  }
}
