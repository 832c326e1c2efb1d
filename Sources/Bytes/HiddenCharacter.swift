/// Characters that change how the text around them is shown: control characters but line feeds and tabs, line separators, and the
/// marks, overrides and isolates of bidirectional text (Unicode Standard Annex 9, section 2). A hostile name could otherwise color a
/// terminal, hide lines, or show a path backwards.
package enum HiddenCharacter {
  /// Returns whether a character is one of them. A carriage return counts, although one before a line feed may stay.
  package static func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0a: false
    case 0..<0x20, 0x7f...0x9f, 0x61c, 0x200e, 0x200f, 0x2028...0x202e, 0x2066...0x2069: true
    default: false
    }
  }

  /// Returns the first one at or after `start`, which must begin a character, or nil if there is none. A byte from 0x80 to 0x9F
  /// that is part of no character counts, since terminals may take it for a control character. A carriage return before a line
  /// feed does not count.
  package static func first(in text: Span<UInt8>, from start: Int = 0) -> Range<Int>? {
    var position = start
    while true {
      position = ByteSearch.besideText(in: text, from: position)
      guard position < text.count else { return nil }
      let (count, isHidden) = character(in: text, at: position)
      if isHidden { return position..<position + count }
      position += count
    }
  }

  /// Returns the number of bytes of the character at a position, which is 1 for a byte that is part of none, and whether it is
  /// hidden.
  private static func character(in text: Span<UInt8>, at position: Int) -> (count: Int, isHidden: Bool) {
    let byte = text[position]
    let next = position + 1 < text.count ? text[position + 1] : 0
    switch byte {
    case UInt8(ascii: "\r"): return (1, next != UInt8(ascii: "\n"))
    case 0..<0x20, 0x7f: return (1, true)
    case 0x80...0x9f: return (1, true)
    case 0xc2...0xdf where isContinuation(next):
      return (2, byte == 0xc2 && next <= 0x9f || byte == 0xd8 && next == 0x9c)
    case 0xe0...0xef where isContinuation(next):
      let last = position + 2 < text.count ? text[position + 2] : 0
      guard isContinuation(last) else { return (1, false) }
      return (3, byte == 0xe2 && isHidden(next, last))
    case 0xf0...0xf4 where isContinuation(next):
      let isWhole = position + 3 < text.count && isContinuation(text[position + 2]) && isContinuation(text[position + 3])
      return (isWhole ? 4 : 1, false)
    default: return (1, false)
    }
  }

  /// Returns whether E2 and these two bytes are one of U+200E, U+200F, U+2028 to U+202E and U+2066 to U+2069.
  private static func isHidden(_ second: UInt8, _ third: UInt8) -> Bool {
    switch second {
    case 0x80: third == 0x8e || third == 0x8f || (0xa8...0xae).contains(third)
    case 0x81: (0xa6...0xa9).contains(third)
    default: false
    }
  }

  private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xc0 == 0x80 }
}
