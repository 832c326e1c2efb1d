import Foundation
import TestSupport
import Testing

/// `--image`: what the report does not say.
@Suite struct ImageBindingTests {
  static let report = "Reports/swift-backtrace/gcc/crash.json"

  /// The report without the build-ids of its images, as programs without one leave it.
  static func withoutIDs() throws -> [UInt8] {
    let text = String(decoding: try FixtureFolder.bytes(report), as: UTF8.self)
    return Array(text.replacing(/"buildId": *"[0-9a-f]*", */, with: "").utf8)
  }

  @Test func aFileIsUsedForAnImageWithoutID() throws {
    let input = try Self.withoutIDs()
    let without = try Symbolicate.run(["-"], input: input, directory: FixtureFolder.path)
    #expect(!without.stdout.contains("receipt.cpp"))
    #expect(without.stderr.contains("the report has no ID for shop; use --image shop=PATH"))
    for file in ["gcc-dwarf5/shop", "debuglink/shop"] {
      let run = try Symbolicate.run(
        ["-", "--image", "shop=Binaries/elf/out/" + file], input: input, directory: FixtureFolder.path)
      #expect(run.stdout.contains("shop::panic(char const*) + 7 (receipt.cpp:10)"), "\(file)")
      #expect(run.status == 0)
    }
  }

  @Test func aDamagedLinkIsNotFollowed() throws {
    let input = try Self.withoutIDs()
    let run = try Symbolicate.run(
      ["-", "--image", "shop=Binaries/elf/out/debuglink-wrong-crc/shop"], input: input, directory: FixtureFolder.path)
    #expect(!run.stdout.contains("receipt.cpp"))
  }

  @Test func aFileOfAnotherBuildIsUsedAndMarked() throws {
    let run = try Symbolicate.run(
      [Self.report, "--image", "shop=Binaries/elf/out/clang-dwarf5/shop"], directory: FixtureFolder.path)
    #expect(run.stdout.contains("[mismatch]"))
  }

  @Test func loadAddressAndIDCompleteAReportWithoutImages() throws {
    let text = String(decoding: try FixtureFolder.bytes(Self.report), as: UTF8.self)
    let image = try #require(text.firstMatch(of: /"name": *"shop", *"buildId": *"([0-9a-f]+)".*?"baseAddress": *"(0x[0-9a-f]+)"/))
    let bare = text.replacing(/"images": *\[[^\]]*\]/, with: "\"images\": []")
    let binding = "shop=\(image.output.2),\(image.output.1)"
    let run = try Symbolicate.run(
      ["-", "--image", binding, "-s", "Binaries/elf/out/gcc-dwarf5"], input: Array(bare.utf8), directory: FixtureFolder.path)
    #expect(run.stdout.contains("shop::panic(char const*) + 7 (receipt.cpp:10)"))
  }
}
