import Bytes
import TestSupport
import Testing

/// Hexadecimal digits are read as the standard library reads them.
@Suite struct HexNumberScanTests {
  /// Texts in which digits are frequent, and so are the bytes next to them and those that differ from them in one bit.
  static let texts: [[UInt8]] = {
    var generator = SeededGenerator(11)
    let others: [UInt8] = [0x2f, 0x3a, 0x40, 0x47, 0x60, 0x67, 0x10, 0x19, 0x01, 0x21, 0x70, 0xb0, 0xe1, 0xc1, 0x00, 0xff, 0x20]
    return (0..<4_000).map { _ in
      (0..<Int.random(in: 0...24, using: &generator)).map { _ in
        Int.random(in: 0..<12, using: &generator) == 0
          ? others.randomElement(using: &generator) ?? 0
          : Array("0123456789abcdefABCDEF".utf8).randomElement(using: &generator) ?? 0
      }
    }
  }()

  private func value(of digits: some Sequence<UInt8>) -> UInt64? {
    let text = String(decoding: Array(digits), as: UTF8.self)
    return text.isEmpty ? 0 : UInt64(text, radix: 16)
  }

  @Test func numbersEndWhereTheDigitsEnd() {
    for text in Self.texts {
      for end in [text.count, max(text.count - 3, 0)] {
        let digits = text[..<end].prefix { HexDigits.value(of: $0) < 16 }
        let found = HexNumberScan.number(in: text.span, from: 0, to: end)
        #expect(found?.value == value(of: digits), "\(text)")
        if let found { #expect(found.end == digits.count, "\(text)") }
      }
    }
  }

  @Test func eachByteIsADigitOrIsNone() {
    for byte in UInt8.min...UInt8.max {
      for place in 0..<8 {
        var text = Array("12345678".utf8)
        text[place] = byte
        let digits = text.prefix { HexDigits.value(of: $0) < 16 }
        let found = HexNumberScan.number(in: text.span, from: 0, to: 8)
        #expect(found?.end == digits.count && found?.value == value(of: digits), "\(byte) at \(place)")
      }
    }
  }
}
