import Foundation
import TestSupport
import Testing

/// Frames that say only where in the shared cache they are: stackshots, panics, and addresses without an image.
@Suite struct CacheFrameTests {
  let folder: TemporaryFolder
  let reports: SystemReports
  let id: String
  /// In the mapping of stubs of this cache.
  let stub = 0x40_0010

  init() throws {
    folder = try TemporaryFolder()
    reports = try SystemReports("26")
    let source = FixtureFolder.path("SharedCaches/out/26")
    for file in Files.below(source) where file.hasPrefix("dyld") {
      try folder.copy(source + "/" + file, to: "26.1 (23B85)/" + file)
    }
    let bytes = try Data(contentsOf: URL(fileURLWithPath: source + "/dyld_shared_cache_arm64e"))
    id = UUID(uuid: bytes[0x58..<0x68].withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }).uuidString
    #expect(try run("store", "add", "26.1 (23B85)").status == 0)
  }

  func run(_ words: String...) throws -> ToolRun {
    try Symbolicate.run(words, environment: ["SYMBOLICATE_STORE": folder.path + "/store"], directory: folder.path)
  }

  func frames(_ run: ToolRun) throws -> [[String: Any]] {
    let report = try #require(JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
    return try #require((report["threads"] as? [[String: Any]])?.first?["frames"] as? [[String: Any]])
  }

  /// Stackshots (288), panics (210) and forced resets (151) list the cache as an image of the source `S`.
  @Test(arguments: [288, 210, 151]) func framesOfStackshotsAndPanicsAreNamed(_ type: Int) throws {
    try folder.write(reports.stackshot(cache: id, type: type, more: [reports.base + stub]), to: "shot.ips")
    let named = try frames(run("shot.ips", "-f", "json", "--no-demangle"))
    #expect(named.count == reports.frames.count + 1)
    for (frame, wanted) in zip(named, reports.frames) {
      #expect(frame["symbol"] as? String == (wanted.name.isEmpty ? nil : wanted.name))
      #expect(frame["resolution"] as? String == (wanted.name.isEmpty ? "none" : "symbol"))
    }
    #expect(named.last?["symbol"] as? String == "stub (dyld shared cache)")
    let text = try run("shot.ips").stdout
    #expect(text.contains("libAlpha.dylib                \t       0x190005048 alpha_local + 8\n"))
    #expect(text.contains("libAlpha.dylib                \t       0x1900050a8 0x190004000 + 4264\n"), "its start has no name")
    try folder.write(reports.stackshot(cache: "FFFF" + id.dropFirst(4), type: type), to: "other.ips")
    let other = try run("other.ips")
    #expect(!other.stdout.contains("alpha_local"), "another cache has other contents at this distance")
    #expect(other.stderr.contains("no symbols for iPhone OS 26.1 (23B85): 12 frames without a name, 1 system image"))
  }

  /// The frames are in no listed image; a crash report says where the cache was.
  @Test func stubsAreReportedAsStubs() throws {
    try folder.write(reports.ips(cache: id, more: [reports.base + stub, reports.base + 0x50_0000]), to: "crash.ips")
    let run = try run("crash.ips")
    #expect(run.stdout.contains("0x190400010 stub (dyld shared cache) + "), "\(run.stdout)")
    let named = try frames(self.run("crash.ips", "-f", "json"))
    #expect(named.last?["symbol"] == nil && named.last?["resolution"] as? String == "none", "after the stubs")
  }

  /// Text of microstackshots and spindump says where the cache was; an image without a size does not reach into it.
  @Test func addressesInTextAreNamed() throws {
    try folder.write(reports.microstackshot(cache: id), to: "a.txt")
    let text = try run("a.txt").stdout
    #expect(text.contains("  61  alpha_local + 8 [0x190005048]\n") && text.contains("  61  ??? [0x1900050a8]\n"))
    #expect(text.contains("  61  -[Alpha run:] + 8 [0x190005088]\n"))
    try folder.write(reports.microstackshot(cache: "FFFF" + id.dropFirst(4)), to: "b.txt")
    #expect(try !run("b.txt").stdout.contains("alpha_local"))
  }
}
