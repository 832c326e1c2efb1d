package import CrashModel

/// What a set of reports comes to: groups, loops, counts.
package struct Summary: Sendable {
  /// Which reports count.
  package struct Filter: Sendable {
    /// Only events of this day and later (`2026-11-20`); nil for all.
    package var since: String?
    /// Only events of this day and earlier; nil for all.
    package var until: String?
    /// Only apps whose name or identifier holds this text; nil for all.
    package var app: String?

    /// Everything.
    package init(since: String? = nil, until: String? = nil, app: String? = nil) {
      self.since = since
      self.until = until
      self.app = app?.lowercased()
    }

    /// Returns whether an event counts.
    package func admits(_ incident: CrashEvent) -> Bool {
      guard admits(day: incident.day) else { return false }
      return app.map { Pattern("*\($0)*").matches(incident.app.lowercased()) } ?? true
    }

    func admits(day: String?) -> Bool {
      guard since != nil || until != nil else { return true }
      guard let day else { return false }
      return since.map { $0 <= day } ?? true && until.map { day <= $0 } ?? true
    }

    /// Whether an event of a table counts.
    func admits(_ row: EventRow, _ events: EventTable) -> Bool {
      guard admits(day: events.texts[row.day]) else { return false }
      if let app { guard Pattern("*\(app)*").matches(events.issues[Int(row.issue)].app.lowercased()) else { return false } }
      return true
    }
  }

  /// The groups, by table and then by devices and count.
  package var groups: [GroupSummary]
  /// The loops, the longest first.
  package var loops: [CrashLoop]
  /// The groups of the baseline that are no more, those with most events first.
  package var goneGroups: [BaselineSummary.Group]
  /// The names of these groups.
  package var gone: [String] { goneGroups.map(\.group) }
  /// The number of events of the baseline, or nil without one.
  package var eventsBefore: Int?
  /// What became of the inputs, duplicates included.
  package var counts: SummaryCounts
  /// The number of reports of events that others tell of, too.
  package var duplicates: Int
  /// The number of events that count.
  package var events: Int
  /// The number of events that the filter left out.
  package var excluded: Int
  /// The debug files that are missing, those with most frames first.
  package var missing: [MissingFile]
  /// The builds of systems without symbols.
  package var missingSystems: [MissingSystem]
  /// The stacks that were kept, by group.
  package var stacks: [String: GroupStack]
  /// The damaged debug files, those with most frames first.
  package var damaged: [DamagedFile]
  /// The kinds of warnings that reports were read with, and the number of reports, those with most first.
  package var warnings: [(kind: String, reports: Int)]
  /// The reports with frames of the app without a name, by path; empty unless a batch was asked to be strict.
  package var failing: [FailingReport]
  /// The causes in words.
  package var causes: [String: TriageCause]
  /// The digests of the rules.
  package var rulesets: [String]
  /// The revisions that reports name, by app and version.
  package var revisions: [AppVersion: String]
  /// How many sessions and devices were free of crashes, or nil if nobody counted them.
  package var health: ReleaseHealth?
  /// What a repository says about groups, by their names; empty unless one was asked.
  package var suspicions: [String: Suspicion] = [:]

  /// Puts together what a builder has collected. `baseline` has the groups that are known already; nil without one.
  package init(_ builder: SummaryBuilder, filter: Filter = Filter(), baseline: BaselineSummary? = nil) {
    let events = builder.events
    var isAdmitted = Array(repeating: false, count: events.rows.count)
    var tallies: [String: GroupTally] = [:]
    for position in events.rows.indices where events.rows[position].counts && filter.admits(events.rows[position], events) {
      isAdmitted[position] = true
      tallies[events.issues[Int(events.rows[position].issue)].group, default: GroupTally()].add(position, of: events)
    }
    loops = LoopFinder.loops(events) { isAdmitted[$0] }
    groups = tallies.values.compactMap { GroupSummary($0, of: events, builder.evidence) }
    let admitted = isAdmitted.count { $0 }
    Self.mark(&groups, loops)
    if let baseline { Self.compare(&groups, with: baseline, events: admitted) }
    groups.sort(by: Self.isBefore)
    goneGroups = baseline.map { $0.groups.values.filter { tallies[$0.group] == nil } } ?? []
    goneGroups.sort { ($1.count, $0.group) < ($0.count, $1.group) }
    eventsBefore = baseline?.events
    counts = builder.counts
    duplicates = builder.duplicates
    self.events = admitted
    excluded = events.count - admitted
    missing = builder.missing
    missingSystems = builder.missingSystems
    stacks = builder.stacks
    (damaged, warnings, failing) = (builder.damaged, builder.warnings, builder.failing)
    causes = builder.causes
    rulesets = builder.rulesets.sorted()
    revisions = builder.revisions
    health = Self.health(builder, filter, isAdmitted)
  }

  /// Adds what the baseline says of the groups.
  private static func compare(_ groups: inout [GroupSummary], with baseline: BaselineSummary, events: Int) {
    for position in groups.indices {
      let group = groups[position]
      groups[position].before = baseline.groups[group.group]
      if groups[position].before == nil {
        groups[position].flags.insert(.new, at: 0)
      } else if let trend = baseline.trend(of: group.group, count: group.count, events: events) {
        groups[position].flags.insert(trend, at: 0)
      }
    }
  }

  /// Adds the flags that depend on other groups and on loops.
  private static func mark(_ groups: inout [GroupSummary], _ loops: [CrashLoop]) {
    let looping = Set(loops.flatMap(\.groups))
    var totals: [String: [String: Int]] = [:]
    for group in groups {
      for version in group.versions { totals[group.app, default: [:]][version.name, default: 0] += version.count }
    }
    let systems = Dictionary(grouping: groups, by: \.app).mapValues { list in
      GroupSummary.counts(Dictionary(list.flatMap(\.systems).map { ($0.name, $0.count) }, uniquingKeysWith: +)) { $0 }
    }
    for position in groups.indices {
      if groups[position].isSystemSpecific(systems[groups[position].app] ?? []) { groups[position].flags.append(.systemSpecific) }
      if groups[position].isRegressed(totals[groups[position].app] ?? [:]) { groups[position].flags.insert(.regressed, at: 0) }
      if looping.contains(groups[position].group) { groups[position].flags.append(.loop) }
    }
  }

  /// By table, those of most devices first.
  private static func isBefore(_ left: GroupSummary, _ right: GroupSummary) -> Bool {
    if left.table != right.table { return left.table.order < right.table.order }
    return (right.weight, right.count, left.group) < (left.weight, left.count, right.group)
  }
}
