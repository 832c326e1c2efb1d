/// A path of keys with gaps: `threads[].id`; `*` stands for any key.
package struct JSONPathPattern: Sendable {
  /// The steps: a key, `[]` for any element of an array, or `*`.
  let steps: [String]

  /// Parses a path. Keys contain neither dots nor brackets.
  package init(_ text: String) {
    // By bytes: by characters, the table of a format takes as long as reading a report.
    steps = text.utf8.split(separator: UInt8(ascii: ".")).flatMap { part -> [String] in
      let key = part.prefix { $0 != UInt8(ascii: "[") }
      let elements = part.dropFirst(key.count).filter { $0 == UInt8(ascii: "[") }
      return (key.isEmpty ? [] : [String(decoding: key, as: UTF8.self)]) + elements.map { _ in "[]" }
    }
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
