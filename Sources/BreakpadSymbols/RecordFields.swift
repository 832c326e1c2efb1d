import Bytes

/// The fields of one record, read from left to right. Records are lines; blanks separate their fields, and only the last field may
/// hold blanks.
struct RecordFields {
  private var position: Int
  private let end: Int

  /// Begins at a position of a line that ends at `end`.
  init(_ start: Int, _ end: Int) {
    position = start
    self.end = end
  }

  /// Whether nothing but blanks is left.
  mutating func isAtEnd(in text: Span<UInt8>) -> Bool {
    skipBlanks(in: text)
    return position >= end
  }

  /// Returns the next field, which is empty at the end.
  mutating func word(in text: Span<UInt8>) -> Range<Int> {
    skipBlanks(in: text)
    let start = position
    while position < end, !Self.isBlank(text[position]) { position += 1 }
    return start..<position
  }

  /// Returns the next field as a hexadecimal number, or nil if it is none.
  mutating func hex(in text: Span<UInt8>) -> UInt64? {
    skipBlanks(in: text)
    guard let number = HexNumberScan.number(in: text, from: position, to: end), number.end > position,
      number.end == end || Self.isBlank(text[number.end])
    else { return nil }
    position = number.end
    return number.value
  }

  /// Returns the next field as a decimal number, 0 for a negative one, or nil if it is no number below 2^32.
  mutating func decimal(in text: Span<UInt8>) -> UInt32? {
    let word = word(in: text)
    guard let first = word.first else { return nil }
    let isNegative = text[first] == UInt8(ascii: "-")
    guard let value = DecimalText.value(in: text, isNegative ? first + 1..<word.upperBound : word) else { return nil }
    return isNegative ? 0 : UInt32(exactly: value)
  }

  /// Skips the field `m`, which says that several symbols share the code.
  mutating func skipMultiple(in text: Span<UInt8>) {
    var next = self
    let word = next.word(in: text)
    if word.count == 1, text[word.lowerBound] == UInt8(ascii: "m") { self = next }
  }

  /// Returns the position of the last field, without the blanks before it.
  mutating func restStart(in text: Span<UInt8>) -> Int {
    skipBlanks(in: text)
    return position
  }

  private mutating func skipBlanks(in text: Span<UInt8>) {
    while position < end, Self.isBlank(text[position]) { position += 1 }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}
