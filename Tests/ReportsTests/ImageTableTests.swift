import CrashModel
import SymbolModel
import Testing

@Suite struct ImageTableTests {
  static func image(_ load: UInt64, _ size: UInt64?, isPlaceholder: Bool = false) -> BinaryImage {
    var image = BinaryImage(name: "Shop")
    image.loadAddress = RuntimeAddress(load)
    image.size = size
    image.isPlaceholder = isPlaceholder
    return image
  }

  @Test(
    arguments: [
      (0x1_0000_4000, 0x1_0000_4000), (0x9a5b_7d81_0000_4000, 0x1_0000_4000), (0xffff_a1b2_c3d4, 0xffff_a1b2_c3d4),
      (0x0034_ffff_a1b2_c3d4, 0xffff_a1b2_c3d4),
    ] as [(UInt64, UInt64)])
  func anImageHoldsASignedAddress(address: UInt64, code: UInt64) throws {
    let table = ImageTable([Self.image(0x1_0000_0000, 0x1_0000), Self.image(0xffff_a1b2_0000, 0x1_0000)])
    let found = try #require(table.find(RuntimeAddress(address), on: Architecture("arm64")))
    #expect(found.position == (code < 1 << 40 ? 0 : 1))
    #expect(found.address == RuntimeAddress(code))
    #expect(code == address || table.position(of: RuntimeAddress(address), on: Architecture("x86_64")) == nil)
  }

  @Test func aPlaceholderComesLast() {
    let table = ImageTable([Self.image(0, nil, isPlaceholder: true), Self.image(0x1_0000_0000, 0x1_0000)])
    #expect(table.position(of: RuntimeAddress(0x9a5b_7d81_0000_4000), on: Architecture("arm64")) == 1)
    #expect(table.position(of: RuntimeAddress(0x42), on: Architecture("arm64")) == 0)
  }

  @Test func imagesWithoutASizeCanBeLeftOut() {
    let images = [Self.image(0x1_0000_0000, nil), Self.image(0x2_0000_0000, 0x1000)]
    #expect(ImageTable(images).position(of: RuntimeAddress(0x1_0000_4000)) == 0)
    #expect(ImageTable(images, onlySized: true).position(of: RuntimeAddress(0x1_0000_4000)) == nil)
    #expect(ImageTable(images, onlySized: true).position(of: RuntimeAddress(0x2_0000_0004)) == 1)
  }

  @Test(
    arguments: [
      ("main", true), ("-[Basket tapped:]", true), ("???", false), ("", false), ("<redacted>", false),
      ("<deduplicated_symbol>", false),
      ("_mh_execute_header", false), ("__mh_execute_header", false), ("_mh_execute_headers", true), ("()", false),
      ("0x1027f821c", false),
      ("4096", false), ("deadbeef", true), ("4C4C44D1-5555-3144-A135-F208E9BBC20F", false), ("<deduplicated> f", true),
    ])
  func aNameIsTold(text: String, isName: Bool) {
    #expect(ReportedSymbol.isFunctionName(text.utf8.span) == isName)
    #expect(ReportedSymbol(symbol: text).isMeaningful == isName)
  }
}
