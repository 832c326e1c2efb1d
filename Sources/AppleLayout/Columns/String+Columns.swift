extension String {
  /// The widest column in bytes: one name of a damaged report, a hundred thousand bytes long, must not make every line as long.
  private static var widestColumn: Int { 100 }

  /// Returns the text with blanks after it up to a width in bytes, or to the widest column.
  package func padded(to width: Int) -> String { self + blanks(to: width) }

  /// Returns the text with blanks before it up to a width in bytes, or to the widest column.
  package func aligned(to width: Int) -> String { blanks(to: width) + self }

  private func blanks(to width: Int) -> String {
    String(repeating: " ", count: max(min(width, Self.widestColumn) - utf8.count, 0))
  }
}
