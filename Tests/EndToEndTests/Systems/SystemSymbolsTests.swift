import Foundation
import TestSupport
import Testing

/// Names of Apple's systems from dyld shared caches: `store add`, and every frame of a report. The caches are made ones
/// (Fixtures/SharedCaches).
@Suite struct SystemSymbolsTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  func run(_ words: String...) throws -> ToolRun {
    try Symbolicate.run(words, environment: ["SYMBOLICATE_STORE": folder.path + "/store"], directory: folder.path)
  }

  /// A copy of a made cache in a directory as Xcode names it.
  func copy(_ layout: String, build: String = "26.1 (23B85)") throws -> String {
    let place = "\(build)/Symbols/System/Library/Caches/com.apple.dyld"
    for file in Files.below(FixtureFolder.path("SharedCaches/out/\(layout)")) where file.hasPrefix("dyld") {
      try folder.copy(FixtureFolder.path("SharedCaches/out/\(layout)/\(file)"), to: place + "/" + file)
    }
    return folder.path + "/" + place
  }

  func frames(_ run: ToolRun) throws -> [[String: Any]] {
    let report = try #require(JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
    return try #require((report["threads"] as? [[String: Any]])?.first?["frames"] as? [[String: Any]])
  }

  @Test(arguments: ["14", "15", "16", "26", "27", "mac", "sim"]) func everyFunctionOfEveryLayoutIsNamed(_ layout: String) throws {
    let reports = try SystemReports(layout)
    _ = try copy(layout)
    let added = try run("store", "add", "26.1 (23B85)")
    #expect(added.status == 0 && added.stderr == "")
    #expect(added.stdout.contains("names of 1 system added") && added.stdout.contains("3 images, 10 functions)"))
    try folder.write(reports.kscrash(), to: "report.json")
    let named = try frames(run("report.json", "-f", "json", "--no-demangle"))
    #expect(named.count == reports.frames.count)
    for (frame, wanted) in zip(named, reports.frames) {
      #expect(frame["resolution"] as? String == (wanted.name.isEmpty ? "none" : "symbol"), "\(wanted.name)")
      #expect(frame["symbol"] as? String == (wanted.name.isEmpty ? nil : wanted.name))
      #expect(frame["symbolOffset"] as? String == (wanted.name.isEmpty ? nil : "0x8"))
    }
  }

  @Test(arguments: ["text", "same", "json", "ndjson", "side-by-side", "markdown", "brief", "html", "folded", "speedscope"])
  func redactedFramesGetNamesInEveryFormat(_ format: String) throws {
    let reports = try SystemReports("26")
    _ = try copy("26")
    #expect(try run("store", "add", "26.1 (23B85)").status == 0)
    try folder.write(reports.kscrash(), to: "report.json")
    let text = try run("report.json", "-f", format).stdout
    #expect(text.contains("alpha_public"))
    if format == "brief" { return }
    #expect(text.contains("-[Alpha run:]") && text.contains("block_literal") && text.contains("beta_static"))
    // The reporter's own text stays beside the answer in JSON.
    #expect(["same", "json", "ndjson"].contains(format) || !text.contains("redacted"))
  }

  @Test func reportsOfAnotherBuildSayWhatIsMissing() throws {
    let reports = try SystemReports("26")
    _ = try copy("26")
    #expect(try run("store", "add", "26.1 (23B85)").status == 0)
    try folder.write(reports.kscrash(), to: "reports/known.json")
    let other = reports.kscrash(build: "24A555") { "FFFF" + $0.dropFirst(4) }
    try folder.write(other, to: "reports/other.json")
    let inspected = try run("inspect", "reports/other.json").stdout
    #expect(inspected.contains("no symbols for iOS 26.1 (24A555) arm64e: 12 frames without a name, 3 system images"))
    #expect(inspected.contains("pymobiledevice3 developer fetch-symbols download DIR"))
    #expect(inspected.contains("symbolicate store add --os-build 24A555 DIR"))
    #expect(try !run("inspect", "reports/known.json").stdout.contains("no symbols for"))
    let batch = try run("reports", "-o", "out").stderr
    #expect(
      batch.contains("1 system build without symbols:\n    iOS 26.1 (24A555) arm64e, 12 frames without a name in 1 report\n"))
    #expect(batch.contains("Xcode/iOS DeviceSupport"))
  }

  @Test func framesOfTheSharedCacheAreNamed() throws {
    let reports = try SystemReports("26")
    _ = try copy("26")
    #expect(try run("store", "add", "26.1 (23B85)").status == 0)
    let id = try #require(run("store", "list").stdout.split(separator: " ").first.map(String.init))
    // The stub island is after all images: 0x300000 in this cache.
    try folder.write(reports.ips(cache: id, more: [reports.base + 0x50_0000]), to: "same.ips")
    let named = try frames(run("same.ips", "-f", "json", "--no-demangle"))
    for (frame, wanted) in zip(named, reports.frames) {
      #expect(frame["symbol"] as? String == (wanted.name.isEmpty ? nil : wanted.name))
    }
    let text = try run("same.ips").stdout
    #expect(text.contains("libAlpha.dylib") && text.contains("alpha_local + 8"))
    try folder.write(reports.ips(cache: "FFFF" + id.dropFirst(4)), to: "other.ips")
    #expect(try !run("other.ips").stdout.contains("alpha_local"), "another cache has other contents at this distance")
  }

  @Test func partialCachesAreReplacedByWholeOnes() throws {
    let place = try copy("26")
    let symbols = place + "/dyld_shared_cache_arm64e.symbols"
    try FileManager.default.moveItem(atPath: symbols, toPath: folder.path + "/kept")
    let partial = try run("store", "add", place)
    #expect(partial.status == 0 && partial.stdout.contains("5 functions, partial)"))
    #expect(partial.stderr.contains("dyld_shared_cache_arm64e.symbols: missing, although the main file lists it"))
    #expect(partial.stderr.contains("partial: no local symbols"))
    #expect(try run("store", "list").stdout.contains("partial"))
    try FileManager.default.moveItem(atPath: folder.path + "/kept", toPath: symbols)
    #expect(try run("store", "add", place).stdout.contains("10 functions)"))
    let list = try run("store", "list").stdout
    #expect(list.split(separator: "\n").count == 1 && !list.contains("partial"))
    #expect(try run("store", "add", place).stdout.contains("1 file already there"))
    try FileManager.default.removeItem(atPath: symbols)
    #expect(try run("store", "add", place).stdout.contains("1 file already there"), "what is there stays")
    #expect(try run("store", "list").stdout == list)
  }

  @Test func damageInOneImageLosesThatImageOnly() throws {
    let place = try copy("26")
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: place + "/dyld_shared_cache_arm64e"))
    try handle.seek(toOffset: 0x4000 + 36)
    try handle.write(contentsOf: Data([3, 0, 0, 0]))
    try handle.close()
    let added = try run("store", "add", place)
    #expect(added.status == 0 && added.stdout.contains("2 images, 6 functions, partial)"))
    #expect(added.stderr.contains("/usr/lib/libAlpha.dylib: its Mach-O header is damaged"))
  }

  @Test func foldersWithoutNamesFailAndSayWhy() throws {
    try folder.write("no debug file", to: "texts/a.txt")
    var added = try run("store", "add", "texts")
    #expect(added.status == 1)
    #expect(
      added.stderr.contains(
        "texts: nothing was added: its only file is not a debug file with an ID, an archive or a shared cache"))
    let place = try copy("26")
    try Data("ZBM\u{9}0123456789ab".utf8).write(to: URL(fileURLWithPath: place + "/dyld_shared_cache_arm64e.05.dyldlinkedit"))
    added = try run("store", "add", place)
    #expect(added.status == 1)
    #expect(
      added.stderr.contains("nothing could be added: no image has names")
        && added.stderr.contains("IPSW images keep it compressed"))
    try FileManager.default.removeItem(atPath: place + "/dyld_shared_cache_arm64e")
    added = try run("store", "add", place)
    #expect(added.status == 1)
    #expect(added.stderr.contains("dyld_shared_cache_arm64e: missing; other files of this shared cache are there"))
  }

  @Test func containersMoveBetweenStores() throws {
    let place = try copy("26")
    #expect(try run("store", "add", place).status == 0)
    let exported = try run("store", "export", "--os-build", "23b85", "ios.symcache")
    #expect(exported.status == 0 && exported.stdout.contains("ios.symcache: iOS 26.1 (23B85) arm64e"))
    #expect(try run("store", "export", "--os-build", "1A1", "x").status == 1)
    #expect(try run("store", "--store", "second", "add", "ios.symcache").status == 0)
    #expect(try run("store", "--store", "second", "add", "ios.symcache").stdout.contains("already there"))
    #expect(try run("store", "--store", "second", "verify").status == 0)
    let reports = try SystemReports("26")
    try folder.write(reports.kscrash(), to: "report.json")
    #expect(try run("report.json", "--store", "second").stdout.contains("-[Alpha run:]"))
    #expect(try run("store", "--store", "second", "find", "libBeta").stdout.contains("/usr/lib/libBeta.dylib"))
    let path = folder.path + "/second/" + (try #require(Files.below(folder.path + "/second").first { $0.hasSuffix(".symcache") }))
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    try handle.seek(toOffset: 40)
    try handle.write(contentsOf: Data([0xff]))
    try handle.close()
    #expect(try run("store", "--store", "second", "verify").status == 1)
    let damaged = try run("report.json", "--store", "second")
    #expect(damaged.stderr.contains("damaged system symbols"), "\(damaged.stderr)")
    #expect(try run("store", "--store", "second", "remove", "dyld_shared_cache_arm64e").status == 0)
    #expect(try run("report.json", "--store", "second").stdout.contains("libAlpha"))
  }

  @Test func processesThatAddTheSameCacheLeaveOneEntry() throws {
    let place = try copy("26")
    let script = """
      for i in 1 2 3 4; do '\(Symbolicate.path)' store add -q '\(place)' & done; wait
      '\(Symbolicate.path)' store list -q; '\(Symbolicate.path)' store verify
      """
    let run = try ToolRun.of(
      "/bin/bash", ["-c", script], environment: ["SYMBOLICATE_STORE": folder.path + "/store"], directory: folder.path)
    #expect(run.stdout.split(separator: "\n").count == 2 && run.stdout.contains("1 debug file read, all intact"), "\(run.stdout)")
    let left = Files.below(folder.path + "/store").filter { $0.contains("aside") }
    #expect(left == [])
  }

  @Test func indexSaysWhatToDoWithCaches() throws {
    let place = try copy("26")
    let run = try run("index", place + "/dyld_shared_cache_arm64e")
    #expect(run.status == 1 && run.stderr.contains("store add"))
  }
}
