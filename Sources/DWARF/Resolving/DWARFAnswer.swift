public import SymbolModel

/// One function at one place.
public struct DWARFFrame: Sendable {
  /// The function; nil for a place alone.
  public var function: DWARFFunction?
  /// The path, joined with the compilation directory; nil when unknown.
  public var file: String?
  /// The line, counted from 1; nil for code without a source line.
  public var line: UInt32?
  /// The column, counted from 1; nil when unknown.
  public var column: UInt32?
  /// Whether the line is that of an earlier row, because the address's own row has line 0.
  public var approximate: Bool

  /// Makes a frame; nil stands for what is unknown.
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

/// What the debug information says about one address.
public struct DWARFAnswer: Sendable {
  /// The functions, innermost first, the last one the real function; of an address that no function holds its place alone.
  public let frames: [DWARFFrame]
  /// The lowest address of the range of the real function that holds the address.
  public let functionStart: LinkAddress?

  /// Puts an answer together.
  public init(frames: [DWARFFrame], functionStart: LinkAddress?) {
    self.frames = frames
    self.functionStart = functionStart
  }

  /// The answer for an address that no function holds.
  public init(place: DWARFFrame) { self.init(frames: [place], functionStart: nil) }

  /// Whether a function holds the address.
  public var hasFunction: Bool { frames.last?.function != nil }
}
