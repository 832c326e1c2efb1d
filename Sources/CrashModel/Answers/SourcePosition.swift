/// Which source frame of a report is meant.
public struct SourcePosition: Hashable, Sendable {
  /// The position in `CrashReport.frames`.
  public var frame: Int
  /// The position in the frame's `FrameResolution.sources`, 0 for the innermost.
  public var source: Int

  /// Names a source frame.
  public init(frame: Int, source: Int) {
    self.frame = frame
    self.source = source
  }
}
