import Foundation
import TestSupport
import Testing

/// What is said of source maps that reports lack, and which frames `--strict` counts.
@Suite struct MissingSourceMapTests {
  private static let ios = "Scripts/out/ios"
  private static let packager = "Scripts/out/android/packager"
  private static let report = "Reports/kscrash/react-native/report.json"
  private static let event = "Reports/sentry/react-native/event.json"
  private static let logcat = "Reports/console/hermes/logcat.txt"

  private func run(_ arguments: [String], input: [UInt8] = []) throws -> ToolRun {
    let symbols = ["-s", "Binaries/shop-cpp/out/ios-arm64"]
    return try Symbolicate.run(arguments + symbols, input: input, directory: FixtureFolder.path)
  }

  // MARK: One report

  @Test(arguments: [
    (report, "source map of the JavaScript bundle", "name it, or a directory with it, with --source-map"),
    (
      event, "main.jsbundle.map 4F1C6C3E-5B1F-4D3B-9F0E-7A2D3C4B5A69",
      "name it with --source-map, or add it with `symbolicate store add`"
    ),
    (logcat, "index.android.bundle.map", "name it, or a directory with it, with --source-map"),
  ])
  func aMapThatIsMissing(report: String, map: String, advice: String) throws {
    let result = try run([report, "--strict"])
    #expect(result.status == 3, "native frames are complete, those of JavaScript are not")
    #expect(
      result.stderr.hasSuffix(
        """
        symbolicate: \(report): 0 of 6 script frames resolved
          missing  \(map), 6 frames
                   \(advice)

        """), "\(result.stderr)")
    #expect(try run([report]).status == 0, "without --strict it is no failure")
    let brief = try run([report, "-q", "-f", "brief"])
    #expect(brief.stdout.contains("Missing: \(map), 6 frames; \(advice)\n"))
    let plain = map.split(separator: " ")[0]
    #expect(try run([report, "-q", "-f", "html"]).stdout.contains("<b>\(plain == "source" ? map : String(plain))</b>"))
    #expect(try run([report, "-q", "-f", "markdown"]).stdout.contains("**Missing debug files**\n\n- "))
  }

  @Test(arguments: [report, event]) func nothingIsMissingWithTheMap(report: String) throws {
    let result = try run([report, "--strict", "--source-map", Self.ios])
    #expect(result.status == 0 && !result.stderr.contains("missing"), "\(result.stderr)")
  }

  @Test func aMapThatIsNotUsedIsMissing() throws {
    let foreign = try run([Self.logcat, "--strict", "--source-map", Self.packager])
    #expect(foreign.status == 3)
    #expect(
      foreign.stderr.hasSuffix(
        "  missing  index.android.bundle.map, 6 frames\n           the source map ends before the position\n"))
    let several = try run([Self.report, "--strict", "--source-map", Self.ios, "--source-map", Self.packager])
    #expect(several.status == 3 && several.stderr.hasSuffix("           several source maps fit the bundle\n"))
    let folder = try TemporaryFolder()
    let path = try folder.write(Array("{}".utf8), to: "main.jsbundle.map")
    let damaged = try run([Self.report, "--strict", "--source-map", path])
    #expect(damaged.status == 3 && damaged.stderr.contains("           no source map can be used\n"))
  }

  /// A map with another debug ID is of another build, whatever its name.
  @Test func aMapOfAnotherBuildIsNotUsed() throws {
    let folder = try TemporaryFolder()
    let text = String(decoding: try FixtureFolder.bytes("Scripts/out/ios/main.jsbundle.map"), as: UTF8.self)
    let other = text.replacing("4f1c6c3e", with: "5f1c6c3e")
    #expect(other != text)
    let path = try folder.write(other, to: "main.jsbundle.map")
    let result = try run([Self.event, "--strict", "--source-map", path])
    #expect(result.status == 3 && !result.stdout.contains("prices.js"))
    #expect(result.stderr.contains("\(path) has another debug ID than main.jsbundle and is not used\n"), "\(result.stderr)")
    #expect(result.stderr.hasSuffix("           the source map is that of another build\n"))
  }

  /// Code that the packager added has no source, in no map. A map without a source for any frame is another build's.
  @Test func codeWithoutSourceIsNotMissing() throws {
    let folder = try TemporaryFolder()
    // Column 10 has a source, column 20 none.
    let path = try folder.write(
      Array(#"{"version":3,"sources":["a.js"],"names":[],"mappings":"UAAA,U,UAAA"}"#.utf8), to: "main.jsbundle.map")
    func log(_ columns: [Int]) -> [UInt8] {
      Array(columns.map { "    at f (address at main.jsbundle:1:\($0))\n" }.joined().utf8)
    }
    let some = try run(["-", "--strict", "--source-map", path], input: log([10, 20]))
    #expect(some.status == 0 && some.stderr.contains("1 of 2 script frames resolved\n"), "\(some.stderr)")
    let none = try run(["-", "--strict", "--source-map", path], input: log([20, 21]))
    #expect(none.status == 3 && none.stderr.contains("           the source map has nothing at any position of the bundle\n"))
  }

  /// Stacks of other programs in logs name sources, not bundles.
  @Test(arguments: [
    "at f (/srv/shop/src/cart.ts:12:4)", "at f (/srv/shop/node_modules/express/lib/router.js:12:4)",
    "at f (node:internal/process/task_queues:95:5)", "at map (native)",
  ])
  func sourcesNeedNoMap(frame: String) throws {
    let log = "TypeError: x is not a function\n    \(frame)\n    \(frame)\n"
    let result = try run(["-", "--strict"], input: Array(log.utf8))
    #expect([0, 1].contains(result.status) && !result.stderr.contains("missing"), "\(result.stderr)")
  }

  // MARK: Many reports

  @Test func batchesCountScripts() throws {
    let folder = try TemporaryFolder()
    let reports = ["cut-addresses", "event", "react-native"].map { "Reports/sentry/" + $0 }
    let batch = reports + ["--strict", "-o", folder.path]
    let result = try run(batch)
    let lines = """
      3 reports symbolicated, 22 of 22 frames of app images resolved, 0 of 6 script frames of the app
        1 debug file missing:
          main.jsbundle.map 4F1C6C3E-5B1F-4D3B-9F0E-7A2D3C4B5A69, 6 frames in 1 report
      """
    #expect(result.status == 3 && result.stderr.contains("symbolicate: " + lines + "\n"), "\(result.stderr)")
    let failing =
      "1 report with unnamed frames of the app:\n  Reports/sentry/react-native/event.json: 6 of 15 frames, in main.jsbundle\n"
    #expect(result.stderr.hasSuffix(failing))
    let summary = try #require(
      JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: folder.path + "/summary.json"))) as? NSDictionary)
    #expect(summary["frames"] as? NSDictionary == ["app": 22, "resolved": 22, "scripts": 6, "resolvedScripts": 0])
    // What an earlier run found is the same when it is read again.
    let again = try run(batch)
    let earlier = lines.replacing("symbolicated,", with: "symbolicated, 3 of them by an earlier run (--force redoes them),")
    #expect(again.status == 3 && again.stderr.contains(earlier) && again.stderr.hasSuffix(failing), "\(again.stderr)")
    let table = try run(["summarize", folder.path + "/summary.json"]).stdout
    #expect(table.contains("Missing: 1 debug file (main.jsbundle.map), symbols of 2 system builds; -v lists them\n"), "\(table)")
    let whole = try run(["summarize", folder.path + "/summary.json", "-v"]).stdout
    #expect(
      whole.contains("0 of 6 script frames of the app resolved (0%)\n1 debug file missing:\n  main.jsbundle.map "), "\(whole)")
    let complete = try run(batch + ["--source-map", Self.ios])
    #expect(complete.status == 0 && complete.stderr.contains(", 4 of 4 script frames of the app\n"), "without those of packages")
  }

  @Test func groupsWithoutTheMapAreUnsymbolicated() throws {
    let gate = [Self.report, "-q", "-f", "brief", "--fail-on", "unsymbolicated"]
    let result = try run(gate)
    #expect(
      result.status == 3 && result.stderr.contains("--fail-on unsymbolicated: 1 unsymbolicated group\n"), "\(result.stderr)")
    #expect(try run(gate + ["--source-map", Self.ios]).status == 0)
  }

  @Test func streamsCountScripts() throws {
    let object = try JSONSerialization.jsonObject(with: Data(try FixtureFolder.bytes("Reports/sentry/react-native/event.json")))
    let line = [UInt8](try JSONSerialization.data(withJSONObject: object) + Data("\n".utf8))
    #expect(try run(["stream", "--strict"], input: line).status == 3)
    #expect(try run(["stream", "--strict", "--source-map", Self.ios], input: line).status == 0)
  }

  /// Logs of other programs have JavaScript as well: only who gives source maps is told of missing ones.
  @Test func filterIsSilentWithoutSourceMaps() throws {
    let log = try [UInt8](FixtureFolder.bytes("Reports/console/hermes/logcat.txt"))
    #expect(try run(["filter"], input: log).stderr.isEmpty)
    #expect(
      try run(["filter", "--source-map", Self.packager], input: log).stderr.contains(
        "  missing  index.android.bundle.map, 6 frames\n"))
  }
}
