package import CrashModel
package import Triage

extension PartialSummary {
  /// Adds a resolved report, whose frames were counted: its counts, its missing debug files and, if it has triage, its event.
  /// The stack of the event is kept, too.
  package mutating func add(_ answers: SymbolicatedReport, _ tally: FrameTally) {
    if let stack = GroupStack(answers) { add(stack) }
    if let revision = answers.report.revision, let event = CrashEvent(answers) {
      let version = AppVersion(app: event.app, version: AppVersion.name(event.version, build: event.build))
      revisions[version] = min(revisions[version] ?? revision, revision)
    }
    counts.done += 1
    counts.appFrames += tally.appFrames
    counts.resolvedFrames += tally.resolvedAppFrames
    counts.scriptFrames += tally.resolvedAppScriptFrames + tally.unmappedScriptFrames
    counts.resolvedScriptFrames += tally.resolvedAppScriptFrames
    for position in tally.imagesWithoutSymbols(of: answers) {
      let image = answers.report.images[position]
      let status = answers.imageStatuses[position]
      if status.status == .damaged {
        let path = status.debugFiles.first ?? image.name ?? "?"
        damaged.append(
          DamagedFile(path: path, reason: answers.reason(ofImage: position) ?? "damaged", frames: tally.framesByImage[position]))
        continue
      }
      let isMiss = answers.imageStatuses[position].status == .mismatch
      missing.append(
        MissingFile(
          name: image.name, arch: image.architecture?.name, id: image.id?.description ?? image.idText, version: image.version,
          frames: tally.framesByImage[position], nearMiss: isMiss ? answers.imageStatuses[position].debugFiles.first : nil))
    }
    for map in tally.unmappedScriptFrames > 0 ? MissingSourceMap.list(answers) : [] {
      missing.append(MissingFile(name: map.name, arch: nil, id: map.debugID, version: nil, frames: map.frames, nearMiss: nil))
    }
    if let gap = SystemSymbolsGap(answers, tally) {
      missingSystems.append(MissingSystem(name: gap.name, reports: 1, frames: gap.frames))
    }
    add(warnings: answers.report.diagnostics.lazy.filter { $0.severity == .warning }.map(\.message))
    if tally.appFrames > tally.resolvedAppFrames || tally.unmappedScriptFrames > 0 {
      failing.append(FailingReport(answers, tally))
    }
    if let triage = answers.triage, let incident = CrashEvent(answers) { add(incident, triage) }
  }
}
