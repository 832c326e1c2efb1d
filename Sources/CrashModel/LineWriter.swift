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
  public mutating func begin() { bytes += head }

  /// Ends a line.
  public mutating func finish() { bytes += end }

  /// Adds a text to the line.
  public mutating func append(_ text: String) { bytes.append(lineOf: text) }

  /// Adds bytes without line ends to the line.
  public mutating func append(mark: [UInt8]) { bytes += mark }

  /// Adds the bytes of a text from `position` on to the line.
  public mutating func append(_ text: String, from position: Int) {
    let units = text.utf8.span
    bytes.append(addingCapacity: max(units.count - position, 0)) { output in
      for index in position..<max(units.count, position) {
        let unit = units[index]
        output.append(unit == UInt8(ascii: "\n") || unit == UInt8(ascii: "\r") ? UInt8(ascii: " ") : unit)
      }
    }
  }

  /// Adds a byte to the line.
  public mutating func append(_ byte: UInt8) {
    bytes.append(byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") ? UInt8(ascii: " ") : byte)
  }

  /// Adds the digits of a number to the line.
  public mutating func append(decimal number: UInt64) { bytes.append(decimal: number) }

  /// Adds the digits of a number to the line, lower case, without `0x`.
  public mutating func append(hexadecimal number: UInt64) { bytes.append(hexadecimal: number) }

  /// Adds two digits a byte to the line, lower case.
  public mutating func append(hexadecimalBytes values: [UInt8]) {
    bytes.append(addingCapacity: values.count * 2) { output in
      for value in values {
        output.append(Self.digit(value >> 4))
        output.append(Self.digit(value & 15))
      }
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? value + UInt8(ascii: "0") : value - 10 + UInt8(ascii: "a") }

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
  /// Appends a text; line ends become blanks.
  public mutating func append(lineOf text: String) {
    let units = text.utf8.span
    append(addingCapacity: units.count) { output in
      for index in units.indices {
        let unit = units[index]
        output.append(unit == UInt8(ascii: "\n") || unit == UInt8(ascii: "\r") ? UInt8(ascii: " ") : unit)
      }
    }
  }

  /// Appends the decimal digits of a number.
  public mutating func append(decimal number: UInt64) {
    var rest = number
    var digits: InlineArray<20, UInt8> = .init(repeating: 0)
    var first = 20
    repeat {
      first -= 1
      digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest > 0
    append(addingCapacity: 20 - first) { output in
      for index in first..<20 { output.append(digits[index]) }
    }
  }

  /// Appends the hexadecimal digits of a number, lower case, without `0x`.
  public mutating func append(hexadecimal number: UInt64) {
    let digits = Swift.max(1, 16 - number.leadingZeroBitCount / 4)
    append(addingCapacity: digits) { output in
      for place in (0..<digits).reversed() {
        let digit = UInt8(truncatingIfNeeded: number >> UInt64(place * 4) & 15)
        output.append(digit < 10 ? digit + UInt8(ascii: "0") : digit - 10 + UInt8(ascii: "a"))
      }
    }
  }

  /// Appends blanks until so many bytes follow `start`.
  public mutating func pad(from start: Int, to width: Int) {
    for _ in count..<Swift.max(start + width, count) { append(UInt8(ascii: " ")) }
  }
}
