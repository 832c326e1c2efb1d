/// Events counted by something else than their groups.
package struct SummaryPivot: Sendable {
  /// What events are counted by. The raw value is the word of `--group-by`.
  package enum Subject: String, Sendable, CaseIterable {
    case version, os, device, cause
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

  /// The lines, those with most events first; of versions in their order.
  package let rows: [Row]

  /// Counts the events that a filter admits.
  package init(_ builder: SummaryBuilder, by subject: Subject, filter: Summary.Filter = Summary.Filter()) {
    let events = builder.events
    var tallies: [String: PivotTally] = [:]
    for row in events.rows where row.counts && filter.admits(row, events) {
      tallies[Self.name(row, events, subject) ?? "?", default: PivotTally()].add(row)
    }
    let rows = tallies.map { name, tally in
      let groups = GroupSummary.byCount(GroupSummary.counts(tally.issues) { events.issues[Int($0)].group })
      return Row(
        name: name, count: tally.count, devices: tally.devices.count, groups: groups.count, topGroup: groups.first?.name ?? "")
    }
    self.rows = rows.sorted { left, right in
      if subject == .version { return VersionOrder(left.name) < VersionOrder(right.name) }
      return (right.count, left.name) < (left.count, right.name)
    }
  }

  private static func name(_ row: EventRow, _ events: EventTable, _ subject: Subject) -> String? {
    let texts = events.texts
    let issue = events.issues[Int(row.issue)]
    return switch subject {
    case .version:
      "\(issue.app == "?" ? "unknown app" : issue.app) \(GroupSummary.version(texts[row.version], build: texts[row.build]))"
    case .os: GroupSummary.system(texts[row.system], version: texts[row.systemVersion])
    case .device: texts[row.model]
    case .cause: issue.cause
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
