import Foundation
import TestSupport
import Testing

/// JavaScript frames of reports and logs through source maps.
@Suite struct SourceMapReportTests {
  private static let ios = FixtureFolder.path("Scripts/out/ios/main.jsbundle.map")
  private static let android = FixtureFolder.path("Scripts/out/android/index.android.bundle.map")
  private static let report = FixtureFolder.path("Reports/kscrash/react-native/report.json")
  private static let event = FixtureFolder.path("Reports/sentry/react-native/event.json")
  private static let logcat = FixtureFolder.path("Reports/console/hermes/logcat.txt")

  private func run(_ arguments: [String], input: [UInt8] = [], _ environment: [String: String?] = [:]) throws -> ToolRun {
    try Symbolicate.run(arguments, input: input, environment: environment)
  }

  // MARK: Sources

  @Test func linesOfSourcesComeFromTheMap() throws {
    let result = try run([Self.report, "--source-map", Self.ios, "--context", "1"])
    #expect(
      result.stdout.contains(
        """
        6   value (native)

        Source of frame 0, priceOf in src/prices.js:
        |   2  export function priceOf(product) {
        | > 3    return product.price.amount; // CRASH: priceOf
        |   4  }

        """))
    let folder = try TemporaryFolder()
    try folder.write(Array("one\ntwo\nthree\n".utf8), to: "src/prices.js")
    let own = try run([Self.report, "--source-map", Self.ios, "--context", "0", "--source-root", folder.path])
    #expect(own.stdout.contains("in \(folder.path)/src/prices.js:\n| > 3  three\n"), "a checkout ranks before the map")
  }

  /// In the stack, and where the reason of the exception repeats it.
  @Test func framesOfTheAppAreColoredAndLinked() throws {
    let options = ["--source-map", Self.ios, "--color", "always", "--source-url", "https://x.example/{path}#L{line}"]
    let lines = try run([Self.report] + options).stdout.replacing("\u{1b}", with: "@").split(separator: "\n")
    let link = "@[36m@]8;;https://x.example/src/prices.js#L3@\\(src/prices.js:3:24)@]8;;@\\@[0m"
    #expect(lines.contains("@[1m0   priceOf @[0m\(link)@[1m (5:83)@[0m"))
    #expect(lines.contains("@[1mpriceOf @[0m\(link)@[1m@[0m@5:83"))
    let package = "node_modules/react-native/Libraries/Pressability/Pressability.js"
    let dull = "@[36m@]8;;https://x.example/\(package)#L8@\\(\(package):8:19)@]8;;@\\@[0m"
    #expect(lines.contains("4   perform \(dull) (6:140)"), "a package is not the app")
  }

  @Test func linksLeadToSources() throws {
    let arguments = [Self.report, "--source-map", Self.ios, "-f", "markdown", "--source-url", "https://x.example/{path}#L{line}"]
    let result = try run(arguments)
    #expect(result.stdout.contains("- `0` js `priceOf` [`src/prices.js:3:24`](https://x.example/src/prices.js#L3) `5:83`\n"))
    #expect(
      result.stdout.hasPrefix("## `RCTFatalException") && result.stdout.contains(" in `priceOf (src/prices.js:3:24)`, Shop"))
  }

  @Test func packagesAreNotTheApps() throws {
    let result = try run([Self.report, "--source-map", Self.ios, "-f", "json"])
    let object = try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any]
    let stack = try #require((object?["backtraces"] as? [[String: Any]])?.first { $0["kind"] as? String == "javaScript" })
    let frames = try #require(stack["frames"] as? [[String: Any]])
    #expect(frames.map { $0["inApp"] as? Bool } == [true, true, true, true, false, false, nil])
    #expect((object?["triage"] as? [String: Any])?["key"] as? [String] == ["exc:RCTFatalException", "priceOf"])
  }

  /// Both stacks in the formats that `GoldenTests` and `PageTests` do not cover.
  @Test(arguments: ["brief", "github", "sarif", "junit", "folded", "speedscope"]) func bothStacks(format: String) throws {
    let result = try GoldenTests.run("Reports/kscrash/react-native/report.json", ["-q", "-f", format])
    #expect(result.status == 0 && result.stderr.isEmpty)
    try expectGolden(result.output, "kscrash/react-native.\(format)")
  }

  // MARK: Which map

  @Test func severalMapsThatFitAreNotUsed() throws {
    let result = try run([Self.report, "-f", "same", "--source-map", Self.ios, "--source-map", Self.android])
    #expect(result.stderr.contains("2 source maps fit the JavaScript frames, which name no bundle: "))
    #expect(result.stderr.contains("; none is used, give only one with --source-map\n"))
    #expect(!result.stdout.contains("prices.js"))
  }

  @Test func thePackagersMapIsNotUsedForBytecode() throws {
    let result = try run([Self.logcat, "--source-map", FixtureFolder.path("Scripts/out/android/packager")])
    #expect(result.stderr.contains("packager.map ends before all positions of index.android.bundle and is not used: "))
    #expect(result.output == [UInt8](try FixtureFolder.bytes("Reports/console/hermes/logcat.txt")))
    let both = try run([Self.logcat, "--source-map", FixtureFolder.path("Scripts/out")])
    #expect(both.stdout.contains(" at total (src/cart.js:6:12) (address at index.android.bundle:1:"))
  }

  @Test func aPathWithoutMaps() throws {
    let folder = try TemporaryFolder()
    let result = try run([Self.report, "-f", "same", "--source-map", folder.path, "--source-map", folder.path + "/absent.map"])
    #expect(result.stderr.contains("symbolicate: \(folder.path): no source maps (*.map) in this directory\n"))
    #expect(result.stderr.contains("symbolicate: \(folder.path)/absent.map: no such source map\n") && result.status == 4)
  }

  // MARK: Damaged maps

  private static func map(_ mappings: String, _ more: String = "") -> String {
    #"{"version":3,"sources":["a.js"],"names":["n"],"mappings":"\#(mappings)"\#(more)}"#
  }

  private static func nested(_ depth: Int) -> String {
    let open = #"{"version":3,"sections":[{"offset":{"line":0,"column":0},"map":"#
    return String(repeating: open, count: depth) + map("AAAA") + String(repeating: "}]}", count: depth)
  }

  @Test(
    arguments: [
      ("a cut number", map("AAAg"), "a number that is cut off"), ("a negative column", map("DAAA"), "below 0"),
      ("a name that is not there", map("AAAAC,AAAAC"), "name"), ("a source that is not there", map("ACAA"), "source"),
      ("another digit", map("AA*A"), "digit"), ("two fields", map("AA"), "2 fields"),
      ("version 2", #"{"version":2,"sources":[],"names":[],"mappings":""}"#, "version"), ("no map", "{}", "not a source map"),
      ("cut JSON", String(map("AAAA").dropLast(20)), "JSON"), ("sections in sections", nested(9), "more than 4 levels"),
      ("a section of another directory", #"{"version":3,"sections":[{"offset":{"line":0,"column":0},"url":"../x"}]}"#, "../x"),
      ("nothing", "", "not a source map"),
    ])
  func aDamagedMapIsNotUsed(_ name: String, _ text: String, _ words: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Array(text.utf8), to: "main.jsbundle.map")
    let symbols = ["-s", FixtureFolder.path("Binaries/shop-cpp/out/ios-arm64/Shop.dSYM")]
    let result = try run([Self.report, "--source-map", path] + symbols)
    let line = result.stderr.split(separator: "\n").first { $0.hasPrefix("symbolicate: \(path): ") }.map(String.init) ?? ""
    #expect(line.contains(words) && line.hasSuffix("; this source map is not used"), "\(result.stderr)")
    #expect(result.stdout.contains("shop::Inventory::audit(int) + 136 (inventory.cpp:50)"), "everything else goes on")
    #expect(result.stdout.contains("0   priceOf (5:83)\n") && result.status == 0)
  }

  @Test func aHugeMapIsRefusedBeforeItIsRead() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([], to: "main.jsbundle.map")
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.truncate(atOffset: 1 << 30)
    let result = try run([Self.report, "--source-map", path, "-f", "same"])
    #expect(result.stderr.contains("symbolicate: \(path): ") && result.stderr.contains("; this source map is not used\n"))
  }

  @Test func sectionsMayBeInAnyOrder() throws {
    let folder = try TemporaryFolder()
    let later = #"{"offset":{"line":4,"column":0},"map":\#(Self.map("mFAEuB"))}"#
    let first = #"{"offset":{"line":0,"column":0},"map":\#(Self.map("AAAA"))}"#
    let path = try folder.write(Array(#"{"version":3,"sections":[\#(later),\#(first)]}"#.utf8), to: "x.map")
    let result = try run([Self.report, "--source-map", path])
    #expect(result.stdout.contains("0   priceOf (a.js:3:24) (5:83)\n"))
  }

  // MARK: Logs and streams

  @Test func aLogIsFilledInAsItPasses() throws {
    let log = try [UInt8](FixtureFolder.bytes("Reports/console/hermes/logcat.txt"))
    let result = try run(["filter", "-q", "--source-map", Self.android], input: log)
    #expect(result.output == [UInt8](try FixtureFolder.bytes("Expected/console/hermes.same")))
    #expect(try run(["filter", "--source-map", Self.android], input: result.output).output == result.output)
    #expect(try run(["filter"], input: log).output == log, "without maps nothing changes")
  }

  /// A line by itself, after whatever a logger writes before it.
  @Test(arguments: [
    "    ", "", "2026-11-20 11:43:03.129     ", "11:43:03,129 ", "2026-11-20T11:43:03+01:00 ", "2026-11-20T11:43:03Z ",
    "E/ReactNativeJS( 812):     ", " ERROR  ", "(NOBRIDGE) ERROR  ", "default\t11:43:03.129000+0100\tShop\t    ",
    "2026-11-20 11:43:03.129+0100 Shop[3608:51707] [com.facebook.react.log:javascript] ", "TypeError: x is not a function, ",
    "<Nov 20, 2026> 10:00 PM ", "look at this: ", "look at ",
  ])
  func singleLines(margin: String) throws {
    let frame = "at total (address at index.android.bundle:1:5873)"
    let log = "started\n\(margin)\(frame)\nended at 10:43:02\n"
    let named = log.replacing("total (", with: "total (src/cart.js:6:12) (")
    #expect(try run(["filter", "-q", "--source-map", Self.android], input: Array(log.utf8)).stdout == named)
    #expect(try run(["filter", "-q", "--source-map", Self.android], input: Array(named.utf8)).stdout == named)
    #expect(try run(["-", "-q", "--source-map", Self.android], input: Array(log.utf8)).stdout == named)
    let event = try JSONSerialization.data(withJSONObject: ["at": 1, "message": margin + frame])
    let answer = try run(["stream", "--source-map", Self.android], input: [UInt8](event) + [10])
    #expect(answer.stdout.contains(#""function":"total","file":"src/cart.js","line":6,"column":12"#), "\(answer.stdout)")
  }

  /// Lines of source positions: only the name of a bundle is evident enough for a line by itself.
  @Test func singleLinesOfSourcePositions() throws {
    let log = """
      11:43:03.129 at total (http://localhost:8081/main.jsbundle?platform=ios:4:133)
      11:43:03.130 started
      11:43:03.131 total@main.jsbundle:4:133
      11:43:03.132 started
      11:43:03.133 total@4:132
      11:43:03.134 mail to total@4:132
      11:43:03.135 at total (/srv/shop/server.js:4:133)

      """
    let named = log.replacing("total (http", with: "total (src/cart.js:6:12) (http")
      .replacing("total@main", with: "total (src/cart.js:6:12)@main")
    #expect(try run(["filter", "-q", "--source-map", Self.ios], input: Array(log.utf8)).stdout == named)
    let stack = "11:43:03.129 total@4:132\n11:43:03.129 checkout@4:227\n"
    let filled = "11:43:03.129 total (src/cart.js:6:12)@4:132\n11:43:03.129 checkout (src/cart.js:12:18)@4:227\n"
    #expect(try run(["filter", "-q", "--source-map", Self.ios], input: Array(stack.utf8)).stdout == filled)
  }

  @Test func stacksInStringsOfEvents() throws {
    let stack =
      #"TypeError: x\n    at priceOf (address at index.android.bundle:1:6249)\n    at total (address at index.android.bundle:1:5873)"#
    let named = stack.replacingOccurrences(of: "priceOf (", with: "priceOf (src/prices.js:3:24) (")
      .replacingOccurrences(of: "total (", with: "total (src/cart.js:6:12) (")
    let line = #"{"level":"error","event":{"stack":"\#(stack)"},"at":"10:43:02"}"# + "\n"
    let result = try run(["-", "-f", "same", "--source-map", Self.android], input: Array(line.utf8))
    #expect(result.stdout == line.replacingOccurrences(of: stack, with: named))
    #expect(try run(["filter", "-q", "--source-map", Self.android], input: Array(line.utf8)).stdout == result.stdout)
  }

  @Test func aStreamOfEvents() throws {
    let object = try JSONSerialization.jsonObject(with: Data(try FixtureFolder.bytes("Reports/sentry/react-native/event.json")))
    let line = try JSONSerialization.data(withJSONObject: object) + Data("\n".utf8)
    let result = try run(["stream", "--source-map", Self.ios], input: [UInt8](line))
    #expect(result.stdout.contains(#""function":"priceOf","file":"src/prices.js","line":3,"column":24"#))
  }

  /// Hermes' traces of its own crashes number functions.
  @Test func functionsOfBytecode() throws {
    let trace =
      #"{"callstack":[{"FunctionID":1,"ByteCodeOffset":1246,"SegmentID":0},{"FunctionID":2,"ByteCodeOffset":670,"SegmentID":0}]}"#
    let result = try run(["-", "-f", "json", "-q", "--source-map", Self.android], input: Array(trace.utf8))
    #expect(
      result.stdout.contains(#""file": "src/prices.js""#) && result.stdout.contains(#""file": "src/cart.js""#), "\(result.stdout)"
    )
  }

  // MARK: Store and cache

  @Test func theStoreFindsMapsByTheirDebugID() throws {
    let folder = try TemporaryFolder()
    let store = ["--store", folder.path + "/store"]
    #expect(try run(["store", "add"] + store + [Self.ios]).stdout.hasPrefix("1 debug file added"))
    #expect(try run(["store", "list"] + store).stdout.contains("4F1C6C3E-5B1F-4D3B-9F0E-7A2D3C4B5A69    source-map"))
    #expect(try run(["store", "verify"] + store).stdout == "1 debug file read, all intact\n")
    let without = try run(["store", "add"] + store + [Self.android])
    #expect(without.status == 1 && without.stderr.contains("the source map has no debug ID, so it could not be found\n"))
    let result = try run([Self.event] + store)
    #expect(result.stdout.contains("0   priceOf (src/prices.js:3:24) (main.jsbundle:5:84)\n"))
    let kept = try #require(try FileManager.default.subpathsOfDirectory(atPath: folder.path).first { $0.hasSuffix(".map") })
    // The store may have linked the fixture itself.
    try FileManager.default.removeItem(atPath: folder.path + "/" + kept)
    try folder.write(Array(#"{"version":3}"#.utf8), to: kept)
    #expect(try run(["store", "verify"] + store).status == 1)
  }

  @Test func indexDecodesAMapOnce() throws {
    let folder = try TemporaryFolder()
    let cache: [String: String?] = ["XDG_CACHE_HOME": folder.path]
    let first = try run(["index", Self.ios], cache)
    #expect(first.stdout == "built    4F1C6C3E-5B1F-4D3B-9F0E-7A2D3C4B5A69 \(Self.ios), 4107 bytes\n")
    #expect(try run(["index", Self.ios], cache).stdout == "present  4F1C6C3E-5B1F-4D3B-9F0E-7A2D3C4B5A69 \(Self.ios)\n")
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".symmap") }
    #expect(names.count == 1)
    // A damaged flat form is not used.
    var flat = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + names[0])))
    flat[flat.count / 2] ^= 0xff
    try folder.write(flat, to: names[0])
    #expect(try run([Self.report, "--source-map", Self.ios], cache).stdout.contains("0   priceOf (src/prices.js:3:24) (5:83)\n"))
  }
}
