/// The text of an answered report's frames that are lines of the input.
package protocol FrameWording {
  /// Writes the lines that replace the text of the frame at a position, innermost first, the last one for the frame's own line.
  /// Returns false if it stays as it is.
  func write(_ frame: Int, to writer: inout LineWriter) -> Bool

  /// Returns the parts of these lines, without the position in the image that some styles put before them, or nil if the frame
  /// stays as it is.
  func words(of frame: Int) -> [FrameWords]?

  /// Returns whether a frame is one of the app.
  func isInApp(_ frame: Int) -> Bool

  /// Returns the text to put before a frame's text if that is the reporter's own, or nil for nothing.
  func distance(of frame: Int) -> String?

  /// The lines to insert below a frame, or nil for none.
  var note: FrameNote? { get }
}

extension FrameWording {
  /// Returns the lines that `write` writes, with the styles of their pieces if `isStyled`, or nil if the frame stays as it is.
  /// With `omitsOffsets`, distances from the starts of functions are left out.
  package func lines(of frame: Int, isStyled: Bool = false, omitsOffsets: Bool = false) -> [StyledText]? {
    var writer = LineWriter(isStyled: isStyled)
    writer.omitsOffsets = omitsOffsets
    return write(frame, to: &writer) ? writer.finish().lines : nil
  }

  /// Returns the same lines as strings.
  package func texts(of frame: Int) -> [String]? {
    lines(of: frame).map { $0.map { String(decoding: $0.bytes, as: UTF8.self) } }
  }
}

/// The lines to insert below a frame of a text report.
package struct FrameNote: Sendable {
  /// The frame's position in the report.
  package var frame: Int
  /// The lines, without line ends.
  package var lines: [String]

  /// Creates a note of `lines` below a frame.
  package init(frame: Int, lines: [String]) {
    self.frame = frame
    self.lines = lines
  }
}
