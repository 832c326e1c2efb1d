public import CrashModel

/// What one input adds to a summary. Making one costs little: nothing is sorted or joined yet.
public struct SummaryPart: Sendable {
  /// An event with the rules that judged it.
  struct Event: Sendable {
    var incident: Incident
    var cause: TriageCause?
    var ruleset: String
  }

  /// What became of the input.
  public var counts = SummaryCounts()
  private(set) var events: [Event] = []
  private(set) var missing: [MissingFile] = []
  private(set) var missingSystems: [String] = []
  private(set) var stacks: [GroupStack] = []
  /// The contents of a summary or of reports that were judged earlier; nil for other inputs.
  public var earlier: SummaryBuilder?

  /// Nothing yet.
  public init() {}

  /// Adds the event of a report that was judged.
  public mutating func add(_ incident: Incident, _ triage: ReportTriage) {
    events.append(Event(incident: incident, cause: triage.causes.first, ruleset: triage.ruleset))
  }

  /// Adds a debug file that a report lacks.
  public mutating func add(_ file: MissingFile) { missing.append(file) }

  /// Adds the stack that speaks for a report.
  public mutating func add(_ stack: GroupStack) { stacks.append(stack) }

  /// Adds a build of a system that a report has no symbols for.
  public mutating func add(missingSystem name: String) { missingSystems.append(name) }
}
