import Foundation
import TestSupport
import Testing

/// System calls that fail once (`strace -e inject`). Torture/ fails all of them, in all commands.
@Suite struct FailingSystemTests {
  private static let report = FixtureFolder.path("Reports/apple-text/ios-arm64/Shop.crash")
  private static let dsym = FixtureFolder.path("Binaries/shop-cpp/out/ios-arm64/Shop.dSYM")
  private static let file = "Contents/Resources/DWARF/Shop"

  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["in/one.crash", "in/two.crash"] { try folder.copy(Self.report, to: name) }
    try folder.copy(Self.dsym, to: "Shop.dSYM")
    // What has just changed is not cached.
    let time: [FileAttributeKey: Any] = [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)]
    let paths = try #require(FileManager.default.enumerator(atPath: folder.path)).compactMap { $0 as? String }
    for path in paths { try FileManager.default.setAttributes(time, ofItemAtPath: folder.path + "/" + path) }
  }

  /// Runs the program in the folder, with the call number `number` of a kind that names `path` failing.
  private func run(_ words: [String], failing call: String, of path: String, number: Int, with error: String) throws -> ToolRun {
    try ToolRun.of(
      "/usr/bin/strace",
      [
        "-f", "-qq", "-o", "/dev/null", "-P", folder.path + "/" + path, "-e", "trace=" + call,
        "-e", "inject=\(call):error=\(error):when=\(number)", Symbolicate.path,
      ] + words, environment: ["XDG_CACHE_HOME": folder.path + "/cache"], directory: folder.path)
  }

  private func run(_ words: [String]) throws -> ToolRun {
    try Symbolicate.run(words, environment: ["XDG_CACHE_HOME": folder.path + "/cache"], directory: folder.path)
  }

  @Test(.traces, arguments: ["openat", "stat,newfstatat"], 1...3)
  func whatWasNotReadOnceIsReadByTheNextRun(call: String, number: Int) throws {
    let words = ["in", "-o", "out", "-s", folder.path + "/Shop.dSYM"]
    let first = try run(words, failing: call, of: "Shop.dSYM/" + Self.file, number: number, with: "EIO")
    let again = try run(words)
    #expect(again.status == 0 && again.stderr.contains("18 of 18 frames of app images resolved"), "\(again.stderr)")
    #expect(folder.text("out/one.crash.txt")?.contains("shop::Checkout::total(int) const + 80 (checkout.cpp:9)") == true)
    // A run that lacks names says why.
    #expect(first.stderr.contains("18 of 18 frames") || first.stderr.contains("Input/output error"), "\(first.stderr)")
  }

  /// The first two calls are those of a look at what the directory holds.
  @Test(.traces, arguments: [3, 4]) func aDirectoryOfWhichAPartIsUnreadIsSaid(number: Int) throws {
    let words = ["in", "-f", "brief", "-s", "Shop.dSYM"]
    let run = try run(words, failing: "getdents64", of: "in", number: number, with: "EIO")
    #expect(run.stderr.contains("symbolicate: in: Input/output error\n") && run.status == 1, "\(run.stderr)")
  }

  @Test(.traces, arguments: ["list", "verify"]) func aStoreThatCannotBeReadIsNotEmpty(command: String) throws {
    let store = ["--store", folder.path + "/store"]
    #expect(try self.run(["store", "add", "-q", "Shop.dSYM"] + store).status == 0)
    let run = try run(["store", command] + store, failing: "openat", of: "store", number: 1, with: "EMFILE")
    #expect(run.stderr.contains("/store: Too many open files; what is in it is missing here\n"), "\(run.stderr)")
    #expect(run.status == 1)
  }

  @Test(.traces) func aPartOfAStoreThatCannotBeReadIsNotIntact() throws {
    let store = ["--store", folder.path + "/store"]
    #expect(try self.run(["store", "add", "-q", "Shop.dSYM"] + store).status == 0)
    let files = try #require(FileManager.default.enumerator(atPath: folder.path + "/store")).compactMap { $0 as? String }
    let record = try #require(files.first { $0.hasSuffix("/info.json") })
    let entry = "store/" + (record as NSString).deletingLastPathComponent
    let run = try run(["store", "verify"] + store, failing: "stat,newfstatat", of: entry, number: 1, with: "EIO")
    #expect(run.stderr.contains("Input/output error") && run.status == 1, "\(run.stdout)\(run.stderr)")
  }

  @Test(.traces) func aConfigurationThatCannotBeReadIsNotAbsent() throws {
    try folder.write("context = 2\n", to: ".symbolicate.toml")
    let run = try run(["in/one.crash"], failing: "stat,newfstatat", of: ".symbolicate.toml", number: 1, with: "EIO")
    #expect(run.stderr.contains(".symbolicate.toml: Input/output error") && run.status == 2, "\(run.stderr)")
  }

  /// What these commands leave out, because the system failed to read it once, they name.
  @Test(.traces, arguments: ["inspect", "check"], ["Contents/Info.plist", Self.file])
  func factsThatCannotBeReadAreSaid(command: String, file: String) throws {
    try folder.copy(FixtureFolder.path("Binaries/shop-cpp/out/ios-arm64/Shop"), to: "app/Shop")
    let dsym = folder.path + "/Shop.dSYM"
    let words = command == "check" ? ["check", "app", "-s", dsym] : ["inspect", dsym]
    let usual = try run(words)
    #expect(usual.status == 0)
    for call in ["openat", "stat,newfstatat"] {
      for number in 1...6 {
        let run = try run(words, failing: call, of: "Shop.dSYM/" + file, number: number, with: "EIO")
        let isSaid = (run.stdout + run.stderr).contains("Input/output error")
        #expect(run.stdout == usual.stdout || isSaid, "\(call) \(number): \(run.stdout)\(run.stderr)")
      }
    }
  }
}
