package import Triage

/// How a summary differs from its baseline: the groups that are new, gone, rising or falling.
package struct BaselineChanges: Sendable {
  /// How a group changed. The raw value is the word in all outputs.
  package enum Kind: String, Sendable, CaseIterable { case new, rising, falling, gone }

  /// One changed group, with its share of all events now and before.
  package struct Row: Sendable {
    package let kind: Kind
    package let group: String
    package let title: String
    package let count: Int
    package let share: String
    package let countBefore: Int
    package let shareBefore: String
  }

  /// The changes by kind, those with most events first; none without a baseline.
  package let rows: [Row]
  private let eventsBefore: Int

  /// Compares a summary.
  package init(_ summary: Summary) {
    guard let before = summary.eventsBefore else {
      (rows, eventsBefore) = ([], 0)
      return
    }
    eventsBefore = before
    func row(_ kind: Kind, _ group: String, _ title: String, _ count: Int, _ countBefore: Int) -> Row {
      Row(
        kind: kind, group: group, title: title, count: count, share: GroupWords.percent(count, of: summary.events),
        countBefore: countBefore, shareBefore: GroupWords.percent(countBefore, of: before))
    }
    let flags: [(Kind, GroupSummary.Flag)] = [(.new, .new), (.rising, .rising), (.falling, .falling)]
    let changed = flags.flatMap { kind, flag in
      summary.groups.filter { $0.flags.contains(flag) }.sorted { ($1.count, $0.group) < ($0.count, $1.group) }.map {
        row(kind, $0.group, GroupWords($0, of: summary).title, $0.count, $0.before?.count ?? 0)
      }
    }
    rows = changed + summary.goneGroups.map { row(.gone, $0.group, $0.title, 0, $0.count) }
  }

  /// `2 new, 1 rising, 3 gone since the baseline of 300 events`, or nil if nothing changed.
  package var sentence: String? {
    let counts = Kind.allCases.compactMap { kind in
      let count = rows.count { $0.kind == kind }
      return count > 0 ? "\(NumberFormat.grouped(count)) \(kind.rawValue)" : nil
    }
    guard !counts.isEmpty else { return nil }
    return counts.joined(separator: ", ") + " since the baseline of \(NumberFormat.counted(eventsBefore, "event"))"
  }
}
