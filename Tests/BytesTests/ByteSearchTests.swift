import Bytes
import TestSupport
import Testing

/// What is searched for is found where looking at each byte finds it.
@Suite struct ByteSearchTests {
  /// Texts of up to 40 bytes in which everything that is looked for is frequent; bytes next to those values are in them too.
  static let texts: [[UInt8]] = {
    var generator = SeededGenerator(7)
    let bytes: [UInt8] = [
      0x20, 0x20, 0x20, 0x0a, 0x0d, 0x22, 0x5c, 0x30, 0x31, 0x39, 0x2f, 0x3a, 0x21, 0x1f, 0x0b, 0xa0, 0xb0, 0x00, 0xff,
    ]
    return (0..<2_000).map { _ in
      // One byte is chosen often, so that long runs occur.
      let usual = bytes.randomElement(using: &generator) ?? 0
      return (0..<Int.random(in: 0...40, using: &generator)).map { _ in
        Int.random(in: 0..<8, using: &generator) == 0 ? bytes.randomElement(using: &generator) ?? 0 : usual
      }
    }
  }()

  @Test func bytesAreFoundWhereTheyStandFirst() {
    for text in Self.texts {
      for start in 0...text.count {
        let rest = text[start...]
        let found = [
          ByteSearch.lineEnd(in: text.span, from: start),
          ByteSearch.first(0x30, in: text.span, from: start, to: text.count), ByteSearch.spacesEnd(in: text.span, from: start),
          DecimalText.digitsEnd(in: text.span, from: start),
        ]
        let expected = [
          rest.firstIndex { $0 == 0x0a || $0 == 0x0d }, rest.firstIndex(of: 0x30), rest.firstIndex { $0 != 0x20 },
          rest.firstIndex { $0 < 0x30 || $0 > 0x39 },
        ]
        #expect(found == expected.map { $0 ?? text.count })
      }
    }
  }

  @Test func partsAreFoundWhereTheyStandFirst() {
    for text in Self.texts {
      for length in 1...4 where length <= text.count {
        for place in stride(from: 0, through: text.count - length, by: 3) {
          let part = Array(text[place..<place + length])
          for (start, end) in [(0, text.count), (place / 2, text.count), (place, place + length), (place, place + length - 1)] {
            let expected = (start...max(start, end - length)).first {
              $0 + length <= end && Array(text[$0..<$0 + length]) == part
            }
            #expect(ByteSearch.position(of: part.span, in: text.span, from: start, to: end) == expected)
          }
        }
      }
    }
  }

  @Test func stringsEndAtTheFirstQuoteThatIsNotEscaped() {
    for text in Self.texts {
      for start in 0...text.count {
        var (position, escaped) = (start, false)
        while position < text.count, text[position] != 0x22 {
          if text[position] == 0x5c { (escaped, position) = (true, position + 1) }
          position += 1
        }
        let found = ByteSearch.closingQuote(in: text.span, from: start)
        #expect(found.position == (position < text.count ? position : nil))
        #expect(found.escaped == escaped)
      }
    }
  }

  @Test func shortTextsAreCopiedWhole() {
    let source = (0..<200).map { UInt8($0) }
    for count in 0...100 {
      var target: [UInt8] = [1, 2]
      let part = Array(source[..<count])
      target.append(addingCapacity: count) { $0.append(copying: part.span) }
      #expect(target == [1, 2] + part)
      target.append(addingCapacity: count + 7) { $0.append(spaces: count) }
      #expect(target == [1, 2] + part + [UInt8](repeating: 0x20, count: count))
    }
  }

  @Test func aLineHasNoEndsInIt() {
    for text in Self.texts {
      var written: [UInt8] = [1]
      written.append(line: text.span)
      #expect(written == [1] + text.map { $0 == 0x0a || $0 == 0x0d ? 0x20 : $0 })
    }
  }

  @Test func linesAndBlanksBeginWhereTheyBegin() {
    for text in Self.texts {
      for end in 0...text.count {
        for start in [0, end / 2] {
          let before = text[start..<end]
          let found = [
            ByteSearch.lineStart(in: text.span, before: end, from: start),
            ByteSearch.spacesStart(in: text.span, before: end, from: start),
          ]
          let expected = [before.lastIndex { $0 == 0x0a || $0 == 0x0d }, before.lastIndex { $0 != 0x20 }]
          #expect(found == expected.map { $0.map { $0 + 1 } ?? start })
        }
      }
    }
  }

  @Test func theLastOfTwoBytesIsFoundWhereverItIs() {
    for count in 0..<50 {
      for place in 0...count {
        var text = [UInt8](repeating: 0x61, count: count)
        if place < count { text[place] = place % 2 == 0 ? 0x2f : 0x5c }
        for start in [0, place / 2, min(place + 1, count)] {
          let found = ByteSearch.endOfLast(of: 0x2f, or: 0x5c, in: text.span, before: count, from: start)
          #expect(found == (place < count && place >= start ? place + 1 : start))
        }
      }
    }
  }

  /// The check value of the CRC catalogue, and that of gzip for no bytes.
  @Test func checksumsAreThoseOfGzip() {
    let digits = Array("123456789".utf8)
    #expect(CyclicChecksum.crc32(digits.span) == 0xcbf4_3926)
    #expect(CyclicChecksum.crc32([UInt8]().span) == 0)
    let start = CyclicChecksum.crc32(digits.span.extracting(0..<4))
    let whole = CyclicChecksum.crc32(digits.span.extracting(4..<9), seed: start)
    #expect(whole == 0xcbf4_3926)
    #expect(CyclicChecksum.crc32(digits.span, seed: 1) != CyclicChecksum.crc32(digits.span, seed: 2))
  }

  private func stands(_ part: [UInt8], at start: Int, of text: [UInt8]) -> Bool {
    ByteSearch.stands(part.span, at: start, of: text.span)
  }

  private func repeats(_ text: [UInt8], at start: Int, from earlier: Int, count: Int) -> Bool {
    ByteSearch.repeats(text.span, at: start, from: earlier, count: count)
  }

  @Test func textsAreTheSameOnlyByteForByte() {
    for text in Self.texts.prefix(300) {
      for count in 0...text.count {
        let part = Array(text.suffix(count))
        let start = text.count - count
        #expect(stands(part, at: start, of: text) && !stands(part + [0], at: start, of: text))
        #expect(repeats(text + text, at: text.count + start, from: start, count: count))
        for position in part.indices {
          var other = part
          other[position] ^= 0x80
          #expect(!stands(other, at: start, of: text) && !repeats(part + other, at: count, from: 0, count: count))
        }
      }
    }
  }

  private func number(_ text: String, _ range: Range<Int>) -> UInt64? { DecimalText.value(in: text.utf8.span, range) }

  @Test(arguments: [
    "0", "7", "12345678", "123456789", "0000000000000000000000001", "18446744073709551615", "18446744073709551616",
    "9999999999999999999", "99999999999999999999", "", "-1", "1.5", "12345678x", "1234567x9", "+1", " 1",
  ])
  func decimalDigitsMakeTheNumberThatTheyAre(_ text: String) {
    let expected = text.first?.isNumber == true ? UInt64(text) : nil
    #expect(number(text, 0..<text.utf8.count) == expected)
    #expect(number("x" + text + "9", 1..<1 + text.utf8.count) == expected)
    let before = String(repeating: "7", count: 24)
    #expect(number(before + text + "9", 24..<24 + text.utf8.count) == expected)
  }

  @Test func eachByteIsADecimalDigitOrIsNone() {
    for byte in UInt8.min...UInt8.max {
      for place in 0..<9 {
        var text = Array("123456789".utf8)
        text[place] = byte
        let isDigit = (0x30...0x39).contains(byte)
        let expected = isDigit ? UInt64(String(decoding: text, as: UTF8.self)) : nil
        #expect(DecimalText.value(in: text.span, 0..<9) == expected, "\(byte) at \(place)")
        for before in [15, 16, 30] {
          let later = [UInt8](repeating: byte, count: before) + text
          #expect(DecimalText.value(in: later.span, before..<before + 9) == expected, "\(byte) at \(place), \(before) before")
        }
        #expect(DecimalText.digitsEnd(in: text.span, from: 0) == (isDigit ? 9 : place), "\(byte) at \(place)")
      }
    }
  }

  @Test func wordsAndSpacesAreAppendedWhole() {
    var bytes: [UInt8] = [1]
    bytes.append(word: 0x0807_0605_0403_0201, count: 3)
    bytes.append(word: 0x0807_0605_0403_0201, count: 8)
    bytes.append(word: 0, count: 0)
    #expect(bytes == [1, 1, 2, 3, 1, 2, 3, 4, 5, 6, 7, 8])
    for count in -1...20 {
      var spaces: [UInt8] = [0x78]
      spaces.append(spaces: count)
      #expect(spaces == [0x78] + Array(repeating: 0x20, count: max(0, count)))
    }
  }

  @Test(arguments: [
    ("", "", true), ("a", "", true), ("", "a", false), ("abc", "abc", true), ("abc", "abcd", false), ("aab", "ab", true),
    ("/a/Simulator.platform/x", "Simulator.platform/", true), ("/a/Simulator.platform", "Simulator.platform/", false),
    ("e\u{301}x", "e", true), ("\u{e9}", "\u{a9}", false),
  ]) func partsAreFoundByTheirBytes(text: String, part: String, isFound: Bool) {
    #expect(text.containsBytes(of: part) == isFound)
  }

  /// Pieces between commas and semicolons, in blocks of 64 bytes and what is left of them.
  @Test func piecesAreCounted() {
    var random = SeededGenerator(23)
    for _ in 0..<2_000 {
      let text = (0..<Int.random(in: 0...300, using: &random)).map { _ in
        Array("ABc+/,,;".utf8).randomElement(using: &random) ?? 0
      }
      let start = Int.random(in: 0...text.count, using: &random)
      let range = start..<Int.random(in: start...text.count, using: &random)
      let expected = text[range].split { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ";") }.count
      #expect(ByteSearch.countPieces(in: text.span, range) == expected)
    }
  }
}
