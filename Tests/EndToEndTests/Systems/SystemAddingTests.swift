import Foundation
import TestSupport
import Testing

/// What `store add` of a shared cache leaves when it is interrupted, and what it says when it is not used.
@Suite struct SystemAddingTests {
  let folder: TemporaryFolder
  let place = "26.1 (23B85)/Symbols"

  init() throws {
    folder = try TemporaryFolder()
    let source = FixtureFolder.path("SharedCaches/out/26")
    for file in Files.below(source) where file.hasPrefix("dyld") { try folder.copy(source + "/" + file, to: place + "/" + file) }
  }

  func run(_ words: String...) throws -> ToolRun {
    try Symbolicate.run(words, environment: ["SYMBOLICATE_STORE": folder.path + "/store"], directory: folder.path)
  }

  /// Runs `store add` under strace with some of its options.
  func trace(_ options: String...) throws -> ToolRun {
    try ToolRun.of(
      "/usr/bin/strace",
      ["-f", "-qq", "-o", folder.path + "/trace"] + options + [Symbolicate.path, "store", "add", "-q", "-j", "2", place],
      environment: ["SYMBOLICATE_STORE": folder.path + "/store"], directory: folder.path)
  }

  static let changes = ["mkdir", "write", "linkat", "rename", "unlink"]

  @Test(.traces) func killsAtAnyChangeLeaveNoHalfContainer() throws {
    _ = try trace("-e", "trace=" + Self.changes.joined(separator: ","))
    let calls = (folder.text("trace") ?? "").split(separator: "\n")
    #expect(calls.contains { $0.contains("rename(") } && calls.count > 10)
    for name in Self.changes {
      for number in 1...max(1, calls.count(where: { $0.contains(" \(name)(") })) {
        try? FileManager.default.removeItem(atPath: folder.path + "/store")
        _ = try trace("-e", "trace=\(name)", "-e", "inject=\(name):signal=KILL:when=\(number)")
        let verified = try run("store", "verify")
        #expect(verified.status == 0 || !FileManager.default.fileExists(atPath: folder.path + "/store"), "\(name) \(number)")
        #expect(try run("store", "list").stdout.split(separator: "\n").count <= 1)
        #expect(try run("store", "add", place).status == 0, "\(name) \(number)")
        #expect(try run("store", "list").stdout.split(separator: "\n").count == 1, "\(name) \(number)")
        #expect(try run("store", "find", "libBeta").stdout.contains("/usr/lib/libBeta.dylib"), "\(name) \(number)")
      }
    }
  }

  /// The first look reads 16 bytes; then the file is mapped. `CacheOrderTests` show in which order the tables are read.
  @Test(.traces) func everyFileIsMappedOnce() throws {
    _ = try trace("-e", "trace=openat,read")
    let calls = (folder.text("trace") ?? "").split(separator: "\n")
    for file in Files.below(folder.path + "/" + place) {
      let opened = calls.indices.filter { calls[$0].contains("openat(") && calls[$0].contains("/\(file)\"") }
      #expect(opened.count == 2, "\(file)")
      #expect(opened.first.map { calls[$0 + 1].contains("read(") && calls[$0 + 1].hasSuffix("= 16") } == true, "\(file)")
    }
  }

  @Test func directoriesOfDebugFilesSayWhatCachesAreFor() throws {
    let reports = try SystemReports("26")
    try folder.write(reports.kscrash(), to: "report.json")
    let hint = try run("report.json", "-s", "26.1 (23B85)").stderr
    #expect(
      hint.contains(
        "symbolicate: 26.1 (23B85): it has a dyld shared cache (dyld_shared_cache_arm64e), which is not searched; "
          + "'symbolicate store add' puts the names of its images into the store, where they are found\n"), "\(hint)")
    #expect(try run("store", "add", "26.1 (23B85)").status == 0)
    let known = try run("report.json", "-s", "26.1 (23B85)").stderr
    #expect(known == "symbolicate: report.json: no frames of app images; 10 of 12 frames resolved\n")
  }

  @Test func aRunSaysWhichSystemIsMissing() throws {
    let reports = try SystemReports("26")
    for file in ["a.json", "b.json"] { try folder.write(reports.kscrash(build: "24A555"), to: file) }
    let line =
      "  system   no symbols for iOS 26.1 (24A555) arm64e: 12 frames without a name, 3 system images\n"
      + "           1. from a device with that build: pymobiledevice3 developer fetch-symbols download DIR\n"
      + "           2. or from Xcode: DIR is ~/Library/Developer/Xcode/iOS DeviceSupport/...\n"
      + "           3. symbolicate store add --os-build 24A555 DIR\n"
    #expect(try run("a.json").stderr.contains(line))
    #expect(try run("a.json", "b.json").stderr.components(separatedBy: line).count == 2, "once for all reports")
    #expect(try !run("a.json", "-q").stderr.contains("no symbols"))
    #expect(try run("store", "add", "--os-build", "24A555", place).status == 0)
    #expect(try !run("a.json").stderr.contains("no symbols"))
  }

  @Test func pruneRemovesWhatKilledProcessesLeft() throws {
    #expect(try run("store", "add", place).status == 0)
    // The mark of the system that is there, which is old too.
    let marker = try #require(Files.below(folder.path + "/store/.systems").first)
    let old = [
      ".aside-1.symcache", ".systems/00112233445566778899aabbccddeeff", ".systems/.unfinished", "ab/.aside-2/dyld.symcache",
    ]
    let fresh = [".aside-3.symcache", ".systems/ffeeddccbbaa99887766554433221100"]
    for name in old + fresh { try folder.write("half", to: "store/" + name) }
    let day = Date(timeIntervalSinceNow: -2 * 86_400)
    for name in old + ["ab/.aside-2", ".systems/" + marker] {
      try FileManager.default.setAttributes([.modificationDate: day], ofItemAtPath: folder.path + "/store/" + name)
    }
    let pruned = try run("store", "prune", "--keep-last", "5")
    #expect(pruned.status == 0 && pruned.stdout.contains("4 leftovers of interrupted runs"), "\(pruned.stdout)\(pruned.stderr)")
    for name in old { #expect(!FileManager.default.fileExists(atPath: folder.path + "/store/" + name), "\(name)") }
    for name in fresh { #expect(FileManager.default.fileExists(atPath: folder.path + "/store/" + name), "\(name)") }
    #expect(try run("store", "find", "libBeta").status == 0, "systems with an entry stay")
  }
}
