import CrashModel

/// The lines above the call stacks of a text that no rule reads.
struct UnreadLines {
  /// The lines, each under its key, else under its number.
  private(set) var list: [OtherValue] = []
  /// Whether the next lines continue the last value.
  private var isOpen = false

  /// Adds a line with a key.
  mutating func add(key: String, value: String) {
    list.append(OtherValue(path: key, value: .text(value)))
    isOpen = true
  }

  /// Adds a line without a key, or continues the value of the one before it.
  mutating func add(line text: String, number: Int) {
    if isOpen, let last = list.indices.last, case .text(let value) = list[last].value {
      list[last].value = .text(value.isEmpty ? text : value + "\n" + text)
    } else if !Self.isDecoration(text) {
      list.append(OtherValue(path: "line \(number)", value: .text(text)))
    }
  }

  /// Ends the value that the next line could have continued.
  mutating func close() { isOpen = false }

  /// Returns whether a line is a rule, or the fence of a block of code.
  private static func isDecoration(_ text: String) -> Bool {
    text.hasPrefix("```") || !text.contains { $0.isLetter || $0.isNumber }
  }
}
