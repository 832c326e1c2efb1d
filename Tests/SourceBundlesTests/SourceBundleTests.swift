import Foundation
import SymbolModel
import TestSupport
import Testing

@testable import SourceBundles

/// Source bundles in all layouts, real ones and damaged ones.
@Suite struct SourceBundleTests {
  static let id = "Binaries/shop-swift/src/Basket.swift"

  @Test(arguments: ["Shop", "old", "other"]) func filesAreFoundByThePathsOfTheManifest(name: String) throws {
    let bundle = try SourceBundle(path: FixtureFolder.path("SourceBundles/out/\(name).src.zip"))
    for path in [
      "/src/shop/Basket.swift", "/src/shop/./Basket.swift", "/src/x/../shop//Basket.swift", "\\src\\shop\\Basket.swift",
    ] {
      #expect(bundle.has(path))
      #expect(try bundle.text(of: path) == FixtureFolder.bytes(Self.id))
    }
    #expect(!bundle.has("files/src/shop/Basket.swift") && !bundle.has("/shop/Basket.swift"))
    #expect(try bundle.text(of: "/src/shop/none.swift") == nil)
    #expect(bundle.ids.count == 1 && bundle.belongs(to: bundle.ids[0]) && bundle.belongs(to: nil))
    #expect(!bundle.belongs(to: ImageID(parsing: "ffff2233445566778899aabbccddeeff")))
  }

  @Test func whatIsNoBundleIsAnError() throws {
    let folder = try TemporaryFolder()
    for bytes in [
      [], Array("SYSB".utf8), Array("text".utf8), ArchiveFile.zip([.init("a.txt", [65])]),
      ArchiveFile.zip([.init("manifest.json", Array("[1]".utf8))]),
      ArchiveFile.zip([.init("../manifest.json", Array("{}".utf8))]),
    ] {
      let path = try folder.write(bytes, to: "bundle-\(bytes.count).src.zip")
      #expect(throws: SourceBundle.Failure.self) { try SourceBundle(path: path) }
    }
  }

  @Test func damageYieldsTextOrAnError() throws {
    var generator = SeededGenerator(SeededGenerator.seed(of: "source bundles", usual: 31))
    let original = try FixtureFolder.bytes("SourceBundles/out/Shop.src.zip")
    let folder = try TemporaryFolder()
    for round in 0..<SeededGenerator.rounds(30) {
      var bytes = original
      for _ in 0..<8 { bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator) }
      let path = try folder.write(bytes, to: "\(round).src.zip")
      _ = try? SourceBundle(path: path).text(of: "/src/shop/Basket.swift")
    }
  }

  @Test(
    .corpus,
    arguments: [
      ("made/hello.src.zip", "/tmp/mat_build/sb/v2/hello.c"),
      ("symbolicator/7f/883fcdc55336d0a809b0150f09500b.src.zip", "/Users/swatinem/Coding/sentry-native/examples/example.c"),
    ])
  func bundlesOfSentrysToolAreRead(name: String, file: String) throws {
    let bundle = try SourceBundle(path: try #require(Corpus.path) + "/../sources/source_bundles/" + name)
    let text = try #require(try bundle.text(of: file))
    #expect(String(decoding: text, as: UTF8.self).contains("int main") || String(decoding: text, as: UTF8.self).contains("main("))
    #expect(!bundle.ids.isEmpty)
  }
}
