/// Events counted by something else than their groups.
package struct SummaryPivot: Sendable {
  /// What events are counted by. The raw value is the word of `--group-by`.
  package enum Subject: String, Sendable, CaseIterable {
    case version, os, device, cause, day, week, owner
  }

  /// One line.
  package struct Row: Sendable {
    /// The value.
    package var name: String
    /// The number of events.
    package var count: Int
    /// The number of distinct devices.
    package var devices: Int
    /// The number of groups.
    package var groups: Int
    /// The group with most events.
    package var topGroup: String
  }

  /// The lines, those with most events first; versions, days and weeks in their order.
  package let rows: [Row]
  /// What they count by.
  package let subject: Subject

  /// Counts the events that a filter admits.
  ///
  /// `owners` are those of groups.
  package init(
    _ builder: SummaryBuilder, by subject: Subject, filter: Summary.Filter = Summary.Filter(), owners: [String: [String]] = [:]
  ) {
    self.subject = subject
    let events = builder.events
    var tallies: [String: PivotTally] = [:]
    for row in events.rows where row.counts && filter.admits(row, events) {
      tallies[Self.name(row, events, subject, owners) ?? "?", default: PivotTally()].add(row)
    }
    let rows = tallies.map { name, tally in
      let groups = GroupSummary.byCount(GroupSummary.counts(tally.issues) { events.issues[Int($0)].group })
      return Row(
        name: name, count: tally.count, devices: tally.devices.count, groups: groups.count, topGroup: groups.first?.name ?? "")
    }
    self.rows = rows.sorted { left, right in
      if subject == .day || subject == .week { return left.name < right.name }
      if subject == .version { return VersionOrder(left.name) < VersionOrder(right.name) }
      return (right.count, left.name) < (left.count, right.name)
    }
  }

  /// The Monday of a day's week and the Sunday: `2026-11-16…2026-11-22`.
  private static func week(of day: String) -> String? {
    // 1970 began on a Thursday.
    guard let number = DayTrend.number(day) else { return nil }
    let monday = number - (((number + 3) % 7) + 7) % 7
    return "\(DayTrend.name(monday))…\(DayTrend.name(monday + 6))"
  }

  private static func name(
    _ row: EventRow, _ events: EventTable, _ subject: Subject, _ owners: [String: [String]]
  ) -> String? {
    let texts = events.texts
    let issue = events.issues[Int(row.issue)]
    return switch subject {
    case .version:
      "\(issue.app == "?" ? "unknown app" : issue.app) \(AppVersion.name(texts[row.version], build: texts[row.build]))"
    case .os: GroupSummary.system(texts[row.system], version: texts[row.systemVersion])
    case .device: texts[row.model]
    case .cause: issue.cause
    case .owner: owners[issue.group]?.joined(separator: " ")
    case .day: texts[row.day]
    case .week: texts[row.day].flatMap { week(of: $0) }
    }
  }
}

/// The events of one line, counted.
private struct PivotTally {
  var count = 0
  var devices: Set<UInt64> = []
  /// By the position of an `IssueRecord`.
  var issues: [UInt32: Int] = [:]

  mutating func add(_ row: EventRow) {
    count += 1
    if row.device != 0 { devices.insert(row.device) }
    issues[row.issue, default: 0] += 1
  }
}
