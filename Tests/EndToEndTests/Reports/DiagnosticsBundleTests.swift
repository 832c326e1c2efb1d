import Foundation
import TestSupport
import Testing

/// Crash logs in bundles of test results and in archives of sysdiagnose.
@Suite struct DiagnosticsBundleTests {
  private static let crash = "Reports/ips/ios-arm64/Shop-2026-11-20-114303.ips"

  /// Another incident; those of all fixtures are the same.
  private static func other() throws -> [UInt8] {
    let text = String(decoding: try FixtureFolder.bytes(crash), as: UTF8.self)
    let id = try #require(text.firstMatch(of: /"incident_id":\s*"([0-9A-Fa-f-]{8})/)?.1)
    return Array(text.replacing(id, with: "01234567").utf8)
  }

  private static func paths(_ run: ToolRun) throws -> [String] {
    let reports = try JSONSerialization.jsonObject(with: Data(run.output))
    return (reports as? [[String: Any]] ?? [reports as? [String: Any] ?? [:]]).compactMap { $0["path"] as? String }
  }

  /// A bundle and an archive of Fixtures/Bundles in all outputs.
  @Test(
    arguments: ["Shop.xcresult", "sysdiagnose_2026.11.20_11-45-00+0100_iPhone-OS_iPhone14-5_21B74.tar.gz"],
    ["text", "json", "brief", "markdown", "html"])
  func everyOutput(name: String, format: String) throws {
    let run = try Symbolicate.run(
      [
        "Bundles/out/" + name, "-q", "-f", format, "-s", "Binaries/shop-cpp/out/ios-arm64", "-s", "Binaries/shop-swift/out",
      ], directory: FixtureFolder.path)
    let output = format == "html" ? PageTests.contents(run.stdout) : run.stdout
    try expectGolden(output, "Bundles/\(name.prefix { $0.isLetter }).\(format)")
    #expect(run.status == 0, "\(run.stderr)")
  }

  // MARK: Results of tests

  /// The ID of an object in the form that lists and the names of files have.
  private static func id(_ number: UInt8) -> (bytes: [UInt8], text: String) {
    let bytes = [UInt8](repeating: number, count: 64)
    let text = Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
    return (bytes, "0~" + text)
  }

  private static func references(_ ids: [UInt8?]) -> [UInt8] {
    [UInt8(ids.count)] + ids.flatMap { $0.map { [65, 0] + id($0).bytes } ?? [0] }
  }

  /// A stream of zlib whose blocks are stored as they are.
  private static func zlib(_ bytes: [UInt8]) -> [UInt8] {
    [0x78, 0x01] + ArchiveFile.gzip(bytes).dropFirst(10).dropLast(8) + [0, 0, 0, 0]
  }

  private static func bundle(in folder: TemporaryFolder) throws -> String {
    let crash = try FixtureFolder.bytes(crash)
    let data = "Test.xcresult/Data/"
    let root = Array(#"[{"name":"simctl_diagnostics","type":2},{"name":"gone","type":1}]"#.utf8)
    let reports = Array(#"[ {"name":"Shop.ips","type":1}, {"name":"again.ips","type":1}, {"name":"../../x.log","type":1} ]"#.utf8)
    let files: [(UInt8, [UInt8])] = [
      (1, ArchiveFile.zstd(root)), (2, reports), (3, ArchiveFile.zstd(crash)), (4, crash),
      (5, Array("a log\n".utf8)), (6, zlib(try other())),
      (7, Array("[T[K2:_nV22:ActionsInvocationRecord]]".utf8)),
      (8, [0x28, 0xb5, 0x2f, 0xfd, 1, 2, 3]),
    ]
    for (number, bytes) in files { try folder.write(bytes, to: data + "data." + id(number).text) }
    try folder.write(references([2, nil]), to: data + "refs." + id(1).text)
    try folder.write(references([3, 4, 5]), to: data + "refs." + id(2).text)
    try folder.write(Array("<plist/>".utf8), to: "Test.xcresult/Info.plist")
    return folder.path + "/Test.xcresult"
  }

  @Test func theCrashLogsOfABundleAreFoundByContentAndReadOnce() throws {
    let folder = try TemporaryFolder()
    let bundle = try Self.bundle(in: folder)
    for operand in [bundle, bundle + "/", folder.path] {
      let run = try Symbolicate.run([operand, "-f", "json", "-q"])
      let names = try Self.paths(run).map { String($0.split(separator: ".xcresult/").last?.drop { $0 == "/" } ?? "") }
      #expect(names == ["Data/data.\(Self.id(6).text)", "simctl_diagnostics/Shop.ips"], "\(run.stderr)")
      #expect(run.status == 1 && run.stderr.contains("data.\(Self.id(8).text): "), "a damaged file is an error: \(run.stderr)")
    }
    let written = try Symbolicate.run([bundle, "-o", folder.path + "/out", "-f", "same", "-q"])
    #expect(folder.files.contains("out/simctl_diagnostics/Shop.ips"), "\(written.stderr)")
    #expect(!folder.files.contains { $0.hasSuffix("x.log") })
  }

  @Test func damagedListsLeaveTheFilesWithoutNames() throws {
    let folder = try TemporaryFolder()
    let bundle = try Self.bundle(in: folder)
    for bytes: [UInt8] in [
      [], [3], [3, 65], [3, 1, 0, 65, 0], [0xff, 0xff, 0xff, 0xff, 0xff], [2, 65, 0] + [UInt8](repeating: 3, count: 64),
    ] {
      try folder.write(bytes, to: "Test.xcresult/Data/refs." + Self.id(2).text)
      let run = try Symbolicate.run([bundle, "-f", "json", "-q"])
      #expect(try Self.paths(run).count == 2, "\(bytes.prefix(4)): \(run.stderr)")
    }
  }

  /// A real bundle of Xcode 27 beside the corpus, cut to its diagnostics.
  private static let realBundle = (Corpus.path ?? "") + "/../sources/xcresult/trimmed_crash_logs.xcresult"

  @Test(.enabled(if: FileManager.default.fileExists(atPath: realBundle), "needs the real bundle beside the corpus"))
  func theCrashLogsOfARealBundleAreRead() throws {
    let run = try Symbolicate.run([Self.realBundle, "-f", "json", "-q"])
    let names = try Self.paths(run).map { $0.split(separator: "/").last.map(String.init) ?? "" }
    #expect(names.count == 10 && names.allSatisfy { $0.hasSuffix(".ips") }, "\(names)")
    #expect(names.count { $0.hasPrefix("MobileCal") } == 3 && names.count { $0.hasPrefix("Family") } == 2)
  }

  // MARK: sysdiagnose

  @Test func theReportsOfASysdiagnoseAreReadOnceAndNothingElseIsUnpacked() throws {
    let folder = try TemporaryFolder()
    let top = "sysdiagnose_2026.11.20_iPhone14-5/"
    let crash = try FixtureFolder.bytes(Self.crash)
    let noise = [UInt8](repeating: UInt8(ascii: "x"), count: 3 << 20)
    let entries = [
      ArchiveFile.Entry(top + "crashes_and_spins/Shop-2026-11-20-114303.ips", crash),
      ArchiveFile.Entry(top + "crashes_and_spins/Retired/Shop-2026-11-20-114303.ips", crash),
      ArchiveFile.Entry(top + "crashes_and_spins/Panics/Shop.crash", Array(SampleText.plain.utf8)),
      ArchiveFile.Entry(top + "summaries/crashes_and_spins.log", Array("Shop crashed\n".utf8)),
      ArchiveFile.Entry(top + "logs/powerlogs/huge.log", noise),
      ArchiveFile.Entry(top + "system_logs.logarchive/a.tracev3", noise),
      ArchiveFile.Entry(
        top + "spindump-nosymbols.txt",
        Array(SampleText.plain.replacing("Kiosk", with: "Stand").replacing("6F0E2C35", with: "01234567").utf8)),
      ArchiveFile.Entry(top + "logs/copy.txt", crash), ArchiveFile.Entry(top + "logs/inner.zip", [0x50, 0x4b, 3, 4]),
    ]
    try folder.write(ArchiveFile.gzip(ArchiveFile.tar(entries)), to: "sysdiagnose.tar.gz")
    let run = try Symbolicate.run(["sysdiagnose.tar.gz", "-f", "json"], directory: folder.path)
    #expect(
      try Self.paths(run)
        == [
          "crashes_and_spins/Panics/Shop.crash", "crashes_and_spins/Shop-2026-11-20-114303.ips", "spindump-nosymbols.txt",
        ].map { "sysdiagnose.tar.gz/" + top + $0 }, "\(run.stderr)")
    #expect(run.stderr.contains("sysdiagnose.tar.gz: 1 report is there more than once"))
  }
}
