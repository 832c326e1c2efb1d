import Foundation
import TestSupport
import Testing

/// What becomes of a store when a run is killed, the disk is full or nothing may be written.
@Suite(.serialized) struct StoreFaultTests {
  static let dwarf = FixtureFolder.path("Binaries/shop-cpp/out/macos-arm64-dwarf5/Shop.dSYM/Contents/Resources/DWARF/Shop")

  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// `count` debug files of as many builds, in a folder and in a zip file, on another disk than the store where there is one, so
  /// that they are really copied.
  static func makeBuilds(_ count: Int) throws -> (folder: String, zip: String, ids: [String]) {
    let original = [UInt8](try Data(contentsOf: URL(fileURLWithPath: dwarf)))
    // LC_UUID: the command, its size, 16 bytes.
    let command: [UInt8] = [0x1b, 0, 0, 0, 24, 0, 0, 0]
    let place = try #require(original.indices.first { original[$0...].starts(with: command) }) + command.count
    let memory = FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
    let root = memory + "/symbolicate-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: root + "/builds", withIntermediateDirectories: true)
    var ids: [String] = []
    var entries: [ArchiveFile.Entry] = []
    for number in 0..<count {
      let id = UUID()
      var bytes = original
      withUnsafeBytes(of: id.uuid) { bytes.replaceSubrange(place..<place + 16, with: $0) }
      try Data(bytes).write(to: URL(fileURLWithPath: root + "/builds/\(number)"))
      entries.append(.init("builds/\(number)", bytes))
      ids.append(id.uuidString)
    }
    try Data(ArchiveFile.zip(Array(entries.prefix(20)))).write(to: URL(fileURLWithPath: root + "/builds.zip"))
    return (root + "/builds", root + "/builds.zip", ids)
  }

  func run(_ words: [String]) throws -> ToolRun {
    try Symbolicate.run(["store", "--store", folder.path + "/store"] + words)
  }

  /// The IDs that the store lists; checks that everything it lists is whole.
  func listed(_ comment: Comment) throws -> Set<String> {
    let verified = try run(["verify"])
    #expect(verified.status == 0, "\(comment): \(verified.stdout)")
    let ids = try run(["list"]).stdout.split(separator: "\n").map { String($0.prefix(36)) }
    #expect(Set(ids).count == ids.count, comment)
    return Set(ids)
  }

  @Test func addingIsKilledTwoHundredTimesAndNothingIsLost() throws {
    let builds = try Self.makeBuilds(150)
    defer { _ = try? FileManager.default.removeItem(atPath: (builds.folder as NSString).deletingLastPathComponent) }
    // Kills are spread over a whole run. How long that takes changes with what else the machine does: a run that ends before its
    // kill says that it takes less, and every kill lets the next one come a little later.
    var longest = 0.05
    var generator = SeededGenerator(200)
    var (known, killed, restarts): (Set<String>, Int, Int) = ([], 0, 0)
    for round in 0..<2000 where killed < 200 {
      let moment = Double.random(in: 0.001...longest, using: &generator)
      let source = round % 4 == 3 ? builds.zip : builds.folder
      let kill = ["-s", "KILL", String(format: "%.4f", moment), Symbolicate.path]
      let words = kill + ["store", "--store", folder.path + "/store", "add", source]
      let status = try ToolRun.of("/usr/bin/timeout", words).status
      if status == 137 || status == -9 {
        (killed, longest) = (killed + 1, longest * 1.1)
      } else {
        #expect(status == 0, "round \(round)")
        longest = max(moment, 0.002)
      }
      // Reading everything again takes longer than the run itself: now and then is enough, every entry is read in the end.
      if round % 16 == 15 {
        let now = try listed("round \(round)")
        #expect(now.isSuperset(of: known) && now.isSubset(of: builds.ids), "round \(round)")
        known = now
        if known.count == builds.ids.count {
          try FileManager.default.removeItem(atPath: folder.path + "/store")
          (known, restarts) = ([], restarts + 1)
        }
      }
    }
    #expect(killed == 200)
    #expect(try run(["add", builds.folder]).status == 0)
    #expect(try listed("the end") == Set(builds.ids))
    for id in builds.ids.prefix(10) { #expect(try run(["find", id]).status == 0) }
    print("killed \(killed) runs, the last within \(Int(longest * 1000)) ms, \(restarts) stores filled")
  }

  // MARK: Disks

  /// Runs a script in which `mount` makes a disk of `size` at the folder `disk`.
  func runOnDisk(size: String, _ script: String) throws -> ToolRun {
    let disk = folder.path + "/disk"
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
    let program = """
      mount -t tmpfs -o size=\(size) tmpfs '\(disk)'
      cd '\(disk)'
      symbolicate() { '\(Symbolicate.path)' "$@"; }
      \(script)
      """
    return try ToolRun.of("/usr/bin/unshare", ["--map-root-user", "--mount", "/bin/bash", "-c", program])
  }

  @Test(.mounts) func aFullDiskIsSaidAndWhatWasAddedStays() throws {
    let builds = try Self.makeBuilds(20)
    defer { _ = try? FileManager.default.removeItem(atPath: (builds.folder as NSString).deletingLastPathComponent) }
    for source in [builds.folder, builds.zip] {
      let run = try runOnDisk(
        size: "400k",
        """
        symbolicate store --store store add '\(source)' >/dev/null; echo $?
        symbolicate store --store store verify
        symbolicate store --store store list | wc -l
        find store -name '.aside*'
        """)
      #expect(
        run.stderr.hasPrefix("symbolicate: the disk of the store store is full: ") && run.stderr.filter { $0 == "\n" }.count == 1)
      let lines = run.stdout.split(separator: "\n").map(String.init)
      #expect(lines.count == 3 && lines.first == "5", "no half-added file is left: \(lines)")
      let count = try #require(lines.last.flatMap { Int($0) })
      #expect(lines[1] == "\(count) debug file\(count == 1 ? "" : "s") read, all intact")
      #expect(source == builds.zip ? count == 0 : (1..<20).contains(count))
    }
  }

  @Test(.mounts) func aReadOnlyStoreIsUsedAndNotChanged() throws {
    let report = FixtureFolder.path("Reports/ips/ios-arm64")
    let dSYMs = FixtureFolder.path("Binaries/shop-cpp/out/ios-arm64")
    let run = try runOnDisk(
      size: "20M",
      """
      symbolicate store --store store add -q '\(dSYMs)'
      mount -o remount,ro '\(folder.path)/disk'
      for words in "add \(Self.dwarf)" "add \(dSYMs)" "remove PayKit" "prune --keep-last 1" "list" "find PayKit" "verify"; do
        symbolicate store --store store $words >/dev/null
        echo "${words%% *} $?"
      done
      symbolicate '\(report)' -q --store store | grep -c 'checkout.cpp:'
      """)
    let lines = run.stdout.split(separator: "\n").map(String.init)
    #expect(lines.dropLast() == ["add 5", "add 0", "remove 5", "prune 0", "list 0", "find 0", "verify 0"])
    #expect((lines.last.flatMap { Int($0) } ?? 0) > 0, "the main job finds what is in it")
    let said = Set(run.stderr.split(separator: "\n").map(String.init))
    #expect(said == ["symbolicate: the store store is not writable: Read-only file system"])
  }
}
