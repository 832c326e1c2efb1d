package import CrashModel
internal import Rendering

/// Counts the results of frames, for messages and exit codes.
package struct Tally: Hashable, Sendable {
  /// Reports that were answered.
  package var reports = 0
  /// Frames that a debug file named.
  package var resolvedFrames = 0
  /// Frames with an address and no name at all.
  package var unresolvedFrames = 0
  /// Frames of the app's images that no debug file named and for which the reporter gives no source line either, and frames in
  /// bundles that no source map named.
  package var unresolvedAppFrames = 0

  /// Nothing counted yet.
  package init() {}

  /// Counts the frames of one report.
  package mutating func add(_ answers: SymbolicatedReport) { add(answers, FrameTally(answers)) }

  /// Does the same for a report whose frames were counted already.
  mutating func add(_ answers: SymbolicatedReport, _ frames: FrameTally) {
    reports += 1
    resolvedFrames += frames.resolvedFrames + frames.resolvedScriptFrames
    unresolvedAppFrames += frames.appFrames - frames.resolvedAppFrames + frames.unmappedScriptFrames
    unresolvedFrames += answers.resolutions.indices.count { position in
      answers.resolutions[position].basis == .none && answers.report.frames[position].address != nil
    }
  }

  /// Takes numbers as `numbers` gives them. Returns nil if there are more or fewer.
  init?(numbers: [Int]) {
    guard numbers.count == 4 else { return nil }
    (reports, resolvedFrames, unresolvedFrames, unresolvedAppFrames) = (numbers[0], numbers[1], numbers[2], numbers[3])
  }

  /// All counts in a fixed order.
  var numbers: [Int] { [reports, resolvedFrames, unresolvedFrames, unresolvedAppFrames] }

  /// Adds another count.
  package mutating func add(_ other: Tally) {
    reports += other.reports
    resolvedFrames += other.resolvedFrames
    unresolvedFrames += other.unresolvedFrames
    unresolvedAppFrames += other.unresolvedAppFrames
  }

  /// Whether there was something to resolve and nothing was resolved.
  package var isFruitless: Bool { resolvedFrames == 0 && unresolvedFrames > 0 }
}
