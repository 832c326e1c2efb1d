/// A path of keys with gaps: `threads[].id`; `*` stands for any key.
package struct JSONPathPattern: Sendable {
  /// The steps: a key, `[]` for any element of an array, or `*`.
  let steps: [String]

  /// Parses a path. Keys contain neither dots nor brackets.
  package init(_ text: String) {
    // By bytes: by characters, the table of a format takes as long as reading a report.
    var steps: [String] = []
    steps.reserveCapacity(8)
    var start = text.startIndex
    var at = start
    while at < text.endIndex {
      let byte = text.utf8[at]
      if byte == UInt8(ascii: ".") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]") {
        if start < at, byte != UInt8(ascii: "]") { steps.append(String(text[start..<at])) }
        if byte == UInt8(ascii: "[") { steps.append("[]") }
        start = text.utf8.index(after: at)
      }
      at = text.utf8.index(after: at)
    }
    if start < at { steps.append(String(text[start..<at])) }
    self.steps = steps
  }

  /// Returns whether a path begins with these steps.
  func begins(with others: [String]) -> Bool {
    others.enumerated().allSatisfy { position, step in matches(step == "[]" ? nil : step, at: position) }
  }

  /// Returns whether the step at a position is a key, or, for nil, an element of an array.
  func matches(_ key: String?, at position: Int) -> Bool {
    guard position < steps.count else { return false }
    guard let key else { return steps[position] == "[]" }
    return steps[position] == "*" || steps[position] == key
  }
}
