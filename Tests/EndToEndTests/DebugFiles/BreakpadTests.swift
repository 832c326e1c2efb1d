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

  /// A symbol file compressed by itself, and how its name ends then.
  static func compressed(_ form: String) throws -> [UInt8] {
    let bytes = try FixtureFolder.bytes("Binaries/breakpad/out/mac/Shop/\(id)/Shop.sym")
    switch form {
    case "gz": return ArchiveFile.gzip(bytes)
    case "zst": return ArchiveFile.zstd(bytes)
    case "sy_": return ArchiveFile.cab("Shop.sym", bytes)
    default:
      let module = form == "xz" ? "lzma" : "bz2"
      let script = "import sys,\(module); sys.stdout.buffer.write(\(module).compress(sys.stdin.buffer.read()))"
      return try ToolRun.of("/usr/bin/python3", ["-c", script], input: bytes).output
    }
  }

  @Test(.program("/usr/bin/python3"), arguments: ["gz", "zst", "xz", "bz2", "sy_"])
  func aCompressedFileIsReadEverywhere(form: String) throws {
    let expected = try Self.text(["-s", Self.file])
    let folder = try TemporaryFolder()
    let name = form == "sy_" ? "Shop.sy_" : "Shop.sym." + form
    let path = try folder.write(Self.compressed(form), to: "symbols/Shop/\(Self.id)/\(name)")
    let cache = ["XDG_CACHE_HOME": folder.path + "/cache"]
    // The second run finds it in the cache; a server may have kept it under the name of the file inside.
    for place in [path, path, folder.path + "/symbols", folder.path + "/symbols", try folder.copy(path, to: "Shop.sym")] {
      #expect(try Self.text(["-s", place], cache) == expected, "\(place)")
    }
    for (number, arguments) in [[path], [path, "--index-only"], [folder.path + "/symbols"]].enumerated() {
      let environment: [String: String?] = ["SYMBOLICATE_STORE": folder.path + "/store\(number)"]
      let added = try Symbolicate.run(["store", "add"] + arguments, environment: environment)
      #expect(added.status == 0, "\(added.stderr)")
      #expect(try Self.text([], environment) == expected, "\(arguments)")
      #expect(folder.files.contains { $0.hasSuffix("/Shop.sym" + (number == 1 ? ".symidx" : "")) })
    }
    let line = try Symbolicate.run(["lookup", Self.file, "421c"])
    #expect(try Symbolicate.run(["lookup", path, "421c"], environment: cache.mapValues { $0 }).output == line.output)
    #expect(try Symbolicate.run(["index", path], environment: cache.mapValues { $0 }).status == 0)
  }

  @Test func whatIsCompressedTwiceOrDamagedIsTold() throws {
    let folder = try TemporaryFolder()
    let packed = try Self.compressed("gz")
    let zip = try folder.write(ArchiveFile.zip([.init("Shop.sym.gz", packed)]), to: "symbols.zip")
    let run = try Symbolicate.run([Self.report, "-s", zip])
    #expect(run.stderr.contains("compressed files in it are not opened: Shop.sym.gz"), "\(run.stderr)")
    let cut = try folder.write(Array(packed.prefix(3000)), to: "Shop.sym.gz")
    for arguments in [[Self.report, "-s", cut], ["store", "add", cut], ["lookup", cut, "421c"]] {
      let run = try Symbolicate.run(arguments, environment: ["SYMBOLICATE_STORE": folder.path + "/store"])
      #expect(run.stderr.contains("Shop.sym.gz") && run.status != 139, "\(run.stderr)")
    }
    let other = try folder.write(ArchiveFile.gzip(Array("text\n".utf8)), to: "other.gz")
    #expect(try Symbolicate.run([Self.report, "-s", other]).stderr.contains("no debug files in it"))
  }

  /// One report in all outputs, named by the symbol file alone.
  @Test(arguments: ["text", "json", "brief", "markdown", "side-by-side", "html"]) func everyOutput(format: String) throws {
    let run = try Symbolicate.run(
      ["Reports/apple-text/ios-arm64/Shop.crash", "-q", "-f", format, "-s", "Binaries/breakpad/out/mac"],
      directory: FixtureFolder.path)
    try expectGolden(format == "html" ? PageTests.contents(run.stdout) : run.stdout, "Breakpad/report.\(format)")
    #expect(run.status == 0 && run.stderr.isEmpty)
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
