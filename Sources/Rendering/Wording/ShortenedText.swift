extension String {
  /// Returns the text in at most `width` characters: where it is longer, its middle is replaced by `…`. At least one character is left.
  func shortened(to width: Int) -> String {
    guard count > width else { return self }
    let kept = max(width, 1) - 1
    return prefix(kept - kept / 2) + "…" + suffix(kept / 2)
  }
}
