import Bytes
import SymbolModel

/// Scans one line. Offsets are relative to the start of the input; every function stays inside the range or end that it gets. The
/// front of `Text`, which has what the readers of text share and names no format.
///
/// In: the bytes of the input and a range or position in them. Out: positions, ranges, numbers, and strings. `TextLines` divides
/// a text into lines, `LineMargin` removes what a mail program or logger put before every line, `FileAndLine`, `HexNumber`,
/// `SystemText` and `CallStackLine` read parts of a line, and `ByteEdits` collects replacements. `FrameKinds` decides which
/// frames are return addresses.
///
/// Example: `TextScan.find(bytes, line, " + ")` is the position of the plus sign's blank in `main + 12`.
enum TextScan {
  /// Returns the number of bytes of the blank at `position`: 1 for a space or tab, 2 for a no-break space (C2 A0, which mail
  /// programs and web pages put into reports), 0 for anything else.
  @inline(__always)
  static func blankWidth(_ bytes: [UInt8], _ position: Int, _ end: Int) -> Int {
    StepCount.count()
    let byte = bytes[position]
    if byte == space || byte == tab { return 1 }
    if byte == 0xC2, position + 1 < end, bytes[position + 1] == 0xA0 { return 2 }
    return 0
  }

  /// Returns the number of bytes of the blank that ends before `position` and begins at `start` or after it; 0 if there is none.
  /// One byte is not enough to decide: 0xA0 also ends the letter `à` (C3 A0).
  @inline(__always)
  static func blankWidth(_ bytes: [UInt8], before position: Int, from start: Int) -> Int {
    StepCount.count()
    guard position > start else { return 0 }
    let byte = bytes[position - 1]
    if byte == space || byte == tab { return 1 }
    return byte == 0xA0 && position - 2 >= start && bytes[position - 2] == 0xC2 ? 2 : 0
  }

  /// Returns the start of the last word of `start..<end`: the end of the last blank there, or `start`. Equal to `end` after a
  /// blank.
  static func wordStart(_ bytes: [UInt8], before end: Int, from start: Int) -> Int {
    var at = end
    while at > start, blankWidth(bytes, before: at, from: start) == 0 { at -= 1 }
    return at
  }

  /// Returns the position of the first byte from `position` on that is not a blank, or `end` if there is none.
  @inline(__always)
  static func skipBlanks(_ bytes: [UInt8], _ position: Int, _ end: Int) -> Int {
    var at = position
    while at < end {
      let width = blankWidth(bytes, at, end)
      if width == 0 { break }
      at += width
    }
    return at
  }

  /// Returns the position of the first blank from `position` on, or `end` if there is none.
  static func skipWord(_ bytes: [UInt8], _ position: Int, _ end: Int) -> Int {
    var at = position
    while at < end, blankWidth(bytes, at, end) == 0 { at += 1 }
    return at
  }

  /// Returns the range without blanks at either end.
  static func trimmed(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int> {
    let start = skipBlanks(bytes, range.lowerBound, range.upperBound)
    return start..<trimmedEnd(bytes, start, range.upperBound)
  }

  /// Returns the range without blanks and line ends at either end.
  static func withoutBlankLines(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int> {
    guard let first = bytes[range].firstIndex(where: { $0 > 0x20 }), let last = bytes[range].lastIndex(where: { $0 > 0x20 })
    else {
      return range.lowerBound..<range.lowerBound
    }
    return first..<last + 1
  }

  /// Returns the end of the range from `start` to `end` without blanks at its end.
  static func trimmedEnd(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int {
    StepCount.count()
    var at = end
    while at > start {
      if bytes[at - 1] == space {
        at = ByteSearch.spacesStart(in: bytes.span, before: at, from: start)
        continue
      }
      let width = blankWidth(bytes, before: at, from: start)
      if width == 0 { break }
      at -= width
    }
    return at
  }

  /// Returns the position of the `#` before a frame's number, at the start of a word, or nil if a line has none.
  static func numberSign(_ bytes: [UInt8], _ line: Range<Int>) -> Int? {
    var at = line.lowerBound
    while let found = find(bytes, at..<line.upperBound, "#") {
      if found + 1 < line.upperBound, isDigit(bytes[found + 1]),
        found == line.lowerBound || bytes[found - 1] <= space
      {
        return found
      }
      at = found + 1
    }
    return nil
  }

  /// Returns whether the bytes from `position` on begin with `text`.
  static func hasPrefix(_ bytes: [UInt8], _ position: Int, _ end: Int, _ text: String) -> Bool {
    StepCount.count()
    return end - position >= text.utf8.count && ByteSearch.stands(text.utf8.span, at: position, of: bytes.span)
  }

  /// Does the same for a whole range.
  static func hasPrefix(_ bytes: [UInt8], _ range: Range<Int>, _ text: String) -> Bool {
    hasPrefix(bytes, range.lowerBound, range.upperBound, text)
  }

  /// Returns whether the range ends with `text`.
  static func hasSuffix(_ bytes: [UInt8], _ range: Range<Int>, _ text: String) -> Bool {
    range.count >= text.utf8.count && hasPrefix(bytes, range.upperBound - text.utf8.count, range.upperBound, text)
  }

  /// Returns the position of the first `text` in the range, or nil if it is not there.
  static func find(_ bytes: [UInt8], _ range: Range<Int>, _ text: String) -> Int? {
    let found = ByteSearch.position(of: text.utf8.span, in: bytes.span, from: range.lowerBound, to: range.upperBound)
    StepCount.count((found ?? range.upperBound) - range.lowerBound + 1)
    return found
  }

  /// Returns the position of the last `text` in the range, or nil if it is not there.
  static func findLast(_ bytes: [UInt8], _ range: Range<Int>, _ text: String) -> Int? {
    guard let first = text.utf8.first else { return nil }
    var at = range.upperBound - text.utf8.count
    defer { StepCount.count(range.upperBound - at) }
    while at >= range.lowerBound {
      if bytes[at] == first, hasPrefix(bytes, at, range.upperBound, text) { return at }
      at -= 1
    }
    return nil
  }

  /// Returns whether two ranges hold the same bytes.
  static func equal(_ bytes: [UInt8], _ left: Range<Int>, _ right: Range<Int>) -> Bool {
    guard left.count == right.count else { return false }
    return ByteSearch.repeats(bytes.span, at: left.lowerBound, from: right.lowerBound, count: left.count)
  }

  /// Returns whether a byte is a decimal digit.
  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool { byte &- 48 < 10 }

  /// Returns whether a byte is a letter of ASCII.
  static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 97 < 26 }

  static let space = UInt8(ascii: " ")
  /// A tabulator.
  static let tab = UInt8(ascii: "\t")
  /// The end of a line.
  static let newline = UInt8(ascii: "\n")
  /// The end of a line of old Macs, and the first half of one of Windows.
  static let carriageReturn = UInt8(ascii: "\r")
}

extension TextScan {
  /// A number and its end.
  struct Number {
    var value: UInt64
    /// The position after the last digit.
    var end: Int
  }

  /// Returns the decimal number at `position`, or nil without a digit or beyond 64 bits.
  @inline(__always)
  static func decimal(_ bytes: [UInt8], _ position: Int, _ end: Int) -> Number? {
    StepCount.count()
    var at = position
    var value: UInt64 = 0
    while at < end {
      let digit = bytes[at] &- 48
      guard digit < 10 else { break }
      let (product, tooBig) = value.multipliedReportingOverflow(by: 10)
      let (sum, carried) = product.addingReportingOverflow(UInt64(digit))
      if tooBig || carried { return nil }
      value = sum
      at += 1
    }
    return at > position ? Number(value: value, end: at) : nil
  }

  /// Returns the number at `position` that begins with `0x`, or nil for anything else, without a digit or beyond 64 bits.
  @inline(__always)
  static func hexadecimal(_ bytes: [UInt8], _ position: Int, _ end: Int) -> Number? {
    guard end - position >= 3, bytes[position] == 48, bytes[position + 1] | 0x20 == UInt8(ascii: "x") else { return nil }
    guard let number = HexNumberScan.number(in: bytes.span, from: position + 2, to: end), number.end > position + 2 else {
      return nil
    }
    return Number(value: number.value, end: number.end)
  }

  /// Returns the number at `position`: hexadecimal if it begins with `0x`, else decimal.
  static func number(_ bytes: [UInt8], _ position: Int, _ end: Int) -> Number? {
    hexadecimal(bytes, position, end) ?? decimal(bytes, position, end)
  }

  /// Returns the text of a range. Bytes that are not UTF-8 become U+FFFD; the entities `&lt;` `&gt;` `&amp;` `&quot;`, which
  /// reports copied from web pages contain, are decoded.
  static func text(_ bytes: [UInt8], _ range: Range<Int>) -> String {
    let at = ByteSearch.first(UInt8(ascii: "&"), in: bytes.span, from: range.lowerBound, to: range.upperBound)
    if at == range.upperBound || !(at..<range.upperBound).contains(where: { isEntity(bytes, $0, range.upperBound) }) {
      return String(decoding: bytes[range], as: UTF8.self)
    }
    return withoutEntities(bytes, range)
  }

  /// Does the same without blanks around it, or returns nil if nothing is left.
  static func trimmedText(_ bytes: [UInt8], _ range: Range<Int>) -> String? {
    let inner = trimmed(bytes, range)
    return inner.isEmpty ? nil : text(bytes, inner)
  }

  private static let entities: [(String, UInt8)] = [
    ("&lt;", UInt8(ascii: "<")), ("&gt;", UInt8(ascii: ">")), ("&amp;", UInt8(ascii: "&")), ("&quot;", UInt8(ascii: "\"")),
  ]

  private static func isEntity(_ bytes: [UInt8], _ position: Int, _ end: Int) -> Bool {
    bytes[position] == UInt8(ascii: "&") && entities.contains { hasPrefix(bytes, position, end, $0.0) }
  }

  private static func withoutEntities(_ bytes: [UInt8], _ range: Range<Int>) -> String {
    var result: [UInt8] = []
    var at = range.lowerBound
    while at < range.upperBound {
      if let entity = entities.first(where: { hasPrefix(bytes, at, range.upperBound, $0.0) }) {
        result.append(entity.1)
        at += entity.0.utf8.count
      } else {
        result.append(bytes[at])
        at += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
