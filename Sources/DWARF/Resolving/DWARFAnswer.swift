public import SymbolModel

/// One function at one position in the source.
public struct DWARFFrame: Sendable {
  /// The function, or nil for a position alone.
  public var function: DWARFFunction?
  /// The path, joined with the compilation directory, or nil if unknown.
  public var file: String?
  /// The line, counted from 1, or nil for code without a source line.
  public var line: UInt32?
  /// The column, counted from 1, or nil if unknown.
  public var column: UInt32?
  /// Whether the line is that of an earlier row, because the address's own row has line 0.
  public var approximate: Bool

  /// Creates a frame; nil means unknown.
  public init(
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
public struct DWARFAnswer: Sendable {
  /// The functions, innermost first, the last one the real function. If no function contains the address, a single frame with its
  /// position.
  public let frames: [DWARFFrame]
  /// The start of the real function's range that contains the address.
  public let functionStart: LinkAddress?

  /// Creates the answer.
  public init(frames: [DWARFFrame], functionStart: LinkAddress?) {
    self.frames = frames
    self.functionStart = functionStart
  }

  /// The answer for an address that no function contains.
  public init(place: DWARFFrame) { self.init(frames: [place], functionStart: nil) }

  /// Whether a function contains the address.
  public var hasFunction: Bool { frames.last?.function != nil }
}
