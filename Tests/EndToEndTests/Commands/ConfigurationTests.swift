import Foundation
import TestSupport
import Testing

/// `.symbolicate.toml` and `symbolicate config`.
@Suite struct ConfigurationTests {
  static let dSYMs = FixtureFolder.path("Binaries/shop-cpp/out/ios-arm64")
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.copy(SymbolServerTests.report, to: "project/a/b/Shop.crash")
  }

  /// The top of the project, as the system names it.
  var top: String { folder.path.replacing("//", with: "/") + "/project" }

  func write(_ text: String) throws { try folder.write(text, to: "project/.symbolicate.toml") }

  func run(_ arguments: [String]) throws -> ToolRun {
    try Symbolicate.run(
      arguments, environment: ["XDG_DATA_HOME": folder.path + "/data", "XDG_CACHE_HOME": folder.path + "/cache"],
      directory: folder.path + "/project/a/b")
  }

  func isNamed(_ arguments: [String] = []) throws -> Bool {
    SymbolServerTests.isNamed(try run(["Shop.crash", "-q"] + arguments))
  }

  @Test func theNearestFileAboveCountsAndPathsAreRelativeToIt() throws {
    try folder.copy(Self.dSYMs + "/Shop.dSYM", to: "project/build/Shop.dSYM")
    #expect(try !isNamed())
    try write("# of the project\nsymbols = [\n  'build', # here\n  \"nowhere\",\n]\nmap-path = [\"/src/shop=./Sources\"]\n")
    #expect(try isNamed())
    #expect(try !isNamed(["--no-config"]))
    let full = try run(["Shop.crash", "-q", "--full-paths"])
    #expect(full.stdout.contains(top + "/Sources/checkout.cpp:9"), "\(full.stdout)")
    try folder.write("store = \"/nonexistent\"\n", to: "project/a/.symbolicate.toml")
    #expect(try !isNamed(), "only the nearest file counts")
  }

  @Test func theCommandLineReplacesValuesAndAddsToLists() throws {
    try write("store = \"one\"\nsymbols = [\"\(Self.dSYMs)/PayKit.framework.dSYM\"]\ngroup-depth = 2\nlaunch-seconds = 7\n")
    #expect(try isNamed(["-s", Self.dSYMs + "/Shop.dSYM"]))
    #expect(try run(["store", "path"]).stdout == top + "/one\n")
    #expect(try run(["store", "path", "--store", "/two"]).stdout == "/two\n")
    #expect(try run(["store", "path", "--no-config"]).stdout == folder.path + "/data/symbolicate/store\n")
  }

  @Test func configSaysWhereEachValueComesFrom() throws {
    try write("symbols = [\"build\", \"/other\"]\ndebuginfod = true\napp-images = [\"PayKit\"]\nfetch-command = 'true'\n")
    let lines = try run(["config"]).stdout.split(separator: "\n").map {
      $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
    }
    for line in [
      "file \(top)/.symbolicate.toml", "symbols \(top)/build .symbolicate.toml:1", "symbols /other .symbolicate.toml:1",
      "debuginfod true .symbolicate.toml:2", "app-images PayKit .symbolicate.toml:3",
      "fetch-command true .symbolicate.toml:4, not used: not trusted (--trust)", "fetch-time 300 default",
      "store \(folder.path)/data/symbolicate/store default",
    ] { #expect(lines.contains(line), "\(line)\n\(lines)") }
  }

  @Test func aCommandRunsOnlyFromATrustedFile() throws {
    try write("fetch-command = \"touch \(folder.path)/ran; true\"\n")
    let first = try run(["Shop.crash"])
    #expect(
      first.stderr.contains(
        ".symbolicate.toml:1: 'fetch-command' is not used: the file is not trusted; 'symbolicate config --trust'"))
    #expect(!folder.files.contains("ran"))
    #expect(try run(["config", "--trust"]).stdout.contains(".symbolicate.toml:1, trusted"))
    #expect(try run(["Shop.crash"]).stderr.contains("trusted") == false)
    #expect(folder.files.contains("ran"))
    // Another command has to be trusted again.
    try write("fetch-command = \"touch \(folder.path)/other; true\"\n")
    _ = try run(["Shop.crash"])
    #expect(!folder.files.contains("other"))
    // A file that everybody may write is never trusted.
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: folder.path + "/project/.symbolicate.toml")
    let open = try run(["config", "--trust"])
    #expect(open.status == 2 && open.stderr.contains("everybody may write the file"), "\(open.stderr)")
  }

  /// On a terminal the user is asked, once for each directory and command.
  @Test(.program("/usr/bin/script")) func aTerminalIsAskedOnce() throws {
    func onTerminal(_ answer: String, in place: String) throws -> String {
      try ToolRun.of(
        "/usr/bin/script", ["-qec", "'\(Symbolicate.path)' Shop.crash -q --color never", "/dev/null"], input: Array(answer.utf8),
        environment: [
          "XDG_DATA_HOME": folder.path + "/data", "XDG_CACHE_HOME": folder.path + "/cache", "TERM": "xterm-256color",
        ], directory: folder.path + "/" + place
      ).stdout
    }
    let question = "Trust this file from now on? [y/N]"
    try write("fetch-command = \"touch \(folder.path)/ran; true\"\n")
    for answer in ["n\n", "\n", "later\n"] {
      let shown = try onTerminal(answer, in: "project/a/b")
      #expect(shown.contains(question) && shown.contains("fetch-command = touch \(folder.path)/ran; true"), "\(shown)")
      #expect(!folder.files.contains("ran") && shown.contains("is not used: the file is not trusted"))
    }
    let first = try onTerminal("y\n", in: "project/a/b")
    #expect(first.contains(question) && folder.files.contains("ran"), "\(first)")
    try FileManager.default.removeItem(atPath: folder.path + "/ran")
    try FileManager.default.removeItem(atPath: folder.path + "/cache")
    #expect(try !onTerminal("", in: "project/a/b").contains(question) && folder.files.contains("ran"))
    // The same file in another directory is another file.
    try folder.copy(top + "/.symbolicate.toml", to: "other/.symbolicate.toml")
    try folder.copy(SymbolServerTests.report, to: "other/Shop.crash")
    #expect(try onTerminal("n\n", in: "other").contains(question))
  }

  @Test(.enabled(if: getuid() == 0, "only root can give a file away")) func nothingRunsFromAFileOfSomeoneElse() throws {
    try write("fetch-command = \"touch \(folder.path)/ran; true\"\n")
    #expect(try run(["config", "--trust"]).status == 0)
    #expect(chown(folder.path + "/project/.symbolicate.toml", 12345, 12345) == 0)
    let run = try run(["Shop.crash"])
    #expect(run.stderr.contains("the file belongs to someone else") && !folder.files.contains("ran"), "\(run.stderr)")
  }

  @Test func namesOfTheAppsImagesAreRules() throws {
    let report = FixtureFolder.path("Reports/ips/macos-arm64-exception/Shop-2026-11-20-114303.ips")
    let without = try run([report, "-q", "-f", "brief"])
    try folder.write("[app]\nimage:Core*\nimage:Other\n", to: "app.rules")
    let ruled = try run([report, "-q", "-f", "brief", "--rules", folder.path + "/app.rules"])
    try write("app-images = [\"Core*\", \"Other\"]\n")
    let named = try run([report, "-q", "-f", "brief"])
    #expect(named.stdout == ruled.stdout && named.stdout != without.stdout, "\(named.stdout)")
  }

  @Test(arguments: [
    ("symbol = \"x\"", 1, "unknown key 'symbol'; did you mean 'symbols'?"), ("\n[table]", 2, "tables are not used"),
    ("store = x", 1, "the value of 'store' is a string in quotes"), ("store = \"x", 1, "a string has no end"),
    ("store = [\"a\", \"b\"]", 1, "'store' has one value, not a list"), ("symbols = [\"a\" \"b\"]", 1, "',' or ']' is expected"),
    ("store = \"a\"\nstore = \"b\"", 2, "'store' is given twice"), ("store = \"a\" b", 1, "something follows the value"),
    ("fetch-time = \"soon\"", 1, "'soon' is not a number of seconds"), ("store = \"\\q\"", 1, "is no escape"),
    ("debuginfod = \"x\"", 1, "'debuginfod' is true or false"), ("= 1", 1, "a key is expected"),
  ])
  func mistakesAreToldWithTheirLine(text: String, line: Int, reason: String) throws {
    try write(text + "\n")
    let run = try run(["Shop.crash"])
    #expect(run.status == 2 && run.stderr.contains(".symbolicate.toml:\(line): ") && run.stderr.contains(reason), "\(run.stderr)")
  }
}
