/// Lines of a source file around the line of a source frame.
package struct SourceExcerpt: Hashable, Sendable {
  /// The path that the file was read from.
  package var path: String
  /// The number of the first line, from 1.
  package var firstLine: Int
  /// The lines without their ends, at least one. Bytes that are not UTF-8 are replaced.
  package var lines: [String]
  /// The number of the source frame's line, which is one of `lines`.
  package var line: Int
  /// Whether the file was changed after the debug file, so that lines may have moved, or nil if unknown.
  package var isNewerThanDebugFile: Bool?

  /// Creates an excerpt of unknown age.
  package init(path: String, firstLine: Int, lines: [String], line: Int) {
    self.path = path
    self.firstLine = firstLine
    self.lines = lines
    self.line = line
  }
}
