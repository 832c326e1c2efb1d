public import CrashModel

/// Collects reports. Parts of a set of reports can be collected apart and merged: the result is the same however they are cut.
public struct SummaryBuilder: Sendable {
  /// What became of the inputs.
  public var counts = SummaryCounts()
  /// The digests of the rules that the reports were judged by.
  public private(set) var rulesets: Set<String> = []
  /// For each cause the best match that was seen, without evidence.
  public private(set) var causes: [String: TriageCause] = [:]
  private var incidents: [Incident?] = []
  private var positions: [String: Int] = [:]
  private var missingFiles: [String: MissingFile] = [:]
  private var missingSystemReports: [String: Int] = [:]
  private var added = 0
  /// Equal texts are kept once.
  private var texts: [String: String] = [:]

  /// Nothing yet.
  public init() {}

  /// The distinct events, in no order that matters.
  public var all: [Incident] { incidents.compactMap { $0 } }
  /// How many reports tell of events that others tell of, too.
  public var duplicates: Int { added - all.count }
  /// The debug files that are missing, those with most frames first.
  public var missing: [MissingFile] { missingFiles.values.sorted(by: MissingFile.isBefore) }
  /// The builds of systems without symbols, with the number of reports, those with most first.
  public var missingSystems: [(name: String, reports: Int)] {
    missingSystemReports.map { ($0.key, $0.value) }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }.map { (name: $0.0, reports: $0.1) }
  }

  /// Adds an event. One that is known stays once, as the better symbolicated report tells it.
  public mutating func add(_ incident: Incident, causes new: [TriageCause] = [], ruleset: String? = nil) {
    added += 1
    if let ruleset { rulesets.insert(ruleset) }
    if let cause = new.first { note(cause) }
    insert(shared(incident))
  }

  /// Remembers the words of a cause.
  public mutating func note(_ cause: TriageCause) {
    var plain = cause
    plain.evidence = []
    // The fault address and the function differ from report to report.
    guard let known = causes[cause.id] else { return causes[cause.id] = plain }
    if (plain.confidence, plain.advice) < (known.confidence, known.advice) { causes[cause.id] = plain }
  }

  /// Adds a debug file that reports lack.
  public mutating func add(_ file: MissingFile) {
    if missingFiles[file.identity]?.add(file) == nil { missingFiles[file.identity] = file }
  }

  /// Adds a build of a system without symbols.
  public mutating func add(missingSystem name: String, reports: Int) { missingSystemReports[name, default: 0] += reports }

  /// Adds all that another builder has.
  public mutating func merge(_ other: SummaryBuilder) {
    counts.add(other.counts)
    rulesets.formUnion(other.rulesets)
    for cause in other.causes.values { note(cause) }
    for incident in other.all { insert(shared(incident)) }
    added += other.added
    for file in other.missingFiles.values { add(file) }
    for (name, reports) in other.missingSystemReports { add(missingSystem: name, reports: reports) }
  }

  /// Records how many of the reports that follow are already known.
  public mutating func count(duplicates: Int) { added += duplicates }

  /// Names a set of rules that reports were judged by.
  public mutating func note(ruleset: String) { rulesets.insert(ruleset) }

  /// Joins an event with all that share an identity with it.
  private mutating func insert(_ incident: Incident) {
    var best = incident
    var identities = Set(incident.identities)
    for position in Set(incident.identities.compactMap { positions[$0] }) {
      guard let known = incidents[position] else { continue }
      identities.formUnion(known.identities)
      if known.isBetter(than: best) { best = known }
      incidents[position] = nil
    }
    best.identities = identities.sorted()
    for identity in best.identities { positions[identity] = incidents.count }
    incidents.append(best)
  }

  private mutating func shared(_ incident: Incident) -> Incident {
    var result = incident
    result.key = incident.key.map { share($0) }
    for field in Self.fields { result[keyPath: field] = share(incident[keyPath: field]) }
    for field in Self.optionalFields { result[keyPath: field] = incident[keyPath: field].map { share($0) } }
    return result
  }

  private mutating func share(_ text: String) -> String {
    if let known = texts[text] { return known }
    texts[text] = text
    return text
  }

  private static var fields: [WritableKeyPath<Incident, String>] {
    [\.group, \.app, \.failure, \.fingerprint, \.variant, \.quality]
  }
  private static var optionalFields: [WritableKeyPath<Incident, String?>] {
    [
      \.function, \.image, \.file, \.cause, \.device, \.version, \.build, \.system, \.systemVersion, \.model, \.day, \.phase,
    ]
  }
}
