package import CrashModel

/// What one input adds to a summary. Making one costs little: nothing is sorted or joined yet.
package struct PartialSummary: Sendable {
  /// An event with the rules that judged it.
  package struct Event: Sendable {
    /// The event.
    package var incident: CrashEvent
    /// Its best cause; nil when there is none.
    package var cause: TriageCause?
    /// The digest of the rules.
    package var ruleset: String

    /// Puts an event together.
    package init(incident: CrashEvent, cause: TriageCause?, ruleset: String) {
      self.incident = incident
      self.cause = cause
      self.ruleset = ruleset
    }

    /// Reads what `row` returned. Throws if it is none.
    package init(row: [Int], _ texts: [String]) throws(SummaryEventCodec.Problem) {
      let width = SummaryEventCodec.width
      let expected = width + Judgment.allCases.count
      guard row.count == expected else { throw .width(row.count, expected: expected) }
      incident = try SummaryEventCodec.event(of: Array(row.prefix(width)), texts)
      var judgment: [Judgment: String] = [:]
      for (column, number) in zip(Judgment.allCases, row.dropFirst(width)) where texts.indices.contains(number) {
        judgment[column] = texts[number]
      }
      let confidence = incident.confidence ?? .hint
      cause = incident.cause.map {
        TriageCause(
          id: $0, family: judgment[.family] ?? "", confidence: confidence, evidence: [], advice: judgment[.advice] ?? "")
      }
      ruleset = judgment[.ruleset] ?? ""
    }

    /// The columns of a row that follow the event's.
    private enum Judgment: CaseIterable {
      case family, advice, ruleset
    }

    /// The event as a row of a manifest, with its cause and the rules.
    package func row(_ number: (String?) -> Int) -> [Int] {
      SummaryEventCodec.row(of: incident, number)
        + Judgment.allCases.map { column in
          switch column {
          case .family: number(cause?.family)
          case .advice: number(cause?.advice)
          case .ruleset: number(ruleset)
          }
        }
    }
  }

  /// What became of the input.
  package var counts = SummaryCounts()
  /// The events of its reports.
  package var events: [Event] = []
  /// The debug files that its reports lack.
  package var missing: [MissingFile] = []
  /// The builds of systems that its reports have no symbols for.
  package var missingSystems: [MissingSystem] = []
  /// The damaged debug files that its reports needed.
  package var damaged: [DamagedFile] = []
  /// The kinds of warnings that its reports were read with; one that several reports have is there several times.
  package var warnings: [String] = []
  /// Its reports that have frames of the app without a name.
  package var failing: [FailingReport] = []
  /// The stacks that speak for its reports.
  package var stacks: [GroupStack] = []
  /// The revisions that its reports name, by app and version.
  package var revisions: [AppVersion: String] = [:]
  /// The contents of a summary or of reports that were judged earlier; nil for other inputs.
  package var earlier: SummaryBuilder?

  /// Nothing yet.
  package init() {}

  /// Adds the event of a report that was judged.
  package mutating func add(_ incident: CrashEvent, _ triage: ReportTriage) {
    events.append(Event(incident: incident, cause: triage.causes.first, ruleset: triage.ruleset))
  }

  /// Adds the stack that speaks for a report.
  package mutating func add(_ stack: GroupStack) { stacks.append(stack) }

  /// Adds the warnings of a report, each kind once: what follows a semicolon is advice, and numbers and quoted names differ.
  package mutating func add(warnings messages: some Sequence<String>) {
    var kinds: Set<String> = []
    for message in messages {
      let template = ReasonTemplate.text(message.pieces(separatedBy: "; ").first.map(String.init) ?? message)
      // A number of things at the beginning: "# frames name an image that the report does not list".
      let kind = template.hasPrefix("# ") ? String(template.dropFirst(2)) : template
      if kinds.insert(kind).inserted { warnings.append(kind) }
    }
  }
}
