/// One function at one place in the source. A resolved address yields one or more, innermost first: all but the last are
/// inlined into the one that follows.
public struct SourceFrame: Hashable, Sendable {
  /// The name to show: demangled, unless demangling was switched off or failed.
  public var function: String
  /// The name as the linker knows it, when it differs from `function`.
  public var linkageName: String?
  /// The path as the debug information gives it, joined with the compilation directory; nil when unknown.
  public var file: String?
  /// The line, counted from 1; nil when unknown or compiler-generated.
  public var line: UInt32?
  /// The column, counted from 1; nil when unknown.
  public var column: UInt32?
  /// Whether the function was inlined into the next frame.
  public var inlined: Bool
  /// Whether the line is that of the nearest earlier row, because the row of the address itself has line 0.
  public var approximate: Bool
  /// A link to the line, ready to be printed: ASCII without blanks; nil when none was asked for or none can be made.
  public var url: String?

  /// Makes a frame; everything but the name may be unknown.
  public init(
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
