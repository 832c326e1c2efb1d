import Foundation
import TestSupport
import Testing

/// `symbolicate store` from outside: what it prints, how it ends, and that the main job uses it. Goldens:
/// Fixtures/Expected/Store.
@Suite struct StoreCommandTests {
  let folder: TemporaryFolder

  /// A folder `builds` with debug files of three builds, dated, and no store yet.
  init() throws {
    folder = try TemporaryFolder()
    for (position, name) in ["shop-cpp/out/ios-arm64", "shop-cpp/out/ios-arm64-later", "elf/out/gcc-dwarf5"].enumerated() {
      let place = "builds/\(position)"
      try folder.copy(FixtureFolder.path("Binaries/" + name), to: place)
      for file in Files.below(folder.path + "/" + place) {
        let date = Date(timeIntervalSince1970: 1_790_000_000 + Double(position) * 86_400)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: "\(folder.path)/\(place)/\(file)")
      }
    }
  }

  /// Runs `symbolicate store` in the folder with the store `store` in it.
  func run(_ words: String...) throws -> ToolRun {
    try Symbolicate.run(["store"] + words, environment: ["SYMBOLICATE_STORE": folder.path + "/store"], directory: folder.path)
  }

  /// What was printed, the folder's path replaced by `FOLDER`, and moments by `NOW`.
  func text(_ run: ToolRun) -> String {
    (run.stdout + run.stderr).replacingOccurrences(of: folder.path, with: "FOLDER")
      .replacingOccurrences(of: folder.path.replacingOccurrences(of: "//", with: "/"), with: "FOLDER")
      .replacing(/"added":"[^"]+"/, with: "\"added\":NOW")
  }

  @Test func whatIsRemovedMeanwhileIsNotCalledDamaged() throws {
    let script = """
      export SYMBOLICATE_STORE=store
      for round in {1..12}; do
        "$0" store add builds -q --no-index >/dev/null
        { "$0" store remove Shop; "$0" store prune --max-size 0; } >/dev/null &
        for again in {1..4}; do "$0" store verify -q >>verified || echo "$?" >>verified; done
        wait
      done
      """
    let run = try ToolRun.of("/bin/bash", ["-c", script, Symbolicate.path], directory: folder.path)
    #expect(run.status == 0 && run.stderr.isEmpty, "\(run.stderr)")
    let said = try #require(folder.text("verified"))
    #expect(!said.contains("damaged") && !said.contains("missing") && !said.contains("\n1\n"), "\(said)")
  }

  @Test func addListFindAndRemove() throws {
    var log = ""
    func step(_ words: String..., status: Int32 = 0) throws {
      let run = try Symbolicate.run(
        ["store"] + words, environment: ["SYMBOLICATE_STORE": folder.path + "/store"], directory: folder.path)
      log += "$ symbolicate store \(words.joined(separator: " "))\n\(text(run))"
      #expect(run.status == status, "\(words)")
    }
    try step("path")
    try step("list")
    try step("add", "builds/0/Shop.dSYM", "builds")
    try step("add", "builds", "-v")
    try step("add", "builds/2/shop", "nowhere", "-q", status: 1)
    try step("list")
    try step("list", "--json")
    try step("find", "shop", "paykit")
    try step("find", "Shopp", status: 1)
    try step("verify")
    try step("prune", "--keep-last", "1", "--dry-run")
    try step("prune", "--keep-last=1", "--older-than", "90d")
    try step("remove", "PayKit")
    try step("remove", "PayKit", status: 1)
    try step("list")
    try step("prune", "--max-size", "0")
    try step("list")
    try expectGolden(log, "Store/commands.txt")
  }

  @Test(arguments: [
    ([], "expected a store command: add, list, find, verify, remove, prune, export, path"),
    (["ad"], "unknown store command 'ad'; did you mean 'add'?"),
    (["add"], "'store add' needs the path of a debug file, archive or directory"),
    (["find"], "'store find' needs an ID or a name"),
    (["list", "x"], "unexpected argument 'x' for 'store list'"), (["list", "--link"], "'store list' has no option '--link'"),
    (["prune"], "'store prune' needs --max-size, --older-than or --keep-last"),
    (["prune", "--max-size", "lots"], "option '--max-size': 'lots' is not a size such as 500M or 20G"),
    (["prune", "--older-than", "9"], "option '--older-than': '9' is not a time such as 12h, 90d, 8w or 1y"),
    (["prune", "--keep-last", "0"], "option '--keep-last': '0' is not a number above 0"),
  ])
  func usageErrors(words: [String], message: String) throws {
    let run = try Symbolicate.run(["store"] + words)
    #expect(run.stderr == "symbolicate: \(message)\nTry 'symbolicate store --help'.\n")
    #expect(run.status == 2 && run.output.isEmpty)
  }

  @Test func theMainJobFindsWhatWasAdded() throws {
    let report = FixtureFolder.path("Reports/ips/ios-arm64")
    let files = try FileManager.default.contentsOfDirectory(atPath: report).filter { $0.hasSuffix(".ips") }
    let path = report + "/" + (try #require(files.first))
    #expect(try run("add", "builds").status == 0)
    let named = try Symbolicate.run([path, "-q", "-s", folder.path + "/builds"])
    let stored = try Symbolicate.run([path, "-q", "--store", folder.path + "/store"])
    #expect(stored.status == 0 && stored.output == named.output)
    let byVariable = try Symbolicate.run([path, "-q"], environment: ["SYMBOLICATE_STORE": folder.path + "/store"])
    #expect(byVariable.output == named.output)
    let data = try Symbolicate.run([path, "-q"], environment: ["XDG_DATA_HOME": folder.path + "/data"])
    #expect(data.status == 4, "nothing in the user's own store")
    try FileManager.default.createDirectory(atPath: folder.path + "/data/symbolicate", withIntermediateDirectories: true)
    try FileManager.default.moveItem(atPath: folder.path + "/store", toPath: folder.path + "/data/symbolicate/store")
    #expect(try Symbolicate.run([path, "-q"], environment: ["XDG_DATA_HOME": folder.path + "/data"]).output == named.output)
  }

  @Test func indexesAnswerInPlaceOfTheFiles() throws {
    let report = FixtureFolder.path("Reports/apple-text/ios-arm64/Shop.crash")
    let named = try Symbolicate.run([report, "-q", "-s", folder.path + "/builds"])
    let added = try run("add", "--index-only", "builds/0")
    #expect(added.status == 0 && added.stdout.hasPrefix("4 indexes added, "))
    #expect(try run("list").stdout.split(separator: "\n").allSatisfy { $0.contains("  index  ") })
    #expect(try Symbolicate.run([report, "-q", "--store", folder.path + "/store"]).output == named.output)
    let inspected = try Symbolicate.run(["inspect", report, "--store", folder.path + "/store"])
    #expect(inspected.stdout.contains("Shop.symidx (index, "))
    #expect(try run("verify").stdout == "4 debug files read, all intact\n")
    #expect(
      try run("add", "--link", "--index-only", "builds/0").stderr.contains("'--link' and '--index-only' cannot be combined"))
  }

  @Test(arguments: [false, true]) func indexesOfLargeFilesAreBuiltUnlessUnwanted(isUnwanted: Bool) throws {
    let path = folder.path + "/builds/0/Shop.dSYM/Contents/Resources/DWARF/Shop"
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.truncate(atOffset: 2_000_000)
    try handle.close()
    let run = try Symbolicate.run(
      ["store", "add", "builds/0"] + (isUnwanted ? ["--no-index"] : []),
      environment: ["SYMBOLICATE_STORE": folder.path + "/store", "XDG_CACHE_HOME": folder.path + "/cache"], directory: folder.path
    )
    #expect(run.status == 0 && run.stdout.contains("; 1 index built, ") == !isUnwanted)
    #expect(Files.below(folder.path + "/cache").contains { $0.hasSuffix(".symidx") } == !isUnwanted)
  }
}
