/// Lines of a source file around the line of a source frame.
public struct SourceExcerpt: Hashable, Sendable {
  /// The path that the file was read from.
  public var path: String
  /// The number of the first line shown, counted from 1.
  public var firstLine: Int
  /// The lines without their ends, at least one. Bytes that are no UTF-8 are replaced.
  public var lines: [String]
  /// The number of the line that the source frame names; one of those shown.
  public var line: Int
  /// Whether the file was changed after the debug file was: its lines may have moved. Nil when unknown.
  public var isNewerThanDebugFile: Bool?

  /// Makes an excerpt whose age is unknown.
  public init(path: String, firstLine: Int, lines: [String], line: Int) {
    self.path = path
    self.firstLine = firstLine
    self.lines = lines
    self.line = line
  }
}
