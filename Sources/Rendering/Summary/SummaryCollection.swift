public import CrashModel
public import Triage

extension SummaryBuilder {
  /// Adds a resolved report: its counts, its missing debug files and, if it has triage, its event.
  public mutating func add(_ answers: SymbolicatedReport) { add(answers, FrameTally(answers)) }

  /// Does the same for a report whose frames were counted already.
  public mutating func add(_ answers: SymbolicatedReport, _ tally: FrameTally) {
    counts.done += 1
    counts.appFrames += tally.appFrames
    counts.resolvedFrames += tally.resolvedAppFrames
    for position in tally.imagesWithoutSymbols(of: answers) {
      let image = answers.report.images[position]
      let isMiss = answers.imageStatuses[position].status == .mismatch
      add(
        MissingFile(
          name: image.name, arch: image.architecture?.name, id: image.id?.description ?? image.idText, version: image.version,
          frames: tally.framesByImage[position], nearMiss: isMiss ? answers.imageStatuses[position].debugFiles.first : nil))
    }
    if let gap = SystemSymbolsGap(answers, tally) { add(missingSystem: gap.name, reports: 1) }
    if let incident = Incident(answers), let triage = answers.triage {
      add(incident, causes: triage.causes, ruleset: triage.ruleset)
    }
  }
}
