import Foundation
import TestSupport
import Testing

/// `--symbol-server`: what a server has is used if it has the ID, and kept; what it does wrong costs one line.
@Suite(.program("/usr/bin/python3"), .enabled(if: dlopen("libcurl.so.4", RTLD_NOW) != nil, "libcurl is not installed (libcurl4)"))
struct SymbolServerTests {
  static let report = FixtureFolder.path("Reports/apple-text/ios-arm64/Shop.crash")
  static let dSYM = FixtureFolder.path("Binaries/shop-cpp/out/ios-arm64/Shop.dSYM/Contents/Resources/DWARF/Shop")
  static let later = FixtureFolder.path(
    "Binaries/shop-cpp/out/ios-arm64-later/PayKit.framework.dSYM/Contents/Resources/DWARF/PayKit")
  static let hex = "4c4c44e455553144a1b0602671ad96b1"
  static let sharded = "4c/" + hex.dropFirst(2)

  let folder: TemporaryFolder
  let server: TestServer

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("", to: "files/empty")
    server = try TestServer(over: folder.path + "/files")
  }

  func run(_ address: String, _ more: [String] = [], report: String = report) throws -> ToolRun {
    try Symbolicate.run(
      [report, "-q", "--symbol-server", address] + more,
      environment: [
        "XDG_CACHE_HOME": folder.path + "/cache", "SYMBOLICATE_STORE": folder.path + "/store", "http_proxy": nil, "no_proxy": "*",
      ])
  }

  var stored: [String] { folder.files.filter { $0.hasPrefix("store/") && !$0.hasSuffix("info.json") } }

  static func isNamed(_ run: ToolRun) -> Bool { run.stdout.contains("(checkout.cpp:9)") }

  static let places = [
    ("unified", sharded + "/debuginfo"), ("ssqp", "_.dwarf/mach-uuid-sym-\(hex)/_.dwarf"),
    ("lldb", "4C4C/44E4/5555/3144/A1B0/602671AD96B1"), ("breakpad", "Shop/\(hex.uppercased())0/Shop.sym"),
  ]

  @Test(arguments: places, [true, false]) func everyLayoutIsFound(place: (layout: String, path: String), isNamed: Bool) throws {
    let file = place.layout == "breakpad" ? BreakpadTests.file : Self.dSYM
    try folder.copy(file, to: "files/" + place.path)
    let run = try run((isNamed ? place.layout + "=" : "") + server.url)
    #expect(Self.isNamed(run), "\(run.stdout)\(run.stderr)")
    #expect(
      stored.count == 1 && stored[0].hasPrefix("store/\(Self.sharded)/")
        && stored[0].hasSuffix(place.layout == "breakpad" ? "/Shop.sym" : "/Shop"))
    let asked = server.requests.filter { $0.path.lowercased().contains(Self.hex.dropFirst(4)) || $0.path.contains("44E4") }
    if isNamed { #expect(asked.map(\.path).contains("/" + place.path)) }
    // The store answers from now on.
    let again = try Symbolicate.run([Self.report, "-q"], environment: ["SYMBOLICATE_STORE": folder.path + "/store"])
    #expect(again.stdout == run.stdout)
  }

  @Test func aStoreBehindAWebServerIsReadLikeOneOnTheDisk() throws {
    let added = try Symbolicate.run(["store", "add", Self.dSYM], environment: ["SYMBOLICATE_STORE": folder.path + "/files/team"])
    #expect(added.status == 0)
    for address in ["store=" + server.url + "/team", server.url + "/team/"] {
      #expect(Self.isNamed(try run(address)), "\(address)")
      try FileManager.default.removeItem(atPath: folder.path + "/store")
    }
  }

  @Test func debuginfodServesELF() throws {
    let elf = FixtureFolder.path("Binaries/elf/out/clang-dwarf5/shop")
    let id = "abf3bf33e5ef637a37c537cbdcdcc2bcaf747ece"
    try folder.copy(elf, to: "files/buildid/\(id)/debuginfo")
    let report = """
      {"status":"OK","crash_info":{"type":"SIGSEGV","address":"0x0","crashing_thread":0},"system_info":{"os":"Linux","cpu_arch":"amd64"},
      "modules":[{"base_addr":"0x0000555500000000","end_addr":"0x0000555500010000","filename":"shop","debug_file":"shop",
      "debug_id":"000000000000000000000000000000000","code_id":"\(id)"}],
      "threads":[{"frame_count":1,"frames":[{"frame":0,"module":"shop","offset":"0x0000555500001510","module_offset":"0x1510","trust":"context"}]}]}
      """
    let path = try folder.write(report, to: "crash.json")
    let run = try run("debuginfod=" + server.url, report: path)
    #expect(run.stdout.contains("(checkout.cpp:18)"), "\(run.stdout)\(run.stderr)")
  }

  @Test(arguments: ["gz", "zip"]) func whatArrivesIsUnpacked(form: String) throws {
    try folder.copy(Self.dSYM, to: "Shop")
    let script =
      form == "gz"
      ? "import gzip,sys; open('packed','wb').write(gzip.compress(open('Shop','rb').read()))"
      : "import zipfile; zipfile.ZipFile('packed','w',8).write('Shop')"
    #expect(try ToolRun.of("/usr/bin/python3", ["-c", script], directory: folder.path).status == 0)
    try folder.copy(folder.path + "/packed", to: "files/" + Self.sharded + "/debuginfo")
    let run = try run("unified=" + server.url)
    #expect(Self.isNamed(run) && stored.count == 1, "\(run.stderr)")
  }

  /// One line, nothing in the store, and the rest of the report is printed. The second part is what the line says.
  @Test(arguments: [
    ("unified=/page", "neither a debug file nor an archive"), ("unified=/slow", "the server is not asked again in this run"),
    ("unified=/endless", "larger than 1000 kB (--fetch-limit)"), ("/password", "status 401"), ("/broken", "status 500"),
    ("/away", "the server is not asked again in this run"), ("unified=/cut", "the server is not asked again in this run"),
    ("unified=/wrong", "it is of another build: "), ("unified=/escape", "points outside"),
  ])
  func whatAServerDoesWrongIsOneLine(place: String, reason: String) throws {
    try folder.copy(Self.later, to: "files/wrong/" + Self.sharded + "/debuginfo")
    let hostile = [UInt8](
      ArchiveFile.zip([
        .init("../../Shop", try FixtureFolder.bytes(String(Self.dSYM.dropFirst(FixtureFolder.path.count + 1))))
      ]))
    try folder.write(hostile, to: "files/escape/" + Self.sharded + "/debuginfo")
    let parts = place.split(separator: "=").map(String.init)
    let address =
      (parts.count > 1 ? parts[0] + "=" : "") + server.url.replacing("http://", with: "http://me:secret@") + parts.last!
    let run = try run(
      address,
      [
        "--fetch-time", place.contains("slow") ? "1" : "9", "--fetch-limit", "1M", "-s",
        FixtureFolder.path("Binaries/shop-cpp/out/ios-arm64/PayKit.framework.dSYM"),
      ])
    let lines = run.stderr.split(separator: "\n").filter { line in
      line.contains("127.0.0.1") && (line.contains("not asked again") || line.contains(Self.sharded))
    }
    #expect(lines.count == 1 && lines[0].contains(reason), "\(run.stderr)")
    #expect(!run.stderr.contains("secret") && !run.stdout.contains("root:") && stored.isEmpty && !Self.isNamed(run))
    #expect(run.stdout.contains("Thread 0 Crashed"))
  }

  @Test func aServerThatIsGoneIsAskedOnce() throws {
    let run = try run("http://127.0.0.1:1")
    #expect(run.stderr.components(separatedBy: "the server is not asked again in this run").count == 2, "\(run.stderr)")
  }

  @Test func thatAServerHasNothingIsRememberedForAWhile() throws {
    #expect(try run(server.url).stderr.contains("127.0.0.1") == false, "that a file is absent is no failure")
    let asked = server.requests.count
    #expect(asked > 0)
    _ = try run(server.url)
    #expect(server.requests.count == asked)
    for name in folder.files where name.hasPrefix("cache/symbolicate/misses/") {
      try FileManager.default.setAttributes([.modificationDate: Date() - 3700], ofItemAtPath: folder.path + "/" + name)
    }
    _ = try run(server.url)
    #expect(server.requests.count == 2 * asked)
  }

  @Test func severalImagesAreAskedForAtOnceAndNoneWithoutTheOption() throws {
    _ = try run("unified=" + server.url + "/busy")
    #expect(server.requests.map(\.active).max() ?? 0 > 1)
    let count = server.requests.count
    _ = try Symbolicate.run([Self.report, "-q"])
    #expect(server.requests.count == count)
  }

  @Test func aStoreThatCannotBeWrittenIsNoObstacle() throws {
    try folder.copy(Self.dSYM, to: "files/" + Self.sharded + "/debuginfo")
    try folder.write("a file", to: "store")
    let run = try run("unified=" + server.url)
    #expect(Self.isNamed(run) && run.stderr.contains("kept for this run only"), "\(run.stderr)")
  }

  @Test(arguments: ["ftp://example.com", "example.com", "sentry=https://example.com", "https://"]) func otherAddressesAreRefused(
    address: String
  ) throws {
    let run = try run(address)
    #expect(run.status == 2 && run.stderr.contains("is not an address such as"), "\(run.stderr)")
  }
}
