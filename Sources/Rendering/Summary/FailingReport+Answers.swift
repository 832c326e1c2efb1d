import CrashModel
import Triage

extension FailingReport {
  /// Names the images and source maps of an answered report whose frames have no name. Its frames were counted already.
  init(_ answers: SymbolicatedReport, _ tally: FrameTally) {
    let images = answers.report.images
    var isListed = Array(repeating: false, count: images.count)
    var names: [String] = []
    var isNamed: Set<String> = []
    for position in 0..<min(answers.report.callFrameCount, answers.resolutions.count) {
      guard let image = answers.report.frames.span[position].image, images.indices.contains(image), !isListed[image],
        images.span[image].inApp
      else { continue }
      let basis = answers.resolutions.span[position].basis
      guard (basis != .line && basis != .symbol) || answers.resolutions.span[position].fromMismatch else { continue }
      isListed[image] = true
      let name = images[image].name ?? "?"
      if isNamed.insert(name).inserted { names.append(name) }
    }
    for map in MissingSourceMap.list(answers) where isNamed.insert(map.bundle).inserted { names.append(map.bundle) }
    let resolved = tally.resolvedAppFrames + tally.resolvedAppScriptFrames
    let unresolved = tally.appFrames - tally.resolvedAppFrames + tally.unmappedScriptFrames
    self.init(
      path: answers.report.partCount > 1 ? "\(answers.path)#\(answers.report.part)" : answers.path,
      frames: resolved + unresolved, unresolved: unresolved, images: names)
  }
}
