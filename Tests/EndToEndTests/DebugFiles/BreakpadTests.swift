import Foundation
import TestSupport
import Testing

/// Reports are named by symbol files of Breakpad, wherever these are.
@Suite struct BreakpadTests {
  static let id = "4C4C44E455553144A1B0602671AD96B10"
  static let file = FixtureFolder.path("Binaries/breakpad/out/mac/Shop/\(id)/Shop.sym")
  static let report = FixtureFolder.path("Reports/apple-text/ios-arm64/Shop.crash")
  static let dSYM = FixtureFolder.path("Binaries/shop-cpp/out/ios-arm64/Shop.dSYM")

  static func text(_ arguments: [String], _ environment: [String: String?] = [:]) throws -> String {
    try Symbolicate.run([report, "-q"] + arguments, environment: environment).stdout
  }

  @Test func theReportReadsAsWithTheDSYM() throws {
    let expected = try Self.text(["-s", Self.dSYM])
    #expect(expected.contains("Checkout") || expected.contains("checkout.cpp"))
    #expect(try Self.text(["-s", Self.file]) == expected)
    let folder = try TemporaryFolder()
    try folder.copy(Self.file, to: "symbols/Shop/\(Self.id)/Shop.sym")
    #expect(try Self.text(["-s", folder.path + "/symbols"]) == expected)
    let zip = try ToolRun.of("/usr/bin/python3", ["-m", "zipfile", "-c", "symbols.zip", "symbols"], directory: folder.path)
    #expect(zip.status == 0)
    #expect(try Self.text(["-s", folder.path + "/symbols.zip"]) == expected)
    for mode in [[], ["--index-only"]] {
      let environment: [String: String?] = ["SYMBOLICATE_STORE": folder.path + "/store\(mode.count)"]
      #expect(try Symbolicate.run(["store", "add", Self.file] + mode, environment: environment).status == 0)
      #expect(try Self.text([], environment) == expected, "\(mode)")
    }
  }

  @Test func aFileForELFIsFoundByBothOfItsIDs() throws {
    let folder = try TemporaryFolder()
    let linux = FixtureFolder.path("Binaries/breakpad/out/linux")
    for (id, load) in [
      ("33BFF3ABEFE57A6337C537CBDCDCC2BC0", "debug ID"), ("abf3bf33e5ef637a37c537cbdcdcc2bcaf747ece", "build ID"),
    ] {
      let isDebugID = id.count == 33
      let report = """
        {"status":"OK","crash_info":{"type":"SIGSEGV","address":"0x0000000000000000","crashing_thread":0},
        "system_info":{"os":"Linux","cpu_arch":"amd64"},
        "modules":[{"base_addr":"0x0000555500000000","end_addr":"0x0000555500010000","filename":"shop","debug_file":"shop",\
        "debug_id":"\(isDebugID ? id : "000000000000000000000000000000000")","code_id":"\(isDebugID ? "" : id)"}],
        "threads":[{"frame_count":1,"frames":[{"frame":0,"module":"shop","offset":"0x0000555500001510","module_offset":"0x0000000000001510","trust":"context"}]}]}
        """
      let path = try folder.write(report, to: "crash.json")
      let run = try Symbolicate.run([path, "-s", linux])
      #expect(
        run.stdout.contains("shop::Checkout::preview(int) const + 16 (checkout.cpp:18)"), "\(load): \(run.stdout)\(run.stderr)")
    }
  }

  @Test func aDamagedFileIsToldInOneLine() throws {
    let folder = try TemporaryFolder()
    let bytes = try FixtureFolder.bytes("Binaries/breakpad/out/mac/Shop/\(Self.id)/Shop.sym")
    let path = try folder.write(bytes + Array("FUNC 9\n".utf8), to: "Shop.sym")
    let run = try Symbolicate.run([Self.report, "-s", path])
    #expect(run.stderr.components(separatedBy: "is no complete record; the readable part is used").count == 2, "\(run.stderr)")
    #expect(run.stdout.contains("checkout.cpp"))
  }

  @Test func itIsNoReportAndIsNotWrittenOver() throws {
    let folder = try TemporaryFolder()
    let path = try folder.copy(Self.file, to: "Shop.sym")
    let run = try Symbolicate.run([Self.report, "-s", Self.dSYM, "-o", path])
    #expect(run.status != 0 && folder.text("Shop.sym")?.hasPrefix("MODULE mac") == true, "\(run.stderr)")
  }
}
