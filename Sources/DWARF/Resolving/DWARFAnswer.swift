package import SymbolModel

/// One function at one position in the source.
package struct DWARFFrame: Sendable {
  /// The function, or nil for a position alone.
  package var function: DWARFFunction?
  /// The path, joined with the compilation directory, or nil if unknown.
  package var file: String?
  /// The line, counted from 1, or nil for code without a source line.
  package var line: UInt32?
  /// The column, counted from 1, or nil if unknown.
  package var column: UInt32?
  /// Whether the line is that of an earlier row, because the address's own row has line 0.
  package var approximate: Bool

  /// Creates a frame; nil means unknown.
  package init(
    _ function: DWARFFunction? = nil, file: String? = nil, line: UInt32? = nil, column: UInt32? = nil, approximate: Bool = false
  ) {
    self.function = function
    self.file = file
    self.line = line
    self.column = column
    self.approximate = approximate
  }
}

/// The debug information's answer for one address.
package struct DWARFAnswer: Sendable {
  /// The functions, innermost first, the last one the real function. If no function contains the address, a single frame with its
  /// position.
  package let frames: [DWARFFrame]
  /// The start of the real function's range that contains the address.
  package let functionStart: LinkAddress?

  /// Creates the answer.
  package init(frames: [DWARFFrame], functionStart: LinkAddress?) {
    self.frames = frames
    self.functionStart = functionStart
  }

  /// The answer for an address that no function contains.
  package init(place: DWARFFrame) { self.init(frames: [place], functionStart: nil) }

  /// Whether a function contains the address.
  package var hasFunction: Bool { frames.last?.function != nil }
}
