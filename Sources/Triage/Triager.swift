package import CrashModel

/// Says what reports are about: which stack speaks, what to group by, causes, launch. The front of the module `Triage`.
///
/// In: a `SymbolicatedReport`. Out: a `ReportTriage`, which depends on the report and the options alone. Threads may share one.
package final class Triager: Sendable {
  private let options: TriageOptions
  private let index: RuleIndex
  private let names: NameMemory

  /// Prepares to judge reports.
  package init(_ options: TriageOptions = TriageOptions()) {
    self.options = options
    index = RuleIndex(options.rules)
    names = NameMemory(index.patterns)
  }

  /// The digest of the rules.
  package var ruleset: String { options.rules.digest }

  /// The answer for one report.
  package func triage(_ answers: SymbolicatedReport) -> ReportTriage {
    let report = answers.report
    let reader = StackReader(answers, options.rules, names)
    var failure = FailureClass.of(report)
    let speaker = StackSelector(report) { answers.resolutions[$0].symbol ?? report.frames[$0].reported?.symbol }.speaker(failure)
    let entries = reader.entries(speaker.frames)
    let view = StackView(entries, below: failure == .panic ? PanicCaller.depth(entries, report) : 0)
    if view.isEndless, failure.mayBeStackOverflow { failure = .stackOverflow }
    if ThrownException.endedProcess(failure, report, speaker, entries) { failure = ThrownException.failure }
    let facts = CauseInput(answers, failure: failure, speaker: speaker, view: view) { Self.others(report, speaker, reader) }
    let matcher = CauseMatcher(facts)
    let frames = KeyFrames(
      view, isHang: failure.isUnresponsive, isOverflow: failure == .stackOverflow,
      depth: options.depth)
    let key = key(failure, frames, facts, matcher)
    let hash = Fingerprint.text(key)
    var triage = ReportTriage(
      speaker: speaker, failure: failure, fingerprint: options.rules.sameAs[hash] ?? hash, key: key, group: "", variant: "",
      quality: failure == .jetsam ? .ok : Self.quality(frames), ruleset: options.rules.digest)
    triage.group = "\(Self.scope(report))/\(triage.fingerprint)"
    // With one function of the app, both are the same.
    let path = [failure.name] + frames.path
    triage.variant = path == key ? hash : Fingerprint.text(path)
    triage.frames = unique(frames.chosen.map(\.position))
    triage.why = frames.verdicts
    triage.blame = blame(frames, view)
    triage.meaning = Meaning(report).words
    triage.causes = matcher.causes(index)
    triage.launch = LaunchAnalysis(report, limit: options.launchSeconds).facts(options.rules) {
      let main = report.threads.first { $0.index == 0 && !$0.frames.isEmpty }
      let entries = main.map { reader.entries(Array($0.frames)) } ?? []
      if case .backtrace = speaker.stack { return view.entries + entries }
      return entries
    }
    triage.deviceKey = report.device.reporterKey.map {
      Fingerprint.digits([options.deviceSalt, Self.scope(report), $0].joined(separator: "\n"))
    }
    return triage
  }

  /// The quality of a key. Without its source map, a function of a bundle is a function of the app without a source.
  private static func quality(_ frames: KeyFrames) -> GroupQuality {
    frames.quality == .system && frames.chosen.contains(where: \.lacksSourceMap) ? .unsymbolicated : frames.quality
  }

  /// Whose crash it is: the bundle identifier, else the process's name, in lower case.
  static func scope(_ report: CrashReport) -> String {
    (report.process.bundleID ?? report.process.name ?? "?").lowercased()
  }

  private func key(_ failure: FailureClass, _ frames: KeyFrames, _ facts: CauseInput, _ matcher: CauseMatcher) -> [String] {
    for (position, rule) in index.groups.enumerated() where !rule.isSplit && matcher.holds(position, of: index.groupConditions) {
      return ["group", rule.name]
    }
    if failure == .jetsam {
      return [failure.name, Self.killed(facts.report)] + [Self.jetsamReason(facts.report)].compactMap { $0 }
    }
    var key = [failure.name] + frames.parts
    let isAmbiguous = frames.quality == .system || frames.quality == .machinery
    let isSplit = index.groups.indices.contains { index.groups[$0].isSplit && matcher.holds($0, of: index.groupConditions) }
    if isSplit || isAmbiguous && failure.isToldByReason
      || frames.quality == .empty
    {
      if let reason = Self.reason(facts.texts) {
        key.append("msg:" + ReasonTemplate.text(reason))
      } else if isAmbiguous, failure.isException || failure == .abort && frames.quality == .machinery {
        // Exceptions of all apps end in these functions.
        key.append("app:" + Self.scope(facts.report))
      }
    }
    return key
  }

  private static func reason(_ texts: [ReportTexts.Text]) -> String? {
    (texts.first { $0.subject == .reason } ?? texts.first { $0.subject == .info || $0.subject == .termination })?.text
  }

  private static func killed(_ report: CrashReport) -> String {
    report.process.name ?? report.memory?.killed.first?.name ?? report.memory?.largestProcess ?? "?"
  }

  private static func jetsamReason(_ report: CrashReport) -> String? {
    report.termination?.indicator ?? report.memory?.killed.first?.reason
  }

  private func blame(_ frames: KeyFrames, _ view: StackView) -> BlameFrame? {
    // A helper is not to blame for what its callers ask of it.
    guard let entry = frames.chosen.first(where: { $0.role == nil }) ?? frames.chosen.first else { return nil }
    // What the compiler made up has no line that anybody wrote.
    let isWritten = entry.file != "<compiler-generated>" && entry.file?.isEmpty != true
    return BlameFrame(
      function: entry.identity, image: entry.image, file: isWritten ? entry.file : nil, line: isWritten ? entry.line : nil,
      position: entry.position)
  }

  private func unique(_ positions: [Int]) -> [Int] {
    var result: [Int] = []
    for position in positions where result.last != position { result.append(position) }
    return result
  }

  /// The functions of other threads, at most 40 of each of at most 64.
  private static func others(
    _ report: CrashReport, _ speaker: RepresentativeStack, _ reader: StackReader
  ) -> [(thread: Int, entry: StackEntry)] {
    report.threads.indices.prefix(64).filter { $0 != speaker.thread }.flatMap { position in
      reader.entries(Array(report.threads[position].frames.prefix(40))).map { (position, $0) }
    }
  }
}
