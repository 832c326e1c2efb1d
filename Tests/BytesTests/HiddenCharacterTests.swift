import Bytes
import Testing

/// Characters that change how the text around them is shown.
@Suite struct HiddenCharacterTests {
  private func places(_ bytes: [UInt8]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var position = 0
    while let next = HiddenCharacter.first(in: bytes.span, from: position) {
      found.append(next)
      position = next.upperBound
    }
    return found
  }

  @Test func everyScalarIsFoundWhereItStandsWhateverStandsBeforeIt() {
    for value in Array(0..<0x3000) + [0xFEFF, 0xFFFD, 0x1F4A3, 0x10FFFF] {
      guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
      let bytes = Array("\(scalar)".utf8)
      for before in ["", "a", "é", "1234567", "漢字", "12345678", "123456789012345\t", "\n2345678901234567890"] {
        let start = before.utf8.count
        let wanted = HiddenCharacter.contains(scalar) ? [start..<start + bytes.count] : []
        #expect(places(Array(before.utf8) + bytes + Array("x\n\t45678901234567".utf8)) == wanted, "\(value) after \(before)")
      }
    }
  }

  @Test func bytesThatAreNoCharacterCountFrom80To9F() {
    #expect(places([0x61, 0x9b, 0x61, 0xff, 0xe9, 0x62]) == [1..<2])
    #expect(places([0xe2, 0x80]) == [1..<2], "a character that is cut off")
    #expect(places([0xe2]) == [] && places([0xc2]) == [] && places([]) == [])
    #expect(places(Array("a\r\nb\rc\r".utf8)) == [4..<5, 6..<7])
  }
}
