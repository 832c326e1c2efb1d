internal import Bytes

/// Makes text of reports and debug files safe to show: a report could otherwise move the cursor, color the screen, hide lines, or
/// reverse what is read.
package enum TerminalText {
  /// Returns the text with every `HiddenCharacter` made visible: ESC becomes ␛, a lone carriage return ␍, others their number
  /// (`\u{9B}`, `\u{202E}`). Line feeds and tabs stay.
  package static func visible(_ bytes: [UInt8]) -> [UInt8] {
    var none: [Int] = []
    return visible(bytes, moving: &none)
  }

  /// Does the same. `positions` in the text, in ascending order and at ends of characters, become positions in the result.
  package static func visible(_ bytes: [UInt8], moving positions: inout [Int]) -> [UInt8] {
    guard var hidden = HiddenCharacter.first(in: bytes.span) else { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 64)
    var position = 0
    var moved = 0
    func move(before end: Int) {
      while moved < positions.count, positions[moved] < end {
        positions[moved] += result.count - position
        moved += 1
      }
    }
    while true {
      move(before: hidden.upperBound)
      result += bytes[position..<hidden.lowerBound]
      result += picture(bytes[hidden]).utf8
      position = hidden.upperBound
      guard let next = HiddenCharacter.first(in: bytes.span, from: position) else { break }
      hidden = next
    }
    move(before: .max)
    return result + bytes[position...]
  }

  /// Does the same for a string. If nothing is hidden, only reads its bytes.
  package static func visible(_ text: String) -> String {
    guard HiddenCharacter.first(in: text.utf8.span) != nil else { return text }
    return String(decoding: visible(Array(text.utf8)), as: UTF8.self)
  }

  /// Returns whether a text has printable characters of ASCII only: then it is on one line, and nothing is hidden.
  package static func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7f } }

  /// Returns the text as one line: line feeds become ␊ as well.
  package static func line(_ text: String) -> String {
    let shown = visible(text)
    guard shown.utf8.contains(UInt8(ascii: "\n")) else { return shown }
    var result = ""
    for scalar in shown.unicodeScalars {
      if scalar == "\r" { continue }
      result.unicodeScalars.append(scalar == "\n" ? "\u{240A}" : scalar)
    }
    return result
  }

  /// Returns the visible form of a hidden character.
  private static func picture(_ bytes: ArraySlice<UInt8>) -> String {
    guard let first = bytes.first else { return "" }
    if bytes.count == 1 {
      // U+2400 and up are pictures of the control characters.
      if first < 0x20 { return String(Character(Unicode.Scalar(0x2400 + UInt32(first)) ?? "\u{FFFD}")) }
      return first == 0x7f ? "\u{2421}" : "\\x" + String(first, radix: 16, uppercase: true)
    }
    let scalar = String(decoding: bytes, as: UTF8.self).unicodeScalars.first?.value ?? 0xfffd
    return "\\u{" + String(scalar, radix: 16, uppercase: true) + "}"
  }
}
