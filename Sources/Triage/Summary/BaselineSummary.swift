/// The groups of an earlier summary, with which another one is compared.
package struct BaselineSummary: Sendable {
  /// One of its groups.
  package struct Group: Hashable, Sendable {
    /// App and fingerprint, joined by `/`.
    package var group: String
    /// `bad-access in Slot::write() (span.h:11)`.
    package var title: String
    /// The class of the failure, as in JSON.
    package var failure: String
    /// The number of events.
    package var count: Int

    package init(group: String, title: String, failure: String, count: Int) {
      (self.group, self.title, self.failure, self.count) = (group, title, failure, count)
    }

    /// The app.
    package var app: String { group.lastIndex(of: "/").map { String(group[..<$0]) } ?? group }
  }

  /// The groups by name.
  package var groups: [String: Group]
  /// The number of events of all groups.
  package var events: Int
  /// The digest of the rules.
  package var ruleset: String

  package init(_ groups: [Group], ruleset: String) {
    self.groups = Dictionary(groups.map { ($0.group, $0) }) { first, _ in first }
    events = groups.reduce(0) { $0.addingReportingOverflow(max($1.count, 0)).partialValue }
    self.ruleset = ruleset
  }

  /// Returns whether a group has more or fewer events than its share of the baseline lets expect: `rising`, `falling` or neither.
  /// The difference has to be a quarter, and twice what chance explains (the root of the expected number).
  func trend(of group: String, count: Int, events total: Int) -> GroupSummary.Flag? {
    guard let before = groups[group], before.count > 0, events > 0 else { return nil }
    let expected = Double(before.count) * Double(total) / Double(events)
    let difference = Double(count) - expected
    guard difference.magnitude > 2 * max(expected, 1).squareRoot() else { return nil }
    if Double(count) >= expected * 1.25 { return .rising }
    return Double(count) * 1.25 <= expected ? .falling : nil
  }
}
