public import CrashModel

/// What a set of reports comes to: groups, loops, counts.
public struct Summary: Sendable {
  /// Which reports count.
  public struct Filter: Sendable {
    /// Only events of this day and later (`2026-11-20`); nil for all.
    public var since: String?
    /// Only apps whose name or identifier holds this text; nil for all.
    public var app: String?

    /// Everything.
    public init(since: String? = nil, app: String? = nil) {
      self.since = since
      self.app = app?.lowercased()
    }

    func admits(_ incident: Incident) -> Bool {
      if let since { guard let day = incident.day, day >= since else { return false } }
      if let app { guard incident.app.lowercased().holds(app) else { return false } }
      return true
    }
  }

  /// The groups, by table and then by devices and count.
  public var groups: [GroupSummary]
  /// The loops, the longest first.
  public var loops: [CrashLoop]
  /// The groups of the baseline that are no more.
  public var gone: [String]
  /// What became of the inputs, duplicates included.
  public var counts: SummaryCounts
  /// The number of reports of events that others tell of, too.
  public var duplicates: Int
  /// The number of events that count.
  public var events: Int
  /// The debug files that are missing, those with most frames first.
  public var missing: [MissingFile]
  /// The builds of systems without symbols.
  public var missingSystems: [(name: String, reports: Int)]
  /// The causes in words.
  public var causes: [String: TriageCause]
  /// The digests of the rules.
  public var rulesets: [String]

  /// Puts together what a builder has collected. `baseline` names the groups that are known already; nil without one.
  public init(_ builder: SummaryBuilder, filter: Filter = Filter(), baseline: Set<String>? = nil) {
    let incidents = builder.all.filter(filter.admits)
    loops = LoopFinder.loops(incidents)
    let looping = Set(loops.flatMap(\.groups))
    var members: [String: [Incident]] = [:]
    for incident in incidents { members[incident.group, default: []].append(incident) }
    let totals = Self.totals(incidents)
    groups = members.values.map { list in
      var group = GroupSummary(list, versionTotals: totals[list[0].app] ?? [:])
      if looping.contains(group.group) { group.flags.append(.loop) }
      if let baseline, !baseline.contains(group.group) { group.flags.insert(.new, at: 0) }
      return group
    }
    groups.sort(by: Self.isBefore)
    gone = baseline.map { $0.subtracting(members.keys).sorted() } ?? []
    counts = builder.counts
    duplicates = builder.duplicates
    events = incidents.count
    missing = builder.missing
    missingSystems = builder.missingSystems
    causes = builder.causes
    rulesets = builder.rulesets.sorted()
  }

  /// The number of events of each version of each app.
  private static func totals(_ incidents: [Incident]) -> [String: [String: Int]] {
    var totals: [String: [String: Int]] = [:]
    for incident in incidents { totals[incident.app, default: [:]][GroupSummary.version(incident), default: 0] += 1 }
    return totals
  }

  private static func isBefore(_ left: GroupSummary, _ right: GroupSummary) -> Bool {
    let order = Incident.Table.allCases
    let tables = (order.firstIndex(of: left.table) ?? 0, order.firstIndex(of: right.table) ?? 0)
    if tables.0 != tables.1 { return tables.0 < tables.1 }
    return (right.weight, right.count, left.group) < (left.weight, left.count, right.group)
  }
}
