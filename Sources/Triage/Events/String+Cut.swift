extension String {
  /// The text itself, or as much of its beginning as fits into a number of characters, with `...` for the rest.
  func cut(to length: Int) -> String {
    utf8.count <= length || count <= length ? self : String(prefix(max(length - 3, 0))) + "..."
  }
}
