/// One function at one position in the source. A resolved address yields one or more, innermost first: all but the last are
/// inlined into the next one.
@usableFromInline
package struct SourceFrame: Hashable, Sendable {
  /// The name to print: demangled, unless demangling is off or failed.
  @usableFromInline package var function: String
  /// The linkage name, or nil if it equals `function`.
  @usableFromInline package var linkageName: String?
  /// The path from the debug information, joined with the compilation directory, or nil if unknown.
  @usableFromInline package var file: String?
  /// The line, counted from 1, or nil if unknown or compiler-generated.
  @usableFromInline package var line: UInt32?
  /// The column, counted from 1, or nil if unknown.
  @usableFromInline package var column: UInt32?
  /// Whether the function was inlined into the next frame.
  @usableFromInline package var inlined: Bool
  /// Whether the line is that of the nearest earlier row, because the row of the address itself has line 0.
  @usableFromInline package var approximate: Bool
  /// A printable link to the line, ASCII without blanks, or nil if none was requested or possible.
  @usableFromInline package var url: String?

  /// Creates a frame; everything but the name may be unknown.
  @inlinable
  package init(
    function: String, linkageName: String? = nil, file: String? = nil, line: UInt32? = nil, column: UInt32? = nil,
    inlined: Bool = false, approximate: Bool = false
  ) {
    self.function = function
    self.linkageName = linkageName
    self.file = file
    self.line = line
    self.column = column
    self.inlined = inlined
    self.approximate = approximate
  }
}
