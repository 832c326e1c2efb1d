/// Lines to be put below a frame of a text report.
public struct FrameNote: Sendable {
  /// The report's position among those of its input.
  public var part: Int
  /// The frame's position in the report.
  public var frame: Int
  /// The lines, without line ends.
  public var lines: [String]

  /// Puts lines below a frame.
  public init(part: Int, frame: Int, lines: [String]) {
    self.part = part
    self.frame = frame
    self.lines = lines
  }
}
