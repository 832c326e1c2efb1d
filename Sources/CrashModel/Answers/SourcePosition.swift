/// The position of a source frame in a report.
public struct SourcePosition: Hashable, Sendable {
  /// The position in `CrashReport.frames`.
  public var frame: Int
  /// The position in the frame's `FrameResolution.sources`, 0 for the innermost.
  public var source: Int

  /// Refers to a source frame.
  public init(frame: Int, source: Int) {
    self.frame = frame
    self.source = source
  }
}
