extension VariableValue {
  /// The value in one line: `{cents = 3, label = "seven"}`, `0x7ffe12340010 (stack)`, `optimized out`.
  package var text: String {
    switch self {
    case .number(let text), .named(let text): text
    case .pointer(let pointer): pointer.words
    case .text(let text): Self.quoted(text)
    case .members(let members):
      "{" + members.map { $0.name.isEmpty ? $0.value.partText : "\($0.name) = \($0.value.partText)" }.joined(separator: ", ")
        + "}"
    case .elements(let elements, let count):
      "[" + elements.map(\.partText).joined(separator: ", ")
        + (count > elements.count ? "\(elements.isEmpty ? "" : ", ")… \(count) elements" : "") + "]"
    case .absent(let reason): reason.rawValue
    }
  }

  /// The text inside of another value, where words of a reason would read as a name.
  private var partText: String {
    if case .absent(let reason) = self { return "<\(reason.rawValue)>" }
    return text
  }

  /// The reason why nothing of the value is known, or nil if something is.
  package var reason: Reason? {
    if case .absent(let reason) = self { return reason }
    return nil
  }

  private static func quoted(_ text: String) -> String { "\"\(text)\"" }
}

extension VariableValue.Pointer {
  fileprivate var words: String {
    let number = address == 0 ? "null" : "0x" + String(address, radix: 16)
    let parts = [number, note.map { address == 0 ? $0 : "(\($0))" }, text.map { "\"\($0)\"" }]
    return parts.compactMap(\.self).joined(separator: " ")
  }
}
