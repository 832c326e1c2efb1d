/// The text of an answered report's frames that are lines of the input.
public protocol FrameWording {
  /// Writes the lines that replace the text of the frame at a position, innermost first, the last one for the frame's own line.
  /// Returns false if it stays as it is.
  func write(_ frame: Int, to writer: inout LineWriter) -> Bool

  /// Returns the text to put before a frame's text if that is the reporter's own, or nil for nothing.
  func distance(of frame: Int) -> String?

  /// The lines to insert below a frame, or nil for none.
  var note: FrameNote? { get }
}

extension FrameWording {
  /// Returns the lines that `write` writes, or nil if the frame stays as it is.
  public func texts(of frame: Int) -> [String]? {
    var writer = LineWriter()
    return write(frame, to: &writer) ? writer.lines : nil
  }
}

/// The lines to insert below a frame of a text report.
public struct FrameNote: Sendable {
  /// The frame's position in the report.
  public var frame: Int
  /// The lines, without line ends.
  public var lines: [String]

  /// Creates a note of `lines` below a frame.
  public init(frame: Int, lines: [String]) {
    self.frame = frame
    self.lines = lines
  }
}
