/// The meaning of a piece of text, which a terminal shows by a color.
package enum TextStyle: Sendable {
  /// The header of the thread that crashed.
  case crashedThread
  /// The line of a frame of the app.
  case appFrame
  /// A file and line.
  case place
  /// The mark of an inlined function.
  case inlinedMark
  /// The mark of an answer from a debug file with another ID.
  case warning
}

/// A piece of text with a style.
package struct StyledRange: Sendable {
  /// The bytes of the text.
  package let range: Range<Int>
  package let style: TextStyle
  /// The link to the source line that the piece names, or nil if there is none.
  package let link: String?

  /// Gives bytes of a text a style.
  package init(_ range: Range<Int>, _ style: TextStyle, link: String? = nil) {
    self.range = range
    self.style = style
    self.link = link
  }

  /// Returns the same style of bytes that are `distance` bytes later.
  package func moved(by distance: Int) -> StyledRange {
    StyledRange(range.lowerBound + distance..<range.upperBound + distance, style, link: link)
  }
}
