extension [String] {
  /// The lines of a text without the section of what the layout of another program has no line for.
  package var withoutOtherInformation: [String] {
    guard let start = firstIndex(of: "Other Information:") else { return self }
    guard let end = lastIndex(of: "EOF") else { return Array(self[..<start]) + (last == "" ? [""] : []) }
    return Array(self[..<(start - 1)] + self[(end - 1)...])
  }
}
