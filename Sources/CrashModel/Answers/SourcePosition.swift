/// The position of a source frame in a report.
package struct SourcePosition: Hashable, Sendable {
  /// The position in `CrashReport.frames`.
  package var frame: Int
  /// The position in the frame's `FrameResolution.sources`, 0 for the innermost.
  package var source: Int

  /// Refers to a source frame.
  package init(frame: Int, source: Int) {
    self.frame = frame
    self.source = source
  }
}
