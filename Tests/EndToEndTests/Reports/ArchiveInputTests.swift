import Foundation
import TestSupport
import Testing

/// Reports in archives and compressed files.
@Suite struct ArchiveInputTests {
  private static let plain = Array(SampleText.plain.utf8)
  private static let other = Array(SampleText.replacing("Kiosk [4711]", with: "Stand [4712]").utf8)

  private static func entries(_ names: String...) -> [ArchiveFile.Entry] {
    names.map { ArchiveFile.Entry($0, $0.contains("other") ? other : plain) }
  }

  private static func processes(_ run: ToolRun) throws -> [String] {
    let reports = try JSONSerialization.jsonObject(with: Data(run.output)) as? [[String: Any]] ?? []
    return reports.compactMap { ($0["process"] as? [String: Any])?["name"] as? String }
  }

  @Test func anArchiveIsReadAsADirectory() throws {
    let folder = try TemporaryFolder()
    let entries = Self.entries("a/one.crash", "a/other.crash") + [ArchiveFile.Entry("read.me", Array("no report".utf8))]
    try folder.write(ArchiveFile.zip(entries), to: "reports.zip")
    try folder.write(ArchiveFile.tar(entries), to: "reports.tar")
    try folder.write(ArchiveFile.gzip(ArchiveFile.tar(entries)), to: "reports.tar.gz")
    try folder.write(ArchiveFile.zstd(ArchiveFile.tar(entries)), to: "reports.tar.zst")
    try folder.write(ArchiveFile.zip(entries), to: "without-suffix")
    for name in ["reports.zip", "reports.tar", "reports.tar.gz", "reports.tar.zst", "without-suffix"] {
      let run = try Symbolicate.run([name, "-f", "json"], directory: folder.path)
      #expect(try Self.processes(run) == ["Kiosk", "Stand"], "\(name): \(run.stderr)")
      #expect(run.stdout.contains("\"\(name)/a/one.crash\""))
      #expect(run.stderr.contains("2 reports symbolicated") && run.stderr.contains("1 other file skipped"))
    }
  }

  @Test func aCompressedReportIsRead() throws {
    let folder = try TemporaryFolder()
    for (name, bytes) in [("one.crash.gz", ArchiveFile.gzip(Self.plain)), ("one.crash.zst", ArchiveFile.zstd(Self.plain))] {
      try folder.write(bytes, to: name)
      let run = try Symbolicate.run([name], directory: folder.path)
      #expect(run.output == Self.plain, "\(name): \(run.stderr)")
      let written = try Symbolicate.run([name, "-o", "out/", "-f", "same"], directory: folder.path)
      #expect(written.stderr.contains(name) && folder.text("out/one.crash") == SampleText.plain)
    }
  }

  @Test func archivesInDirectoriesAreRead() throws {
    let folder = try TemporaryFolder()
    let inner = [ArchiveFile.Entry("deep/other.ips.gz", ArchiveFile.gzip(Self.other))]
    try folder.write(ArchiveFile.zip(inner + Self.entries("one.crash")), to: "in/reports.zip")
    try folder.write(ArchiveFile.gzip(Self.other), to: "in/other.crash.gz")
    try folder.write(Self.plain, to: "in/plain.crash")
    try folder.write(ArchiveFile.gzip([0, 1, 2, 3]), to: "in/core.gz")
    let run = try Symbolicate.run(["in", "-f", "json", "-o", "out"], directory: folder.path)
    #expect(run.status == 4 && run.stderr.contains("4 reports symbolicated"), "\(run.stderr)")
    #expect(
      folder.files.filter { $0.hasPrefix("out/") && !$0.contains("/.") }.sorted() == [
        "out/other.crash.json", "out/plain.crash.json", "out/reports.zip/deep/other.ips.json", "out/reports.zip/one.crash.json",
        "out/summary.json",
      ])
    let summary = try Symbolicate.run(["summarize", "in"], directory: folder.path)
    #expect(summary.stdout.contains("4 reports"))
  }

  /// An archive of debug files among the operands is searched for them, as before; one with both is read for both.
  @Test func anArchiveOfDebugFilesIsNoReport() throws {
    let folder = try TemporaryFolder()
    let file = "Binaries/shop-cpp/out/ios-arm64/Shop.dSYM/Contents/Resources/DWARF/Shop"
    let symbols = ArchiveFile.Entry("z/Shop", try FixtureFolder.bytes(file))
    let report = try FixtureFolder.bytes("Reports/apple-text/ios-arm64/Shop.crash")
    try folder.write(ArchiveFile.zip([symbols]), to: "symbols.zip")
    try folder.write(ArchiveFile.zip([ArchiveFile.Entry("a.crash", report), symbols]), to: "both.zip")
    try folder.write(report, to: "Shop.crash")
    for words in [["Shop.crash", "symbols.zip"], ["both.zip"]] {
      let run = try Symbolicate.run(words, directory: folder.path)
      #expect(run.stdout.contains("(checkout.cpp:9)"), "\(words): \(run.stderr)")
    }
  }

  @Test func hostileArchivesAreRejectedByName() throws {
    let folder = try TemporaryFolder()
    try folder.write(ArchiveFile.tar(Self.entries("one.crash", "../../evil.crash")), to: "escape.tar")
    try folder.write(
      ArchiveFile.zip([ArchiveFile.Entry("one.crash", Self.plain), ArchiveFile.Entry("one.crash", Self.plain)]), to: "twice.zip")
    try folder.write(Array(ArchiveFile.gzip(Self.plain).prefix(600)), to: "cut.crash.gz")
    try folder.write(ArchiveFile.zip([ArchiveFile.Entry("bomb.txt", [], zeros: 2_000_000_000)]), to: "bomb.zip")
    for (name, words) in [
      ("escape.tar", "points outside the archive"), ("twice.zip", "two files in it have the name 'one.crash'"),
      ("cut.crash.gz", "damaged"),
    ] {
      let run = try Symbolicate.run([name], directory: folder.path)
      #expect(run.status == 1 && run.stderr.contains("symbolicate: \(name): ") && run.stderr.contains(words), "\(run.stderr)")
    }
    let run = try Symbolicate.run([".", "-o", "out"], directory: folder.path)
    #expect(run.status == 1 && run.stderr.contains("0 reports symbolicated"), "\(run.stderr)")
    #expect(
      folder.files.filter { $0.hasPrefix("out/") && !$0.contains("/.") } == ["out/summary.json"]
        && !folder.files.contains { $0.hasSuffix("evil.crash") })
  }

  @Test func anArchiveInAnArchiveIsReported() throws {
    let folder = try TemporaryFolder()
    let inner = ArchiveFile.Entry("inner.zip", ArchiveFile.zip(Self.entries("one.crash")))
    try folder.write(ArchiveFile.zip(Self.entries("other.crash") + [inner]), to: "outer.zip")
    let run = try Symbolicate.run(["outer.zip"], directory: folder.path)
    #expect(run.stdout.contains("Stand [4712]"))
    #expect(run.stderr.contains("outer.zip: archives inside an archive are not opened: inner.zip"))
  }

  /// Xcode's organizer keeps its own symbolicated copy of each report, and the same report in several filters.
  @Test func eachIncidentOfXcodesOrganizerIsReadOnce() throws {
    let folder = try TemporaryFolder()
    let point = "Crashes/Points/0A1B.xccrashpoint/Filters/"
    let logs = point + "Filter_1-3.1-iOS-Any/Logs/"
    try folder.write(Self.plain, to: logs + "2024-05-06_07-08-09_0000-aa.crash")
    try folder.write(Self.plain, to: logs + "LocallySymbolicated/2024-05-06_07-08-09_0000-aa.crash")
    try folder.write(Self.other, to: logs + "LocallySymbolicated/2024-05-07_07-08-09_0000-bb.crash")
    try folder.write(Self.plain, to: point + "Filter_2-3.1-iOS-Any/Logs/2024-05-06_07-08-09_0000-aa.crash")
    try folder.write(Array(#"{"version":"1","topFrame":"x"}"#.utf8), to: point + "Filter_1-3.1-iOS-Any/PointInfo.json")
    for operand in ["Crashes", "Crashes/Points/0A1B.xccrashpoint"] {
      let run = try Symbolicate.run([operand, "-f", "json"], directory: folder.path)
      #expect(try Self.processes(run) == ["Kiosk", "Stand"], "\(run.stderr)")
      #expect(run.stderr.contains("2 reports symbolicated") && run.stderr.contains("3 other files skipped"))
    }
  }
}
