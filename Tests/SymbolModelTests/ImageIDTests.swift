import SymbolModel
import Testing

@Suite struct ImageIDTests {
  @Test(arguments: [
    "DFBF7BE2-4616-3F5B-9C0B-0A4F2E6D1C11", "dfbf7be2-4616-3f5b-9c0b-0a4f2e6d1c11", "dfbf7be246163f5b9c0b0a4f2e6d1c11",
    "<DFBF7BE246163F5B9C0B0A4F2E6D1C11>",
  ])
  func spellingsOfOneUUIDAreEqual(text: String) throws {
    let id = try #require(ImageID(parsing: text))
    #expect(id.description == "DFBF7BE2-4616-3F5B-9C0B-0A4F2E6D1C11")
    #expect(id.hex == "dfbf7be246163f5b9c0b0a4f2e6d1c11")
  }

  @Test func buildIDsAreShownPlain() throws {
    let id = try #require(ImageID(parsing: "7F883FCDC55336D0A809B0150F09500B00112233"))
    #expect(id.description == "7f883fcdc55336d0a809b0150f09500b00112233")
  }

  @Test(arguments: ["", "(null)", "<no build ID>", "00000000-0000-0000-0000-000000000000", "abc", "???"])
  func whatIsNoIDIsNil(text: String) {
    #expect(ImageID(parsing: text) == nil)
  }
}

@Suite struct AddressTests {
  @Test(
    arguments: [(0x1_04a3_c5f8, 0x1_04a3_8000, 0x1_0000_0000), (0x5c01188, 0x5bf8000, 0), (0x4000, 0x4000, 0x1000)]
      as [(UInt64, UInt64, UInt64)])
  func runtimeToLinkAndBack(runtime: UInt64, load: UInt64, base: UInt64) throws {
    let offset = try #require(RuntimeAddress(runtime).offset(from: RuntimeAddress(load)))
    let link = offset.linkAddress(textBase: LinkAddress(base))
    #expect(link.value == runtime - load + base)
    #expect(link.offset(from: LinkAddress(base)) == offset)
    #expect(RuntimeAddress(load: RuntimeAddress(load), offset: offset).value == runtime)
  }

  @Test func addressesBelowTheBaseHaveNoOffset() {
    #expect(RuntimeAddress(0x10).offset(from: RuntimeAddress(0x20)) == nil)
    #expect(LinkAddress(0x10).offset(from: LinkAddress(0x20)) == nil)
  }

  @Test func extremesWrapInsteadOfTrapping() {
    #expect(RuntimeAddress(load: RuntimeAddress(.max), offset: ImageOffset(2)).value == 1)
    #expect(ImageOffset(.max).linkAddress(textBase: LinkAddress(1)).value == 0)
  }

  @Test func idsOfEveryLengthKeepTheirBytesWhetherReadOrWrapped() throws {
    for count in 1...64 {
      let bytes = (0..<count).map { UInt8($0 * 37 % 251 + 1) }
      let id = try #require(ImageID(bytes: bytes))
      #expect(id.bytes == bytes && id.count == count)
      #expect(ImageID(parsing: id.description) == id && ImageID(parsing: id.hex.uppercased()) == id)
      #expect(ImageID(bytes: Array(bytes.dropLast()) + [0]) != id && ImageID(bytes: bytes + [0]) != id)
      #expect(ImageID(bytes: Array(repeating: 0, count: count - 1) + [1])?.bytes.last == 1)
      #expect(ImageID(parsing: id.hex + "0") == nil)
    }
    #expect(ImageID(bytes: Array(repeating: 1, count: 65)) == nil && ImageID(bytes: []) == nil)
    #expect(ImageID(bytes: Array(repeating: 0, count: 40)) == nil)
  }

  @Test func aUUIDWithOneByteChangedIsThatOfTheDigitsOrNone() {
    for spelling in ["DFBF7BE2-4616-3F5B-9C0B-0A4F2E6D1C11", "dfbf7be246163f5b9c0b0a4f2e6d1c11"] {
      for place in 0..<spelling.utf8.count {
        for byte: UInt8 in [0x2d, 0x30, 0x46, 0x67, 0x19, 0x3c] {
          var text = Array(spelling.utf8)
          text[place] = byte
          let digits = text.filter { isDigit($0) }
          let others = text.filter { !isDigit($0) && ![0x2d, 0x3c, 0x3e].contains($0) }
          let expected = others.isEmpty && digits.count % 2 == 0 ? String(decoding: digits, as: UTF8.self).lowercased() : nil
          #expect(ImageID(hexadecimal: text.span)?.hex == expected)
        }
      }
    }
  }

  private func isDigit(_ byte: UInt8) -> Bool { Character(UnicodeScalar(byte)).isHexDigit }
}
