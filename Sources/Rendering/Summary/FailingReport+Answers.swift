import CrashModel
import Triage

extension FailingReport {
  /// Names the images of an answered report whose frames have no name. Its frames were counted already.
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
    self.init(
      path: answers.report.partCount > 1 ? "\(answers.path)#\(answers.report.part)" : answers.path, frames: tally.appFrames,
      unresolved: tally.appFrames - tally.resolvedAppFrames, images: names)
  }
}
