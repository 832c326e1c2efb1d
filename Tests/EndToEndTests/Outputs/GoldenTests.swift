import Foundation
import TestSupport
import Testing

/// The output for every fixture report in every format. Goldens: Fixtures/Expected/<report's folder>.<format>.
@Suite struct GoldenTests {
  static let reports = FixtureFolder.files(below: "Reports").filter { $0.split(separator: "/").count == 4 }

  /// The folder of debug files of each report, from Fixtures/Reports/expected.tsv; those that have none get one that does not
  /// hold the right ones.
  static let symbols: [String: [String]] = {
    let table = String(decoding: (try? FixtureFolder.bytes("Reports/expected.tsv")) ?? [], as: UTF8.self)
    var folders: [String: Set<String>] = [:]
    for line in table.split(separator: "\n") where !line.hasPrefix("#") {
      let cells = line.split(separator: "\t").map(String.init)
      guard cells.count == 7 else { continue }
      let file = cells[6] == "-" ? "shop-cpp/out/ios-arm64-later" : cells[6]
      let bundle = file.components(separatedBy: "/Contents/")[0]
      folders["Reports/" + cells[0], default: []].insert("Binaries/" + bundle)
    }
    for (report, original) in derived { folders["Reports/" + report] = folders["Reports/" + original] }
    return folders.mapValues { $0.sorted() }
  }()

  /// Reports of React Native, and those whose native stacks they have: see Fixtures/Scripts/build.py.
  private static let derived = [
    "kscrash/react-native/report.json": "kscrash/nsexception/report.json",
    "kscrash/react-native-user/report.json": "kscrash/nsexception/report.json",
    "sentry/react-native/event.json": "sentry/event/event.json",
    "console/react-native/console.log": "console/first-throw/console.log",
    "apple-text/react-native/Shop.crash": "apple-text/macos-x86_64-exception/Shop.crash",
  ]

  /// The options for the source map of a report with JavaScript.
  private static func maps(of report: String) -> [String] {
    if report.contains("react-native") { return ["--source-map", "Scripts/out/ios/main.jsbundle.map"] }
    return report.contains("hermes") ? ["--source-map", "Scripts/out/android/index.android.bundle.map"] : []
  }

  static func run(_ report: String, _ arguments: [String]) throws -> ToolRun {
    let symbols = (symbols[report] ?? []).flatMap { ["-s", $0] }
    return try Symbolicate.run([report] + symbols + maps(of: report) + arguments, directory: FixtureFolder.path)
  }

  static func name(of report: String) -> String { report.split(separator: "/").dropFirst().dropLast().joined(separator: "/") }

  @Test func thereAreReports() { #expect(Self.reports.count >= 23 && Self.symbols.count >= 23) }

  @Test(arguments: reports) func text(report: String) throws {
    let run = try Self.run(report, [])
    try expectGolden(run.output, Self.name(of: report) + ".text")
    try expectGolden(run.errors, Self.name(of: report) + ".stderr")
    #expect(run.status == (report.contains("ios-uuid-mismatch") ? 4 : 0))
  }

  @Test(arguments: reports) func same(report: String) throws {
    let run = try Self.run(report, ["-f", "same"])
    if report.contains("apple-text") {
      #expect(run.output == (try Self.run(report, []).output), "text input has one text form")
    } else {
      try expectGolden(run.output, Self.name(of: report) + ".same")
    }
  }

  @Test(arguments: reports) func json(report: String) throws {
    let run = try Self.run(report, ["-f", "json"])
    try expectGolden(run.output, Self.name(of: report) + ".json")
    let line = try Self.run(report, ["-f", "ndjson"])
    let object = try JSONSerialization.jsonObject(with: Data(run.output))
    let reports = try #require(object as? [NSDictionary] ?? (object as? NSDictionary).map { [$0] })
    let lines = try line.output.split(separator: 10).map { try JSONSerialization.jsonObject(with: Data($0)) as? NSDictionary }
    #expect(!reports.isEmpty && lines == reports.map { Optional($0) })
  }

  @Test(arguments: reports) func markdown(report: String) throws {
    let run = try Self.run(report, ["-f", "markdown"])
    try expectGolden(run.output, Self.name(of: report) + ".markdown")
  }

  @Test(arguments: reports.filter { $0.contains(/\/(dart|minidump|tombstone)\//) }) func brief(report: String) throws {
    let run = try Self.run(report, ["-q", "-f", "brief"])
    try expectGolden(run.output, Self.name(of: report) + ".brief")
  }

  @Test(arguments: reports) func sideBySide(report: String) throws {
    let run = try Self.run(report, ["-f", "side-by-side"])
    try expectGolden(run.output, Self.name(of: report) + ".side-by-side")
  }

  @Test(arguments: reports) func inspect(report: String) throws {
    let symbols = (Self.symbols[report] ?? []).flatMap { ["-s", $0] }
    let run = try Symbolicate.run(["inspect", report] + symbols, directory: FixtureFolder.path)
    try expectGolden(run.output, Self.name(of: report) + ".inspect")
    #expect(run.status == 0 && run.stderr.isEmpty)
  }

  @Test(arguments: reports) func aSecondRunChangesNothing(report: String) throws {
    let folder = try TemporaryFolder()
    let symbols = (Self.symbols[report] ?? []).flatMap { ["-s", FixtureFolder.path($0)] }
    // The table of a jetsam report is no report.
    for format in report.contains("jetsam") ? ["same"] : ["text", "same", "side-by-side"] {
      let first = try Self.run(report, ["-q", "-f", format])
      let path = try folder.write(first.output, to: "first." + format)
      let second = try Symbolicate.run(
        [path, "-q", "-f", format] + symbols + Self.maps(of: report), directory: FixtureFolder.path)
      #expect(second.output == first.output, "\(format)")
    }
  }

  /// The options that shape the output, on one report with inlined functions.
  @Test(arguments: [
    ["--no-inlines"], ["--no-demangle"], ["--full-names"], ["--full-paths"], ["--only-crashed"], ["--color", "always"],
    ["--full-paths", "--map-path", "/src/shop=/home/me/shop"], ["--no-inlines", "--no-demangle", "--only-crashed"],
  ])
  func shape(options: [String]) throws {
    let run = try Self.run("Reports/ips/ios-swift/Shop-2026-11-20-114303.ips", options + ["-q"])
    let name = options.filter { $0.hasPrefix("--") }.map { String($0.dropFirst(2)) }.joined(separator: "+")
    try expectGolden(run.output, "Shape/\(name).text")
    #expect(run.status == 0 && run.stderr.isEmpty)
  }

  @Test(arguments: reports, ["text", "same", "side-by-side"]) func colorsOnlyAddSequences(report: String, format: String) throws {
    let plain = try Self.run(report, ["-q", "-f", format]).stdout
    let colored = try Self.run(report, ["-q", "-f", format, "--color", "always"]).stdout
    #expect(colored.replacing(/\u{1b}\[[0-9;]*m/, with: "") == plain)
    if format == "text", plain.contains(/Thread \d+ Crashed:/) { #expect(colored.contains(/\u{1b}\[1;31mThread \d+ Crashed:/)) }
  }

  /// KSCrash's styles, on one of its reports with inlined functions; what the text says is the same when it is read again.
  @Test(arguments: ["symbolicated", "side-by-side", "partially-symbolicated", "unsymbolicated"]) func style(name: String) throws {
    let run = try Self.run("Reports/kscrash/mach/report.json", ["--style", name, "-q"])
    try expectGolden(run.output, "Shape/style-\(name).text")
    let folder = try TemporaryFolder()
    let path = try folder.write(run.output, to: "styled.crash")
    let symbols = (Self.symbols["Reports/kscrash/mach/report.json"] ?? []).flatMap { ["-s", FixtureFolder.path($0)] }
    #expect(try Symbolicate.run([path, "-q", "--style", name] + symbols).output == run.output)
  }

  /// What is said of images that the report or the debug files leave open.
  @Test func aMismatchIsUsedOnlyOnDemandAndMarked() throws {
    let report = "Reports/apple-text/ios-uuid-mismatch/Shop.crash"
    let run = try Self.run(report, ["-s", "Binaries/shop-cpp/out/ios-arm64/Shop.dSYM", "--allow-mismatch"])
    try expectGolden(run.output, "Shape/allow-mismatch.text")
    #expect(run.status == 0 && run.stdout.contains("[mismatch]"))
    #expect(
      run.stderr == """
        symbolicate: \(report): 0 of 6 frames of app images resolved, 6 named by another build
          mismatch Shop (arm64) 517FFEBD-26BF-58B5-9197-15ED35B9554C, 6 frames
                   used although its ID differs: \
        Binaries/shop-cpp/out/ios-arm64/Shop.dSYM/Contents/Resources/DWARF/Shop

        """)
  }
}
