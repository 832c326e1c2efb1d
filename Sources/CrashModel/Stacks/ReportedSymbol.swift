/// A name that the reporter gave an address on the device.
@usableFromInline
package struct ReportedSymbol: Hashable, Sendable {
  /// The symbol's name as reported, or nil if only a file is given.
  @usableFromInline package var symbol: String?
  /// The distance in bytes of the frame's address from the symbol's start.
  package var offset: UInt64?
  /// The source file's name or path.
  package var file: String?
  /// The line, counted from 1.
  package var line: UInt32?
  /// The column as the reporter counts it; only for scripts, where a line may hold a whole program.
  package var column: UInt32?

  /// Creates a name; everything may be unknown.
  package init(symbol: String? = nil, offset: UInt64? = nil, file: String? = nil, line: UInt32? = nil) {
    self.symbol = symbol
    self.offset = offset
    self.file = file
    self.line = line
  }
}
