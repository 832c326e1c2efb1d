import Foundation
import TestSupport
import Testing

/// `symbolicate inspect` of source maps, and of reports with JavaScript.
@Suite struct SourceMapInspectionTests {
  private static let map = FixtureFolder.path("Scripts/out/ios/main.jsbundle.map")
  private static let report = FixtureFolder.path("Reports/sentry/react-native/event.json")

  @Test func aMapIsDescribed() throws {
    let run = try Symbolicate.run(["inspect", Self.map])
    #expect(
      run.stdout.hasSuffix(
        """
        main.jsbundle.map: source map, 4107 bytes
          debug ID: 4F1C6C3E-5B1F-4D3B-9F0E-7A2D3C4B5A69  6 sources (2 of packages), with texts, 258 mappings

        """), "\(run.stdout)")
    #expect(run.status == 0 && run.stderr.isEmpty)
    let android = try Symbolicate.run(["inspect", FixtureFolder.path("Scripts/out/android/index.android.bundle.map")])
    #expect(android.stdout.contains("\n  no debug ID: pass it with --source-map  6 sources"), "\(android.stdout)")
  }

  @Test func severalMapsAreAnArrayOfJSON() throws {
    let run = try Symbolicate.run(["inspect", "--json", Self.map, Self.map])
    let maps = try #require(try JSONSerialization.jsonObject(with: Data(run.output)) as? [[String: Any]])
    #expect(maps.count == 2 && maps[0]["schema"] as? String == "symbolicate.sourcemap/1")
    #expect(maps[0]["sources"] as? Int == 6 && maps[0]["packageSources"] as? Int == 2 && maps[0]["mappings"] as? Int == 258)
    #expect(maps[0]["id"] as? String == "4F1C6C3E-5B1F-4D3B-9F0E-7A2D3C4B5A69" && maps[0]["stored"] as? Bool == false)
  }

  @Test func whatIsNoMapIsReported() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("{}", to: "empty.map")
    let run = try Symbolicate.run(["inspect", path])
    #expect(
      run.status == 1 && run.stderr == "symbolicate: \(path): not a source map: no object with \"mappings\" or \"sections\"\n")
  }

  /// Elsewhere, the message says what a map is for.
  @Test func aMapIsNoReport() throws {
    let run = try Symbolicate.run([Self.map])
    #expect(run.status == 1 && run.stderr.contains("(a source map; pass it with --source-map, or look into it with"))
    #expect(!run.stderr.contains("looked for"))
  }

  @Test func reportsSayWhichMapIsMissing() throws {
    let without = try Symbolicate.run(["inspect", Self.report]).stdout
    #expect(
      without.contains("\n  scripts  0 of 6 script frames resolved\n")
        && without.contains(
          "\n  missing  main.jsbundle.map 4F1C6C3E-5B1F-4D3B-9F0E-7A2D3C4B5A69, 6 frames; name it with --source-map"),
      "\(without)")
    let with = try Symbolicate.run(["inspect", Self.report, "--source-map", Self.map]).stdout
    #expect(with.contains("\n  scripts  6 of 6 script frames resolved\n") && !with.contains("main.jsbundle.map"), "\(with)")
  }

  /// A position in a bundle is no source line; `native` is not even a position.
  @Test func onlySourcesOfScriptsAreColored() throws {
    let place = "\u{1b}[36m("
    let bundled = try Symbolicate.run([Self.report, "--color", "always"]).stdout
    #expect(bundled.contains("priceOf (main.jsbundle:5:84)\n"), "not colored")
    let mapped = try Symbolicate.run([Self.report, "--color", "always", "--source-map", Self.map]).stdout
    #expect(mapped.contains(place + "src/prices.js:3:24)"))
    let native = try Symbolicate.run([FixtureFolder.path("Reports/kscrash/react-native/report.json"), "--color", "always"]).stdout
    #expect(native.contains("value (native)\n") && !native.contains(place + "native)"))
  }

  @Test func pagesShowWhereInTheBundleAFrameIs() throws {
    let page = try Symbolicate.run([Self.report, "-f", "html"]).stdout
    #expect(page.contains("main.jsbundle:5:84"))
  }
}
