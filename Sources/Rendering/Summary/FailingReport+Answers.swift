import CrashModel
import Triage

extension FailingReport {
  /// Names the images and source maps of an answered report whose frames have no name. Its frames were counted already.
  init(_ answers: SymbolicatedReport, _ tally: FrameTally) {
    var names: [String] = []
    for position in 0..<min(answers.report.callFrameCount, answers.resolutions.count) {
      let frame = answers.report.frames.span[position].image
      guard let image = frame, answers.report.images.indices.contains(image), answers.report.images[image].inApp else { continue }
      let resolution = answers.resolutions[position]
      let isNamed = resolution.basis == .line || resolution.basis == .symbol
      guard !isNamed || resolution.fromMismatch else { continue }
      let name = answers.report.images[image].name ?? "?"
      if !names.contains(name) { names.append(name) }
    }
    for map in MissingSourceMap.list(answers) where !names.contains(map.bundle) { names.append(map.bundle) }
    let resolved = tally.resolvedAppFrames + tally.resolvedAppScriptFrames
    let unresolved = tally.appFrames - tally.resolvedAppFrames + tally.unmappedScriptFrames
    self.init(
      path: answers.report.partCount > 1 ? "\(answers.path)#\(answers.report.part)" : answers.path,
      frames: resolved + unresolved, unresolved: unresolved, images: names)
  }
}
