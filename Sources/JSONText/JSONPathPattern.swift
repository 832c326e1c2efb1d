/// A path of keys with gaps: `threads[].id`; `*` stands for any key.
package struct JSONPathPattern: Sendable {
  /// One step of a path.
  enum Step: Sendable {
    /// Any element of an array: `[]`.
    case element
    /// The member with any key: `*`.
    case anyKey
    /// The member with this key.
    case key(JSONName)
  }

  let steps: [Step]

  /// Parses a path. Keys contain neither dots nor brackets.
  package init(_ text: String) {
    // By bytes: by characters, the table of a format takes as long as reading a report.
    var steps: [Step] = []
    steps.reserveCapacity(8)
    var start = text.startIndex
    var at = start
    while at < text.endIndex {
      let byte = text.utf8[at]
      if byte == UInt8(ascii: ".") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]") {
        if start < at, byte != UInt8(ascii: "]") { steps.append(Self.step(text[start..<at])) }
        if byte == UInt8(ascii: "[") { steps.append(.element) }
        start = text.utf8.index(after: at)
      }
      at = text.utf8.index(after: at)
    }
    if start < at { steps.append(Self.step(text[start..<at])) }
    self.steps = steps
  }

  private static func step(_ key: Substring) -> Step { key == "*" ? .anyKey : .key(JSONName(String(key))) }

  /// Returns whether a path begins with these steps.
  func begins(with others: [Step]) -> Bool {
    guard others.count <= steps.count else { return false }
    return zip(steps, others).allSatisfy { step, other in
      switch (step, other) {
      case (.element, .element), (.anyKey, .key), (.anyKey, .anyKey): true
      case (.key(let one), .key(let other)): one.bytes == other.bytes
      default: false
      }
    }
  }

  /// Returns whether the step at a position is a key, or, for nil, an element of an array.
  func matches(_ key: JSONKey?, at position: Int) -> Bool {
    guard position < steps.count else { return false }
    switch steps[position] {
    case .element: return key == nil
    case .anyKey: return key != nil
    case .key(let name): return key?.equals(name) ?? false
    }
  }
}
