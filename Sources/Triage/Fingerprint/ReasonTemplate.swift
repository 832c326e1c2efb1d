/// Replaces what differs from report to report in a text.
enum ReasonTemplate {
  /// The first line, at most 120 characters, with `#` for numbers, addresses and UUIDs, `'…'` for quoted text and `/…` for paths.
  static func text(_ reason: String) -> String {
    let line = reason.split(whereSeparator: \.isNewline).first ?? ""
    var output = ""
    var rest = line.prefix(400)
    while let next = rest.first, output.count < 120 {
      if let quoted = quoted(rest) {
        output += "'…'"
        rest = quoted
      } else if next == "/", let last = output.last, last == " " || last == "(" {
        output += "/…"
        rest = rest.drop { $0 != " " && $0 != ")" && $0 != "," }
      } else if next.isWordCharacter {
        let word = rest.prefix { $0.isWordCharacter || $0 == "-" }
        output += isVariable(word) ? "#" : String(word)
        rest = rest.dropFirst(word.count)
      } else {
        output.append(next)
        rest = rest.dropFirst()
      }
    }
    return output
  }

  /// What follows a quoted text; nil when none begins here.
  private static func quoted(_ rest: Substring) -> Substring? {
    guard let mark = rest.first, let close = ["'": "'", "\"": "\"", "“": "”", "‘": "’"][mark] else { return nil }
    guard let end = rest.dropFirst().firstIndex(of: Character(close)) else { return nil }
    return rest[end...].dropFirst()
  }

  /// Whether a word is a number, an address or a UUID.
  private static func isVariable(_ word: Substring) -> Bool {
    if word.hasPrefix("0x") { return word.dropFirst(2).allSatisfy(\.isHexDigit) }
    guard word.contains(where: \.isNumber) else { return false }
    if word.allSatisfy({ $0.isNumber || $0 == "-" }) { return true }
    return word.count >= 8 && word.allSatisfy { $0.isHexDigit || $0 == "-" }
  }
}

extension Character {
  /// Whether it is part of a word or number.
  var isWordCharacter: Bool { isLetter || isNumber || self == "_" }
}
