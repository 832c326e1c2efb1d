import Foundation
import TestSupport
import Testing

/// `--fetch-command`: a program of the user's finds the debug file of an ID.
@Suite struct FetchCommandTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  func run(_ command: String, _ more: [String] = [], report: String = SymbolServerTests.report) throws -> ToolRun {
    try Symbolicate.run(
      [report, "-q", "--fetch-command", command] + more,
      environment: ["XDG_CACHE_HOME": folder.path + "/cache", "SYMBOLICATE_STORE": folder.path + "/store"],
      directory: folder.path)
  }

  var stored: [String] { folder.files.filter { $0.hasPrefix("store/") && !$0.hasSuffix("info.json") } }

  static let id = "4C4C44E4-5555-3144-A1B0-602671AD96B1"
  static let bundle = FixtureFolder.path("Binaries/shop-cpp/out/ios-arm64/Shop.dSYM")

  @Test func thePathThatItPrintsIsUsed() throws {
    let script = """
      #!/bin/sh
      echo "$#|$1|$2|$3|$SYMBOLICATE_ID|$SYMBOLICATE_NAME|$SYMBOLICATE_ARCH|$(cat | wc -c)" >> \(folder.path)/calls
      [ "$1" = \(Self.id) ] && echo \(Self.bundle)
      exit 0
      """
    let path = try folder.write(script, to: "my fetch")
    let run = try run("/bin/sh '\(path)'")
    #expect(SymbolServerTests.isNamed(run) && run.stderr.isEmpty, "\(run.stderr)")
    #expect(stored.count == 1)
    let calls = (folder.text("calls") ?? "").split(separator: "\n").map(String.init)
    #expect(calls.contains("3|\(Self.id)|Shop|arm64|\(Self.id)|Shop|arm64|0"), "\(calls)")
    #expect(Set(calls).count == calls.count, "once for each ID")
    _ = try self.run("/bin/sh '\(path)'")
    #expect(
      (folder.text("calls") ?? "").split(separator: "\n").count == calls.count, "the store answers, and misses are remembered")
  }

  @Test(arguments: ["xml", "binary"]) func theListOfDsymForUUIDIsUnderstood(form: String) throws {
    let list = [
      Self.id: ["DBGArchitecture": "arm64", "DBGDSYMPath": Self.bundle + "/Contents/Resources/DWARF/Shop", "DBGVersion": "3"]
    ]
    let data = try PropertyListSerialization.data(fromPropertyList: list, format: form == "xml" ? .xml : .binary, options: 0)
    try folder.write([UInt8](data), to: "list")
    #expect(SymbolServerTests.isNamed(try run("cat list #")))
  }

  static let failures = [
    ("echo no; exit 3 #", "exit status 3"), ("echo /nonexistent/Shop.dSYM #", "/nonexistent/Shop.dSYM: no such file"),
    ("echo \(SymbolServerTests.later) #", "it is of another build: "),
    ("echo /etc/passwd #", "neither a debug file nor an archive"),
    ("yes #", "it printed too much and was ended"), ("sleep 50 #", "it gave no answer in 1 s and was ended"),
    ("exec >&-; sleep 50 #", "it did not end in 1 s"), ("kill -9 $$ #", "was ended by a signal"),
    (
      "printf '<?xml version=\"1.0\"?><plist><dict><key>x</key><dict><key>DBGError</key><string>no such build</string></dict></dict></plist>' #",
      "no such build"
    ),
  ]

  @Test(arguments: failures) func aFailureIsOneLineForEachID(command: String, reason: String) throws {
    let start = ContinuousClock.now
    let run = try run(
      command, ["--fetch-time", "1", "-s", FixtureFolder.path("Binaries/shop-cpp/out/ios-arm64/PayKit.framework.dSYM")])
    let lines = run.stderr.split(separator: "\n").filter { $0.contains("--fetch-command: \(Self.id)") }
    #expect(lines.count == 1 && lines[0].contains(reason), "\(run.stderr)")
    #expect(stored.isEmpty && run.stdout.contains("Thread 0 Crashed") && ContinuousClock.now - start < .seconds(20))
  }

  @Test func aCommandThatFailedIsAskedAgain() throws {
    for _ in 0..<2 { #expect(try run("exit 3 #").stderr.contains("--fetch-command: \(Self.id): exit status 3")) }
  }

  /// However many IDs are missing, the directory of answers is listed once, and answers that no longer count are removed.
  @Test(.traces) func whatIsMissingIsNotedInProportion() throws {
    try folder.write("", to: "cache/symbolicate/misses/0123456789abcdef")
    try FileManager.default.setAttributes(
      [.modificationDate: Date() - 3700], ofItemAtPath: folder.path + "/cache/symbolicate/misses/0123456789abcdef")
    let run = try ToolRun.of(
      "/usr/bin/strace",
      ["-f", "-e", "trace=openat", "-o", "trace", Symbolicate.path, SymbolServerTests.report, "-q", "--fetch-command", "true"],
      environment: ["XDG_CACHE_HOME": folder.path + "/cache", "SYMBOLICATE_STORE": folder.path + "/store"], directory: folder.path
    )
    let listed = (folder.text("trace") ?? "").split(separator: "\n").count {
      $0.contains("misses\"") && $0.contains("O_DIRECTORY")
    }
    let kept = folder.files.filter { $0.hasPrefix("cache/symbolicate/misses/") }
    #expect(run.status == 4 || run.status == 0, "\(run.stderr)")
    // Twice: it is opened once more to be read.
    #expect(listed <= 2 && kept.count > 4 && !kept.contains { $0.hasSuffix("0123456789abcdef") }, "\(listed) \(kept)")
  }

  /// Names come from reports: they are arguments, not commands, options or paths.
  @Test func namesOfReportsAreNoCommands() throws {
    let text = try FixtureFolder.text("Reports/apple-text/ios-arm64/Shop.crash")
      .replacing("/Shop.app/Shop", with: "/Shop.app/--x;touch pwned;$(touch pwned)`touch pwned`\"'")
    let path = try folder.write(text, to: "hostile.crash")
    _ = try run("printf '%s\\n' \"$2\" >> names; true", report: path)
    #expect(!folder.files.contains("pwned") && !(folder.text("names") ?? "").contains("/"))
    #expect(!(folder.text("names") ?? "").split(separator: "\n").contains { $0.hasPrefix("-") })
  }
}
