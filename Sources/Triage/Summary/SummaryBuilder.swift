package import CrashModel

/// Collects reports. Parts of a set of reports can be collected apart and merged: the result is the same however they are cut.
package struct SummaryBuilder: Sendable {
  /// What became of the inputs.
  package var counts = SummaryCounts()
  /// The digests of the rules that the reports were judged by.
  package private(set) var rulesets: Set<String> = []
  /// For each cause the best match that was seen, without evidence.
  package private(set) var causes: [String: TriageCause] = [:]
  /// The stack of each group that has one.
  package private(set) var stacks: [String: GroupStack] = [:]
  /// The distinct events.
  private(set) var events = EventTable()
  /// The evidence for causes.
  private(set) var evidence = EvidenceTable()
  /// How often versions ran.
  package private(set) var sessions: [SessionRow.Key: SessionRow] = [:]
  private var missingFiles: [String: MissingFile] = [:]
  private var missingSystemsByName: [String: MissingSystem] = [:]
  private var damagedFiles: [String: DamagedFile] = [:]
  private var warningReports: [String: Int] = [:]
  private var failingReports: [String: FailingReport] = [:]
  /// The revisions that reports name, by app and version.
  package private(set) var revisions: [AppVersion: String] = [:]
  private var added = 0
  private static let mostAdded = Int.largestCount << 1

  /// Nothing yet.
  package init() {}

  /// The number of distinct events.
  package var eventCount: Int { events.count }
  /// How many reports tell of events that others tell of, too.
  package var duplicates: Int { min(added - events.count, .largestCount) }
  /// The debug files that are missing, those with most frames first.
  package var missing: [MissingFile] { missingFiles.values.sorted(by: MissingFile.isBefore) }
  /// The builds of systems without symbols, those with most frames without a name first, then those with most reports.
  package var missingSystems: [MissingSystem] { missingSystemsByName.values.sorted(by: MissingSystem.isBefore) }

  /// Adds what one input has.
  package mutating func add(_ part: PartialSummary) {
    counts.add(part.counts)
    for event in part.events {
      rulesets.insert(event.ruleset)
      if let cause = event.cause { note(cause) }
      add(event.incident, advice: event.cause?.advice)
    }
    for file in part.missing { add(file) }
    for stack in part.stacks { add(stack) }
    for system in part.missingSystems { add(system) }
    for file in part.damaged { add(file) }
    for kind in part.warnings { add(warning: kind, reports: 1) }
    for report in part.failing { add(report) }
    for (version, revision) in part.revisions { add(revision: revision, of: version) }
    if let earlier = part.earlier { merge(earlier) }
  }

  /// Adds an event. One that is known stays once, as the better symbolicated report tells it.
  /// `advice` is that of its best cause.
  package mutating func add(_ incident: CrashEvent, advice: String? = nil) {
    added += 1
    evidence.add(incident, advice: advice ?? "")
    events.add(incident)
  }

  /// Remembers the words of a cause.
  package mutating func note(_ cause: TriageCause) {
    var plain = cause
    plain.evidence = []
    // The fault address and the function differ from report to report.
    guard let known = causes[cause.id] else { return causes[cause.id] = plain }
    if (plain.confidence, plain.advice) < (known.confidence, known.advice) { causes[cause.id] = plain }
  }

  /// Adds a debug file that reports lack.
  package mutating func add(_ file: MissingFile) {
    if missingFiles[file.identity]?.add(file) == nil { missingFiles[file.identity] = file }
  }

  /// Whether the stack of a report would be kept, because it is the best one of its group so far.
  package func wants(_ stack: GroupStack) -> Bool { stacks[stack.group].map(stack.isBetter) ?? true }

  /// Adds the stack of a report, which is kept if it is the best one of its group.
  package mutating func add(_ stack: GroupStack) { if wants(stack) { stacks[stack.group] = stack } }

  /// The damaged debug files, those with most frames first.
  package var damaged: [DamagedFile] {
    damagedFiles.values.sorted { ($1.frames, $0.path) < ($0.frames, $1.path) }
  }
  /// The kinds of warnings, with the number of reports, those with most first.
  package var warnings: [(kind: String, reports: Int)] {
    warningReports.map { ($0.key, $0.value) }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }.map { (kind: $0.0, reports: $0.1) }
  }
  /// The reports with frames of the app without a name, by path.
  package var failing: [FailingReport] { failingReports.values.sorted { $0.path < $1.path } }

  /// Adds a damaged debug file.
  package mutating func add(_ file: DamagedFile) {
    guard var known = damagedFiles[file.path] else { return damagedFiles[file.path] = file }
    known.reports.addCount(file.reports)
    known.frames.addCount(file.frames)
    known.reason = min(known.reason, file.reason)
    damagedFiles[file.path] = known
  }

  /// Adds a kind of warning.
  package mutating func add(warning kind: String, reports: Int) {
    warningReports[kind, default: 0].addCount(reports)
  }

  /// Adds a report with frames of the app without a name.
  package mutating func add(_ report: FailingReport) { failingReports[report.path] = report }

  /// Adds how often a version ran.
  package mutating func add(_ row: SessionRow) {
    if sessions[row.key]?.add(row) == nil { sessions[row.key] = row }
  }

  /// Adds the revision that a report names for its version. Of several, the first by its text is kept.
  package mutating func add(revision: String, of version: AppVersion) {
    revisions[version] = min(revisions[version] ?? revision, revision)
  }

  /// Adds a build of a system without symbols.
  package mutating func add(_ system: MissingSystem) {
    missingSystemsByName[system.name, default: MissingSystem(name: system.name, reports: 0, frames: 0)].add(system)
  }

  /// Adds all that another builder has.
  package mutating func merge(_ other: SummaryBuilder) {
    counts.add(other.counts)
    rulesets.formUnion(other.rulesets)
    for cause in other.causes.values { note(cause) }
    for incident in other.all { events.add(incident) }
    for (key, entry) in other.evidence.entries { evidence.add(entry, key) }
    added = min(added &+ other.added, Self.mostAdded)
    for file in other.missingFiles.values { add(file) }
    for stack in other.stacks.values { add(stack) }
    for system in other.missingSystemsByName.values { add(system) }
    for file in other.damagedFiles.values { add(file) }
    for (kind, reports) in other.warningReports { add(warning: kind, reports: reports) }
    for report in other.failingReports.values { add(report) }
    for (version, revision) in other.revisions { add(revision: revision, of: version) }
    for row in other.sessions.values { add(row) }
  }

  /// Records how many of the reports that follow are already known.
  package mutating func count(duplicates: Int) { added = min(added &+ duplicates, Self.mostAdded) }

  /// Names a set of rules that reports were judged by.
  package mutating func note(ruleset: String) { rulesets.insert(ruleset) }

  /// Adds the evidence of a report.
  package mutating func add(_ record: EvidenceRecord) {
    let entry = EvidenceTable.Entry(time: record.time ?? .min, path: record.path, text: record.text, advice: record.advice)
    evidence.add(entry, EvidenceTable.Key(group: record.group, cause: record.cause))
  }
}

extension SummaryBuilder {
  /// The distinct events, in no order that matters, each made when it is asked for.
  package var all: some Sequence<CrashEvent> {
    let identities = events.identities
    return events.rows.indices.lazy.filter { events.rows[$0].counts }.map { position in
      var incident = events[position]
      incident.identities = identities[position] ?? []
      return incident
    }
  }

  /// The distinct events by path, group and time.
  package var sorted: some Sequence<CrashEvent> {
    let identities = events.identities
    let order = events.rows.indices.filter { events.rows[$0].counts }.map { position in
      let row = events.rows[position]
      return (position: position, path: events.path(of: row), group: events.issues[Int(row.issue)].group, time: row.time)
    }.sorted { ($0.path, $0.group, $0.time) < ($1.path, $1.group, $1.time) }
    return order.lazy.map { entry in
      var incident = events[entry.position]
      incident.identities = identities[entry.position] ?? []
      return incident
    }
  }

  /// The evidence for causes by group, cause, and the report that it is from, in order.
  package var evidenceRecords: [EvidenceRecord] {
    evidence.entries.sorted { ($0.key.group, $0.key.cause) < ($1.key.group, $1.key.cause) }.map { key, entry in
      EvidenceRecord(
        group: key.group, cause: key.cause, path: entry.path, text: entry.text, advice: entry.advice,
        time: entry.time == .min ? nil : entry.time)
    }
  }
}
