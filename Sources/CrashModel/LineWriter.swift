internal import Bytes
import SymbolModel

/// Puts lines of text together as bytes. Every line begins with the same bytes; a line end inside a text, which a hostile debug
/// file or report may hold, becomes a blank.
///
/// Example: with the head `0   App  0x1000 `, the lines `f [inlined] (a.c:3)` and `main + 12 (a.c:9)` of one frame.
public struct LineWriter: Sendable {
  /// The finished lines, each ended.
  public private(set) var bytes: [UInt8] = []
  /// What every line begins with.
  public var head: [UInt8] = []
  /// What every line ends with.
  public var end: [UInt8] = [UInt8(ascii: "\n")]

  /// Starts without a line.
  public init() {}

  /// The finished lines as texts, without heads and ends, when there is no head and ends are line feeds.
  public var lines: [String] {
    bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast().map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// Makes room for so many bytes in all.
  public mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

  /// Begins a line.
  public mutating func begin() { Self.append(head, to: &bytes) }

  /// Ends a line.
  public mutating func finish() { Self.append(end, to: &bytes) }

  private static func append(_ part: borrowing [UInt8], to bytes: inout [UInt8]) { bytes.append(copying: part.span) }

  /// Adds a text to the line, from a position in its bytes on.
  public mutating func append(_ text: String, from position: Int = 0) { bytes.append(lineOf: text, from: position) }

  /// Adds a text without one of its bytes to the line.
  public mutating func append(_ text: String, without byte: UInt8) {
    let units = text.utf8.span
    var start = 0
    while start < units.count {
      let end = ByteSearch.first(byte, in: units, from: start, to: units.count)
      bytes.append(line: units.extracting(start..<end))
      start = end + 1
    }
  }

  /// Adds a text without line ends to the line.
  public mutating func append(mark: StaticString) { bytes.append(literal: mark) }

  /// Adds a byte to the line.
  public mutating func append(_ byte: UInt8) {
    bytes.append(byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") ? UInt8(ascii: " ") : byte)
  }

  /// Adds the digits of a number to the line.
  public mutating func append(decimal number: UInt64) { bytes.append(decimal: number) }

  /// Adds the digits of a number to the line, lower case, without `0x`.
  public mutating func append(hexadecimal number: UInt64) { bytes.append(hexadecimal: number) }

  /// Adds the last digits of a number to the line, lower case.
  public mutating func append(hexadecimal number: UInt64, digits: Int) { bytes.append(hexadecimal: number, digits: digits) }

  /// Adds spaces to the line.
  public mutating func append(spaces count: Int) { bytes.append(spaces: count) }

  /// Adds whole lines, without the head.
  public mutating func append(lines: [String]) {
    for line in lines {
      append(line)
      finish()
    }
  }

  /// Adds lines, each with the head.
  public mutating func write(_ texts: [String]) {
    for text in texts {
      begin()
      append(text)
      finish()
    }
  }

  /// Adds bytes that are whole lines already.
  public mutating func append(ready lines: [UInt8]) { bytes += lines }
}

extension [UInt8] {
  /// Appends the decimal digits of a number.
  public mutating func append(decimal number: UInt64) {
    let (high, low) = number.quotientAndRemainder(dividingBy: 100_000_000)
    if high > 0 { append(decimal: high) }
    append(digitsOf: low, atLeast: high > 0 ? 8 : 1)
  }

  /// Appends the digits of a number of at most eight.
  private mutating func append(digitsOf number: UInt64, atLeast least: Int) {
    var rest = number
    var digits: UInt64 = 0
    var count = 0
    repeat {
      digits = digits << 8 | (rest % 10 + UInt64(UInt8(ascii: "0")))
      rest /= 10
      count += 1
    } while rest > 0 || count < least
    append(word: digits, count: count)
  }

  /// Appends the hexadecimal digits of a number, lower case, without `0x`.
  public mutating func append(hexadecimal number: UInt64) {
    append(hexadecimal: number, digits: HexDigits.count(number))
  }

  /// Appends the last hexadecimal digits of a number, lower case.
  public mutating func append(hexadecimal number: UInt64, digits: Int) {
    if digits > 8 {
      let high = HexDigits.eight(UInt32(truncatingIfNeeded: number >> 32))
      append(word: high >> UInt64(8 * (16 - Swift.min(digits, 16))), count: digits - 8)
    }
    let low = HexDigits.eight(UInt32(truncatingIfNeeded: number))
    append(word: digits >= 8 ? low : low >> UInt64(8 * (8 - digits)), count: Swift.min(digits, 8))
  }

  /// Appends blanks until so many bytes follow `start`.
  public mutating func pad(from start: Int, to width: Int) {
    append(spaces: start + width - count)
  }
}
