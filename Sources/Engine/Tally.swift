public import CrashModel

/// Counts what became of frames, for messages and exit codes.
public struct Tally: Hashable, Sendable {
  /// Reports that were answered.
  public var reports = 0
  /// Frames that a debug file named.
  public var resolvedFrames = 0
  /// Frames with an address and no name at all.
  public var unresolvedFrames = 0
  /// Frames of the app's images that no debug file named and for which the reporter gives no source line either.
  public var unresolvedAppFrames = 0

  /// Nothing yet.
  public init() {}

  /// Counts the frames of one report.
  public mutating func add(_ answers: SymbolicatedReport) {
    reports += 1
    for (frame, resolution) in zip(answers.report.frames, answers.resolutions) {
      switch resolution.basis {
      case .line, .symbol: resolvedFrames += 1
      case .none: if frame.address != nil { unresolvedFrames += 1 }
      case .reported: break
      }
      guard let image = frame.image, answers.report.images.indices.contains(image), answers.report.images[image].inApp else {
        continue
      }
      switch resolution.basis {
      case .none: unresolvedAppFrames += 1
      case .reported: if frame.reported?.file == nil { unresolvedAppFrames += 1 }
      case .line, .symbol: break
      }
    }
  }

  /// Whether there was something to resolve and nothing could be.
  public var isFruitless: Bool { resolvedFrames == 0 && unresolvedFrames > 0 }
}
