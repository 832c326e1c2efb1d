/// The operands of an instruction in assembler.
enum OperandText {
  /// Splits operands at the commas outside brackets and braces.
  static func split(_ text: some StringProtocol) -> [String] {
    var parts: [String] = []
    var part = ""
    var depth = 0
    for character in text {
      switch character {
      case "[", "{": depth += 1
      case "]", "}": depth -= 1
      default: break
      }
      if character == ",", depth == 0 {
        parts.append(part)
        part = ""
      } else if character != " " || !part.isEmpty {
        part.append(character)
      }
    }
    if !part.isEmpty { parts.append(part) }
    return parts
  }

  /// Returns the text between the first bracket and the one that closes it, or nil without brackets.
  static func inBrackets(_ text: String) -> String? {
    guard let start = text.firstIndex(of: "["), let end = text[start...].firstIndex(of: "]") else { return nil }
    return String(text[text.index(after: start)..<end])
  }

  /// Reads `#0x10`, `0x10`, `-8`, `#-0x10`.
  static func number(_ text: some StringProtocol) -> Int64? {
    var digits = text.drop { $0 == "#" }
    let isNegative = digits.first == "-"
    if isNegative { digits = digits.dropFirst() }
    let magnitude = digits.hasPrefix("0x") ? UInt64(digits.dropFirst(2), radix: 16) : UInt64(digits)
    return magnitude.map { isNegative ? 0 &- Int64(bitPattern: $0) : Int64(bitPattern: $0) }
  }
}
