import Testing
import TestSupport

@testable import Bytes

struct GrowingBytesTests {
  @Test func plainTextNeedsNoEscapes() {
    var generator = SeededGenerator(8)
    let special: [UInt8] = [0x22, 0x5c, 0x26, 0x27, 0x3c, 0x3e, 0x1f, 0x7f, 0x80, 0xff, 0x0a]
    let usual: [UInt8] = [0x20, 0x21, 0x23, 0x24, 0x25, 0x28, 0x3b, 0x3d, 0x3f, 0x41, 0x5b, 0x5d, 0x7e]
    for _ in 0..<4_000 {
      let isClean = Bool.random(using: &generator)
      let text = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
        let list = !isClean && Int.random(in: 0..<12, using: &generator) == 0 ? special : usual
        return list.randomElement(using: &generator) ?? 0x20
      }
      let isPrintable = text.allSatisfy { (0x20..<0x7f).contains($0) }
      var bytes = GrowingBytes()
      bytes.append(literal: "a")
      let isPlain = bytes.append(quoting: text.span)
      #expect(isPlain == (isPrintable && !text.contains(0x22) && !text.contains(0x5c)))
      #expect(bytes.array == Array("a".utf8) + (isPlain ? [0x22] + text + [0x22] : []))
      bytes.removeAll()
      let isMarkup = bytes.append(plainMarkup: text.span)
      #expect(isMarkup == (isPrintable && !text.contains { [0x22, 0x26, 0x27, 0x3c, 0x3e].contains($0) }))
      #expect(bytes.array == (isMarkup ? text : []))
    }
  }

  @Test func aByteThatIsNotPrintableIsFoundWhereverItIs() {
    for count in 0..<70 {
      let plain = (0..<count).map { UInt8(0x20 + $0 * 7 % 95) }
      for special in [0x00, 0x0a, 0x0d, 0x1f, 0x20, 0x7e, 0x7f, 0x80, 0xff] as [UInt8] {
        for place in 0..<max(count, 1) {
          var text = plain
          if place < count { text[place] = special }
          var bytes = GrowingBytes()
          bytes.append(literal: "a")
          let isPrintable = text.allSatisfy { (0x20..<0x7f).contains($0) }
          #expect(bytes.append(printable: text.span) == isPrintable)
          #expect(bytes.array == Array("a".utf8) + (isPrintable ? text : []))
          bytes.removeAll()
          bytes.append(line: text.span)
          #expect(bytes.array == text.map { $0 == 0x0a || $0 == 0x0d ? 0x20 : $0 })
        }
      }
    }
  }

  @Test func anArrayHoldsWhatIsWrittenEvenIfItIsLonger() {
    for capacity in [0, 1, 3, 64, 5_000] {
      for count in [0, 1, 3, 4, 63, 64, 65, 300, 5_000, 20_000] {
        let expected = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let array = GrowingBytes.array(capacity: capacity) { bytes in
          var bytes = bytes
          for byte in expected { bytes.append(byte) }
          return bytes
        }
        #expect(array == expected)
      }
    }
  }

  @Test func aTextOfMarkupIsFoundWhereverItIs() {
    for count in 0..<70 {
      let plain = (0..<count).map { UInt8(0x28 + $0 * 7 % 20) }
      for special in Array("<>&\"'=;%(\u{1f}\u{7f}".utf8) + [0x80, 0xff] {
        for place in 0..<max(count, 1) {
          var text = plain
          if place < count { text[place] = special }
          var bytes = GrowingBytes()
          let isPlain = text.allSatisfy { (0x20..<0x7f).contains($0) && !"<>&\"'".utf8.contains($0) }
          #expect(bytes.append(plainMarkup: text.span) == isPlain)
          #expect(bytes.array == (isPlain ? text : []))
        }
      }
    }
  }

  @Test func aUUIDHasCapitalsAndDashes() {
    var bytes = GrowingBytes()
    bytes.append(uuid: 0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210)
    bytes.append(again: 9..<13)
    #expect(String(decoding: bytes.array, as: UTF8.self) == "01234567-89AB-CDEF-FEDC-BA987654321089AB")
    let halves = [UInt8](0..<16).span
    #expect(HexDigits.uuid(of: halves) == "00010203-0405-0607-0809-0A0B0C0D0E0F")
  }

  @Test func growsWithWhatItHolds() {
    var bytes = GrowingBytes()
    var expected: [UInt8] = []
    for number in 0..<20_000 {
      bytes.append(decimal: UInt64(number))
      bytes.append(quotingHexadecimal: UInt64(number) << 40)
      expected += "\(number)\"0x\(String(number << 40, radix: 16))\"".utf8
    }
    #expect(bytes.array == expected)
  }

  @Test func keysAreSeparatedAndIndented() {
    var bytes = GrowingBytes()
    bytes.append(key: "first", afterComma: false, indent: 12)
    bytes.append(key: "k", afterComma: true, indent: 0)
    bytes.append(key: "second", afterComma: true, indent: nil)
    #expect(String(decoding: bytes.array, as: UTF8.self) == "\n            \"first\": ,\n\"k\": ,\"second\":")
  }

  /// Keys that are written again are those that were put together, whatever their length and whoever has their slot.
  @Test func keysThatAreWrittenAgainAreTheSame() {
    let names: [StaticString] = [
      "a", "function", "line", "lines", "aKeyOfTwentyFiveBytesxxxx", "aKeyThatIsLongerThanAllThatAreKeptOnceTheyWereWritten",
    ]
    var keys = MemberKeys()
    var bytes = GrowingBytes()
    var expected = GrowingBytes()
    for round in 0..<3 {
      for indent in 0..<80 {
        for name in names {
          keys.append(name, indent: indent, to: &bytes)
          expected.append(key: name, afterComma: true, indent: indent)
        }
      }
      #expect(bytes.array == expected.array, "round \(round)")
    }
  }
}
