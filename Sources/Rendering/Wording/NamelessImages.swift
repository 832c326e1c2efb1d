import CrashModel

/// The images to name in the messages about a report that has no frames of the app and does not say which build of the system it is
/// from, so that nothing else tells which debug files it lacks.
struct NamelessImages {
  /// The maximum number of images that are listed.
  private static let maxCount = 3
  /// The positions of the images to list, those with most frames first.
  let listed: [Int]
  /// The number of images after them.
  let rest: Int

  /// Finds the images with an ID, without a debug file, and with frames that have no name. There are none if other messages name
  /// images: those of the app, or a build of the system.
  init(_ answers: SymbolicatedReport, _ tally: FrameTally) {
    let report = answers.report
    guard tally.appFrames == 0, SystemSymbolsGap(answers, tally)?.advice == nil else {
      (listed, rest) = ([], 0)
      return
    }
    var frames = Array(repeating: 0, count: report.images.count)
    for frame in 0..<min(report.callFrameCount, answers.resolutions.count) where answers.resolutions.span[frame].basis == .none {
      if let image = report.frames.span[frame].image, frames.indices.contains(image) { frames[image] += 1 }
    }
    let found = report.images.indices.filter { position in
      guard frames[position] > 0, report.images[position].id != nil, !report.images[position].isPlaceholder else { return false }
      let status = answers.imageStatuses[position]
      return status.usedMismatch == nil && (status.status == .missing || status.status == .mismatch)
    }.sorted { (frames[$1], $0) < (frames[$0], $1) }
    (listed, rest) = (Array(found.prefix(Self.maxCount)), max(found.count - Self.maxCount, 0))
  }
}
