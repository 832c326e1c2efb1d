extension String {
  /// Returns the text with blanks after it up to a width in bytes.
  public func padded(to width: Int) -> String { self + String(repeating: " ", count: max(width - utf8.count, 0)) }

  /// Returns the text with blanks before it up to a width in bytes.
  public func aligned(to width: Int) -> String { String(repeating: " ", count: max(width - utf8.count, 0)) + self }
}
