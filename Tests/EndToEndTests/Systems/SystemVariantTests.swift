import Foundation
import TestSupport
import Testing

/// Caches beside those of phones: DriverKit, Rosetta, development caches, watches, and several caches of one build.
@Suite struct SystemVariantTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  func run(_ words: String...) throws -> ToolRun {
    try Symbolicate.run(words, environment: ["SYMBOLICATE_STORE": folder.path + "/store"], directory: folder.path)
  }

  /// Copies the files of a made cache below the system's directory.
  func copy(_ layout: String, to place: String) throws {
    for file in Files.below(FixtureFolder.path("SharedCaches/out/\(layout)")) where file.hasPrefix("dyld") {
      try folder.copy(FixtureFolder.path("SharedCaches/out/\(layout)/\(file)"), to: "26.1 (23B85)/Symbols/\(place)/\(file)")
    }
  }

  /// Compares the names of all functions of a layout with those that a report of it gets.
  func expectNames(_ layout: String) throws {
    let reports = try SystemReports(layout)
    try folder.write(reports.kscrash(), to: "\(layout).json")
    let run = try run("\(layout).json", "-f", "json", "--no-demangle")
    let report = try #require(JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
    let frames = try #require((report["threads"] as? [[String: Any]])?.first?["frames"] as? [[String: Any]])
    #expect(frames.count == reports.frames.count)
    for (frame, wanted) in zip(frames, reports.frames) {
      #expect(frame["symbol"] as? String == (wanted.name.isEmpty ? nil : wanted.name), "\(layout), \(wanted.image.name)")
      #expect(frame["resolution"] as? String == (wanted.name.isEmpty ? "none" : "symbol"), "\(layout), \(wanted.image.name)")
    }
  }

  @Test(arguments: [
    ("driverkit", "System/DriverKit/System/Library/dyld", "DriverKit"),
    ("rosetta", "System/x86Support/System/Library/dyld", "macOS"),
    ("watch", "System/Library/Caches/com.apple.dyld", "watchOS"), ("watch7k", "System/Library/Caches/com.apple.dyld", "watchOS"),
    ("arm64", "System/Library/Caches/com.apple.dyld", "iOS"),
  ])
  func cachesOfOtherSystemsAreRead(_ layout: String, _ place: String, _ system: String) throws {
    try copy(layout, to: place)
    let added = try run("store", "add", "26.1 (23B85)")
    #expect(added.status == 0 && added.stderr == "", "\(added.stderr)")
    #expect(
      added.stdout.contains("(\(system) 26.1 (23B85) ") && added.stdout.contains("3 images, 10 functions)"), "\(added.stdout)")
    try expectNames(layout)
  }

  @Test func cachesOfOneBuildAreKeptApart() throws {
    // Both cores of one device; on a Mac the cache of Rosetta, with the translations that it keeps beside it, and DriverKit's.
    for layout in ["26", "arm64"] { try copy(layout, to: "System/Library/Caches/com.apple.dyld") }
    try copy("rosetta", to: "System/Library/dyld")
    try folder.write("translations", to: "26.1 (23B85)/Symbols/System/Library/dyld/aot_shared_cache.0")
    try folder.write("addresses", to: "26.1 (23B85)/Symbols/System/Library/dyld/dyld_shared_cache_x86_64.map")
    try copy("driverkit", to: "System/DriverKit/System/Library/dyld")
    let added = try run("store", "add", "26.1 (23B85)")
    #expect(added.status == 0 && added.stderr == "", "\(added.stderr)")
    let list = try run("store", "list").stdout.split(separator: "\n")
    #expect(list.count == 4 && list.allSatisfy { $0.contains("26.1 (23B85)") })
    for layout in ["26", "arm64", "rosetta", "driverkit"] { try expectNames(layout) }
    let export = try run("store", "export", "--os-build", "23B85", "a.symcache")
    #expect(export.status == 1 && export.stderr.contains("several shared caches of build 23B85"))
    #expect(try run("store", "export", "--os-build", "23B85", "--arch", "arm64", "a.symcache").status == 0)
  }

  @Test func customerAndDevelopmentCachesAreStoredOnce() throws {
    try copy("development", to: "System/Library/Caches/com.apple.dyld")
    let added = try run("store", "add", "26.1 (23B85)")
    #expect(added.status == 0 && added.stderr == "")
    #expect(added.stdout.contains("names of 1 system added") && added.stdout.contains("1 file already there"))
    #expect(try run("store", "list").stdout.split(separator: "\n").count == 1)
    try expectNames("development")
    // A stackshot of either cache finds its frames.
    let reports = try SystemReports("development")
    for file in ["dyld_shared_cache_arm64e", "dyld_shared_cache_arm64e.development"] {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: FixtureFolder.path("SharedCaches/out/development/\(file)")))
      let id = UUID(uuid: bytes[0x58..<0x68].withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }).uuidString
      try folder.write(reports.stackshot(cache: id, type: 288), to: "shot.ips")
      #expect(try run("shot.ips").stdout.contains("alpha_local + 8"), "\(file)")
    }
    #expect(try run("store", "export", "--os-build", "23B85", "a.symcache").status == 0)
    // Without the first one, its twin is read.
    #expect(try run("store", "remove", "dyld_shared_cache_arm64e").status == 0)
    try FileManager.default.removeItem(
      atPath: folder.path + "/26.1 (23B85)/Symbols/System/Library/Caches/com.apple.dyld/dyld_shared_cache_arm64e")
    #expect(try run("store", "add", "26.1 (23B85)").stdout.contains("names of 1 system added"))
    try expectNames("development")
  }
}
