extension String {
  /// Returns the text in at most `width` characters: where it is longer, its middle is replaced by `…`. At least one character is left.
  func shortened(to width: Int) -> String {
    guard count > width else { return self }
    let kept = max(width, 1) - 1
    return prefix(kept - kept / 2) + "…" + suffix(kept / 2)
  }

  /// Returns a line wrapped at blanks into lines of at most `width` characters, the later ones indented; a word that is longer stays whole.
  package func folded(to width: Int) -> [String] {
    let indent = String(repeating: " ", count: Swift.min(prefix { $0 == " " }.count + 4, width / 2))
    var lines: [String] = []
    var rest = self
    while rest.count > width {
      let margin = rest.prefix { $0 == " " }.endIndex
      let limit = rest.index(rest.startIndex, offsetBy: width)
      guard margin < limit, let end = rest[margin...limit].lastIndex(of: " ") ?? rest[limit...].firstIndex(of: " "),
        let next = rest[end...].firstIndex(where: { $0 != " " }), let last = rest[..<end].lastIndex(where: { $0 != " " })
      else { break }
      lines.append(String(rest[...last]))
      rest = indent + rest[next...]
    }
    return lines + [rest]
  }
}
