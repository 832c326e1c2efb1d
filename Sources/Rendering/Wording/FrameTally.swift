package import CrashModel

/// Counts a report's frames by their results.
package struct FrameTally: Hashable, Sendable {
  /// Frames of the app's images.
  package var appFrames = 0
  /// Those of them that a debug file with the image's ID named, or that came with a source file.
  package var resolvedAppFrames = 0
  /// Those of them that only a debug file with another ID named (`--allow-mismatch`).
  package var mismatchedAppFrames = 0
  /// All frames of call stacks that are code, including those with only a function and a distance from its start.
  package var frames = 0
  /// Frames that a debug file named.
  package var resolvedFrames = 0
  /// Frames of scripts, which no debug file names.
  package var scriptFrames = 0
  /// Those of them with a position in a bundle, which a source map describes.
  package var bundledScriptFrames = 0
  /// Those of them that a source map named.
  package var resolvedScriptFrames = 0
  /// Those of them in sources of the app, not of packages.
  package var resolvedAppScriptFrames = 0
  /// Those that a source map would name, but none does (`SourceMapGap`).
  package var unmappedScriptFrames = 0
  /// Inlined functions in addition to the resolved frames.
  package var inlinedFunctions = 0
  /// For each image of the report, the number of frames in it.
  package var framesByImage: [Int]

  /// Counts the frames of a report.
  package init(_ answers: SymbolicatedReport) {
    framesByImage = Array(repeating: 0, count: answers.report.images.count)
    let called = min(answers.report.callFrameCount, answers.resolutions.count)
    let (frames, resolutions, images) = (answers.report.frames.span, answers.resolutions.span, answers.report.images.span)
    for position in frames.indices {
      if case .javaScript = frames[position].kind {
        count(script: frames[position], resolutions[position])
        if answers.lacksSourceMap(position) { unmappedScriptFrames += 1 }
      }
      let isCode =
        frames[position].hasAddress
        || frames[position].kind.isCode && (frames[position].imageOffset != nil || frames[position].reportedName != nil)
      guard position < called, isCode else { continue }
      let basis = resolutions[position].basis
      self.frames += 1
      let isResolved = basis == .line || basis == .symbol
      if isResolved {
        resolvedFrames += 1
        inlinedFunctions += resolutions[position].inlinedFunctions
      }
      guard let image = frames[position].image, image < images.count else { continue }
      framesByImage[image] += 1
      guard images[image].inApp else { continue }
      appFrames += 1
      if isResolved, resolutions[position].fromMismatch {
        mismatchedAppFrames += 1
      } else if isResolved || basis == .reported && frames[position].reported?.file != nil {
        resolvedAppFrames += 1
      }
    }
  }

  private mutating func count(script frame: borrowing Frame, _ resolution: borrowing FrameResolution) {
    scriptFrames += 1
    if frame.script != nil { bundledScriptFrames += 1 }
    if resolution.scriptSource != nil { resolvedScriptFrames += 1 }
    if resolution.scriptSource == .app { resolvedAppScriptFrames += 1 }
  }

  /// Returns the positions of the images with frames that lack debug files, if they belong to the app, or whose debug files are
  /// damaged.
  package func imagesWithoutSymbols(of answers: SymbolicatedReport) -> [Int] {
    answers.report.images.indices.filter { position in
      guard framesByImage[position] > 0, !answers.report.images[position].isPlaceholder else { return false }
      switch answers.imageStatuses[position].status {
      case .found, .unneeded: return false
      case .symbols: return answers.report.images[position].inApp
      case .damaged: return true
      case .missing, .mismatch:
        return answers.report.images[position].inApp && answers.imageStatuses[position].usedMismatch == nil
      }
    }
  }

  /// Returns the positions of the images with frames whose debug file has another ID and is used anyway.
  package func imagesOfAnotherBuild(of answers: SymbolicatedReport) -> [Int] {
    answers.report.images.indices.filter { framesByImage[$0] > 0 && answers.imageStatuses[$0].usedMismatch != nil }
  }
}
