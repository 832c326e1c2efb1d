/// Classes of bytes.
enum Letters {
  /// Whether a byte is an ASCII digit.
  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// Whether a byte is an ASCII letter.
  static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  /// Whether a byte is an ASCII letter in upper case.
  static func isUpper(_ byte: UInt8) -> Bool { byte &- 0x41 < 26 }

  /// Whether a byte is an ASCII letter or digit.
  static func isAlphanumeric(_ byte: UInt8) -> Bool { isDigit(byte) || isLetter(byte) }

  /// Whether a byte belongs to a word of any language: a letter, a digit, or a part of a character beyond ASCII.
  static func isWord(_ byte: UInt8) -> Bool { isAlphanumeric(byte) || byte >= 0x80 }

  /// Whether a byte is a hexadecimal digit.
  static func isHexDigit(_ byte: UInt8) -> Bool { isDigit(byte) || (byte | 0x20) &- 0x61 < 6 }

  /// Returns the value of a hexadecimal digit.
  static func digit(_ byte: UInt8) -> UInt8? { isDigit(byte) ? byte - 0x30 : isHexDigit(byte) ? (byte | 0x20) - 0x57 : nil }

  /// Returns an ASCII letter in lower case, and every other byte as it is.
  static func lower(_ byte: UInt8) -> UInt8 { isUpper(byte) ? byte | 0x20 : byte }

  /// Whether a byte is a blank, a control character or the end of a text.
  static func isBlank(_ byte: UInt8) -> Bool { byte <= 0x20 || byte == 0x7f }

  /// Whether a byte ends a line or a text.
  static func endsLine(_ byte: UInt8) -> Bool { byte == 0x0a || byte == 0x0d || byte == 0 }

  /// Whether a byte separates the names in a path.
  static func isSeparator(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") }

  /// Whether a byte is a quote.
  static func isQuote(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "`")
  }

  /// Whether a byte may be inside a token: letters, digits, and the marks of base64 and of JSON web tokens.
  static func isToken(_ byte: UInt8) -> Bool { isAlphanumeric(byte) || "._-+/=~".utf8.contains(byte) }
}
