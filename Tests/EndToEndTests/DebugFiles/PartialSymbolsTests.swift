import Foundation
import TestSupport
import Testing

/// Debug files that are not the right one, or not all of it.
@Suite struct PartialSymbolsTests {
  private static let mismatch = FixtureFolder.path("Reports/apple-text/ios-uuid-mismatch/Shop.crash")
  private static let intel = FixtureFolder.path("Binaries/shop-cpp/out/macos-x86_64-dwarf4/Shop.dSYM")
  private static let arm = FixtureFolder.path("Binaries/shop-cpp/out/ios-arm64/Shop.dSYM")
  private static let file = "/Contents/Resources/DWARF/Shop"

  // MARK: Another build

  @Test func codeForAnotherProcessorIsNeverUsed() throws {
    let run = try Symbolicate.run([Self.mismatch, "-s", Self.intel, "--allow-mismatch"])
    #expect(run.output == (try Array(Data(contentsOf: URL(fileURLWithPath: Self.mismatch)))), "nothing is filled in")
    #expect(run.status == 4)
    #expect(
      run.stderr.contains("           found \(Self.intel)\(Self.file), but it is x86_64, not arm64 (UUID "), "\(run.stderr)")
    #expect(run.stderr.contains(", version 1.0 (1))\n"), "\(run.stderr)")
  }

  @Test func theFileForTheSameProcessorIsChosen() throws {
    let run = try Symbolicate.run([Self.mismatch, "-s", Self.intel, "-s", Self.arm, "--allow-mismatch", "-f", "json"])
    #expect(run.status == 0)
    let report = try #require(try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
    let images = try #require(report["images"] as? [[String: Any]])
    #expect(images.compactMap { $0["usedMismatch"] as? String }.first == Self.arm + Self.file)
  }

  @Test func framesOfAnotherBuildAreNotResolvedFrames() throws {
    let lax = try Symbolicate.run([Self.mismatch, "-s", Self.arm, "--allow-mismatch"])
    #expect(lax.status == 0)
    #expect(lax.stderr.contains(": 0 of 6 frames of app images resolved, 6 named by another build\n"), "\(lax.stderr)")
    let strict = try Symbolicate.run([Self.mismatch, "-s", Self.arm, "--allow-mismatch", "--strict", "-q"])
    #expect(strict.status == 3 && strict.stderr.isEmpty)
    #expect(strict.stdout == lax.stdout && strict.stdout.contains("[mismatch]"))
  }

  // MARK: Symbols without debug information

  /// A crash of `shop` with one frame, in an image with this build ID.
  private static func report(_ id: String, at offset: UInt64, name: String = "shop") -> [UInt8] {
    let base: UInt64 = 0x5600_0000_0000
    func hex(_ value: UInt64) -> String { "0x" + String(value, radix: 16) }
    return Array(
      #"{"kind":"crashReport","description":"Illegal instruction","platform":"x86_64 Linux","architecture":"x86_64","threads":[{"#
        .utf8)
      + Array(
        #""name":"shop","crashed":true,"frames":[{"kind":"programCounter","address":"\#(hex(base + offset))"}]}],"images":[{"#
          .utf8)
      + Array(
        #""name":"\#(name)","buildId":"\#(id)","path":"/srv/shop/\#(name)","baseAddress":"\#(hex(base))","#.utf8)
      + Array(#""endOfText":"\#(hex(base + 0x4000))"}]}"#.utf8)
  }

  private static func elf(_ name: String) -> String { FixtureFolder.path("Binaries/elf/out/" + name) }

  @Test func anELFFileWithSymbolsOnlyIsMissingItsDebugFile() throws {
    let path = Self.elf("symtab/shop")
    let id = "2f1fb96784e70a844f6b719b1e3c698685b6b2bd"
    let run = try Symbolicate.run(["-", "-s", path], input: Self.report(id, at: 0x16f4))
    #expect(run.status == 0)
    #expect(run.stdout.contains("Shelf::verify(int)"), "\(run.stdout)")
    #expect(
      run.stderr == """
        symbolicate: standard input: 1 of 1 frame of app images resolved; 1 image without debug information
          symbols  shop (x86_64) \(id), 1 frame
                   \(path) has only symbols; no debug file with build ID \(id) was found: not \
        /usr/lib/debug/.build-id/2f/1fb96784e70a844f6b719b1e3c698685b6b2bd.debug; use -s PATH, or --debuginfod
          get the debug file from the build before strip, a -dbg or -debuginfo package, or
            with --debuginfod; pass it with -s PATH

        """)
  }

  @Test func soIsOneWithExportsOnly() throws {
    let path = Self.elf("dynsym/libpaykit.so")
    let id = "17cb28e8ea488b5b00c11129d084fd98dbb23c90"
    let input = Self.report(id, at: 0x11f0, name: "libpaykit.so")
    let run = try Symbolicate.run(["-", "-s", path, "-f", "json"], input: input)
    #expect(run.status == 4)
    #expect(
      run.stderr.contains("\(path) has only exported symbols; no debug file with build ID \(id) was found"), "\(run.stderr)")
    let report = try #require(try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
    let image = try #require((report["images"] as? [[String: Any]])?.first)
    #expect(image["status"] as? String == "symbols")
    #expect(image["debugFiles"] as? [String] == [path])
    #expect(
      (image["reason"] as? String)?.contains("/usr/lib/debug/.build-id/17/cb28e8ea488b5b00c11129d084fd98dbb23c90.debug") == true)
    let shown = try Symbolicate.run(["inspect", "-", "-s", path], input: input)
    #expect(shown.status == 0 && shown.stderr.isEmpty)
    #expect(shown.stdout.contains("  symbols  libpaykit.so x86_64 \(id) \(path) has only exported symbols; "), "\(shown.stdout)")
  }

  @Test func aMachOProgramIsMissingItsDSYM() throws {
    let path = FixtureFolder.path("Binaries/shop-cpp/out/ios-arm64/Shop")
    let run = try Symbolicate.run([FixtureFolder.path("Reports/apple-text/ios-arm64/Shop.crash"), "-s", path])
    #expect(run.status == 0)
    #expect(run.stderr.contains("1 image without debug information"), "\(run.stderr)")
    #expect(
      run.stderr.contains("\(path) has only symbols; no dSYM with its UUID was found; name one with -s PATH\n"), "\(run.stderr)")
  }
}
