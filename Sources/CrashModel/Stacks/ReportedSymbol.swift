/// A name that the reporter gave an address on the device.
public struct ReportedSymbol: Hashable, Sendable {
  /// The symbol's name as reported, or nil if only a file is given.
  public var symbol: String?
  /// The distance in bytes of the frame's address from the symbol's start.
  public var offset: UInt64?
  /// The source file's name or path.
  public var file: String?
  /// The line, counted from 1.
  public var line: UInt32? {
    get { place.line == LineAndColumn.unknown ? nil : place.line }
    set { place.line = newValue ?? LineAndColumn.unknown }
  }
  /// The column as the reporter counts it; only for scripts, where a line may hold a whole program.
  public var column: UInt32? {
    get { place.column == LineAndColumn.unknown ? nil : place.column }
    set { place.column = newValue ?? LineAndColumn.unknown }
  }

  /// Line and column in the room of one optional number: there is one of these for every frame of a report.
  private struct LineAndColumn: Hashable, Sendable {
    static let unknown = UInt32.max

    var line = unknown
    var column = unknown
  }

  private var place = LineAndColumn()

  /// Creates a name; everything may be unknown.
  public init(symbol: String? = nil, offset: UInt64? = nil, file: String? = nil, line: UInt32? = nil) {
    self.symbol = symbol
    self.offset = offset
    self.file = file
    self.line = line
  }
}
