import Bytes

/// One line of a call stack: `index image [tab] address rest`.
///
/// Image names can contain blanks and be longer than their column, so the address is found first: the first blank-separated word
/// that begins with `0x`.
struct AppleTextFrameLine {
  /// The number of the frame as printed.
  var index: Int
  /// The bytes of the image's name.
  var image: Range<Int>
  /// The address as printed.
  var address: UInt64
  /// The bytes after the address and the blank after it, up to the end of the line.
  var tail: Range<Int>

  /// Reads a line without its end. Returns nil if it is not a frame.
  init?(_ bytes: [UInt8], _ line: Range<Int>) {
    let end = line.upperBound
    let start = TextScan.skipBlanks(bytes, line.lowerBound, end)
    guard let number = TextScan.decimal(bytes, start, end), Self.endsIndex(number, bytes, end) else { return nil }
    let nameStart = TextScan.skipBlanks(bytes, number.end, end)
    // `1 (176 bytes) ROOT LEAK: 0x6000013746e0 [176]` lists an object on the heap.
    if nameStart + 1 < end, bytes[nameStart] == UInt8(ascii: "("), TextScan.isDigit(bytes[nameStart + 1]) { return nil }
    guard let place = Self.findAddress(bytes, nameStart, end) else { return nil }
    index = Int(number.value)
    image = nameStart..<TextScan.trimmedEnd(bytes, nameStart, place.start)
    address = place.value
    tail = min(place.end + (place.end < end ? TextScan.blankWidth(bytes, place.end, end) : 0), end)..<end
  }

  /// Returns whether the line begins like a frame: a number, then a blank.
  static func looksLikeFrame(_ bytes: [UInt8], _ line: Range<Int>) -> Bool {
    let start = TextScan.skipBlanks(bytes, line.lowerBound, line.upperBound)
    return TextScan.decimal(bytes, start, line.upperBound).map { endsIndex($0, bytes, line.upperBound) } ?? false
  }

  /// Returns whether a blank follows a number, or, as the column has four bytes, the name of the image after four digits or more:
  /// `1000Shop`.
  private static func endsIndex(_ number: TextScan.Number, _ bytes: [UInt8], _ end: Int) -> Bool {
    guard number.end < end, number.value < 1_000_000 else { return false }
    if TextScan.blankWidth(bytes, number.end, end) > 0 { return true }
    return number.value >= 1000 && (TextScan.isLetter(bytes[number.end]) || bytes[number.end] == UInt8(ascii: "?"))
  }

  private struct Address {
    var start: Int
    var end: Int
    var value: UInt64
  }

  /// Returns the first word from `position` on that is a hexadecimal number after a blank.
  private static func findAddress(_ bytes: [UInt8], _ position: Int, _ end: Int) -> Address? {
    var at = position
    while true {
      // Of the two characters, `x` is the rarer one.
      at = ByteSearch.first(UInt8(ascii: "x"), in: bytes.span, from: at + 1, to: end) - 1
      guard at + 2 < end else { return nil }
      if bytes[at] == 48, at > 0,
        let number = TextScan.hexadecimal(bytes, at, end), TextScan.blankWidth(bytes, before: at, from: 0) > 0,
        number.end == end || TextScan.blankWidth(bytes, number.end, end) > 0
      {
        return Address(start: at, end: number.end, value: number.value)
      }
      at += 1
    }
  }
}
