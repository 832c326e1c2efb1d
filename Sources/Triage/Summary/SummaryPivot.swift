/// Events counted by something else than their groups.
public struct SummaryPivot: Sendable {
  /// What events are counted by. The raw value is the word of `--group-by`.
  public enum Subject: String, Sendable, CaseIterable {
    case version, os, device, cause
  }

  /// One line.
  public struct Row: Sendable {
    /// The value.
    public var name: String
    /// The number of events.
    public var count: Int
    /// The number of distinct devices.
    public var devices: Int
    /// The number of groups.
    public var groups: Int
    /// The group with most events.
    public var topGroup: String
  }

  /// The lines, those with most events first; of versions in their order.
  public let rows: [Row]

  /// Counts the events that a filter admits.
  public init(_ builder: SummaryBuilder, by subject: Subject, filter: Summary.Filter = Summary.Filter()) {
    var members: [String: [Incident]] = [:]
    for incident in builder.all where filter.admits(incident) {
      members[Self.name(incident, subject) ?? "?", default: []].append(incident)
    }
    let rows = members.map { name, list in
      let groups = GroupSummary.byCount(GroupSummary.shares(list.map(\.group)))
      return Row(
        name: name, count: list.count, devices: Set(list.compactMap(\.device)).count, groups: groups.count,
        topGroup: groups.first?.name ?? "")
    }
    self.rows = rows.sorted { left, right in
      if subject == .version { return VersionOrder.isBefore(left.name, right.name) }
      return (right.count, left.name) < (left.count, right.name)
    }
  }

  private static func name(_ incident: Incident, _ subject: Subject) -> String? {
    switch subject {
    case .version: "\(incident.app) \(GroupSummary.version(incident))"
    case .os: GroupSummary.system(incident)
    case .device: incident.model
    case .cause: incident.cause
    }
  }
}
