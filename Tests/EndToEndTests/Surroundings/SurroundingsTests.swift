import Foundation
import TestSupport
import Testing

/// What the program does where the system gives it less than usual: no /proc, closed descriptors, low limits, no cache.
@Suite struct SurroundingsTests {
  static let report = FixtureFolder.path("Reports/apple-text/ios-arm64/Shop.crash")
  static let dSYMs = FixtureFolder.path("Binaries/shop-cpp/out/ios-arm64")

  /// Runs a shell script in which `symbolicate` is the program; $report and $dsyms are a report and its debug files.
  static func run(_ script: String, environment: [String: String?] = [:], directory: String? = nil) throws -> ToolRun {
    let head = "symbolicate() { '\(Symbolicate.path)' \"$@\"; }; report='\(report)'; dsyms='\(dSYMs)'; "
    let quiet = ["SWIFT_BACKTRACE": "enable=no"].merging(environment) { _, new in new }
    return try ToolRun.of("/bin/bash", ["-c", head + script], environment: quiet, directory: directory)
  }

  /// The report as it comes out when nothing is wrong.
  static func expected() throws -> [UInt8] {
    let run = try Symbolicate.run(["-q", report, "-s", dSYMs])
    #expect(run.status == 0 && run.stdout.contains("checkout.cpp:9"))
    return run.output
  }

  // MARK: Directories

  @Test func relativeDirectoriesOfTheUserDoNotCount() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "home/empty")
    let environment = ["HOME": folder.path + "/home", "XDG_CACHE_HOME": "cache", "XDG_DATA_HOME": "./data"]
    let path = try Self.run(
      "symbolicate store path; symbolicate index \"$dsyms/Shop.dSYM\"", environment: environment, directory: folder.path)
    #expect(path.stdout.hasPrefix(folder.path + "/home/.local/share/symbolicate/store\n"))
    #expect(folder.files.contains { $0.hasPrefix("home/.cache/symbolicate/index-") })
    #expect(folder.files.allSatisfy { $0.hasPrefix("home/") })
    let stated = try Self.run(
      "symbolicate store path", environment: ["XDG_DATA_HOME": folder.path + "/data"], directory: folder.path)
    #expect(stated.stdout == folder.path + "/data/symbolicate/store\n")
  }

  // MARK: Descriptors

  @Test func aMissingStandardInputIsAnErrorAndNoHang() throws {
    let run = try Self.run("timeout 300 '\(Symbolicate.path)' filter <&-")
    #expect(run.status == 1 && run.stdout.isEmpty)
    #expect(run.stderr == "symbolicate: standard input: Bad file descriptor\n")
  }

  @Test func aMissingStandardInputThatIsNotReadDoesNoHarm() throws {
    let run = try Self.run("symbolicate -q \"$report\" -s \"$dsyms\" <&-")
    #expect(try run.status == 0 && run.output == Self.expected() && run.stderr.isEmpty)
  }

  @Test func aMissingStandardOutputIsAnError() throws {
    let run = try Self.run("symbolicate -q \"$report\" -s \"$dsyms\" >&-")
    #expect(run.status == 5 && run.stderr == "symbolicate: standard output: Bad file descriptor\n")
  }

  @Test func messagesWithoutStandardErrorGoNowhereElse() throws {
    let run = try Self.run("symbolicate \"$report\" -s \"$dsyms\" 2>&-")
    #expect(try run.status == 0 && run.output == Self.expected())
  }

  @Test(arguments: [4, 5, 6, 7, 23]) func tooFewDescriptorsAreNamed(limit: Int) throws {
    let run = try Self.run("ulimit -n \(limit); symbolicate \"$report\" -s \"$dsyms\"")
    #expect(run.status == 1 && run.stdout.isEmpty)
    #expect(
      run.stderr
        == "symbolicate: only \(limit) files may be open at once, 24 are needed; raise the limit (ulimit -Hn, LimitNOFILE)\n")
  }

  @Test func aLowSoftLimitIsRaised() throws {
    let run = try Self.run("ulimit -Sn 6; symbolicate -q \"$report\" -s \"$dsyms\"")
    #expect(try run.status == 0 && run.output == Self.expected() && run.stderr.isEmpty)
  }

  @Test func theFewestDescriptorsAreEnoughForABatch() throws {
    let folder = FixtureFolder.path("Reports/apple-text")
    let run = try Self.run("ulimit -n 24; symbolicate -q '\(folder)' -s \"$dsyms\" -j 4 -f ndjson")
    let free = try Self.run("symbolicate -q '\(folder)' -s \"$dsyms\" -j 4 -f ndjson")
    #expect(run.status == free.status && run.output == free.output && run.stderr == free.stderr && !run.output.isEmpty)
  }

  // MARK: Memory

  @Test(.unsanitized, arguments: [40_000, 50_000, 60_000, 65_000, 70_000, 75_000], [1, 4])
  func exhaustedMemoryIsNamedOrTheAnswerIsWhole(kilobytes: Int, jobs: Int) throws {
    let run = try Self.run("ulimit -v \(kilobytes); symbolicate -q -j \(jobs) \"$report\" -s \"$dsyms\"")
    if run.status == 0 {
      #expect(try run.output == Self.expected() && run.stderr.isEmpty)
    } else if run.status != 127 {
      // 127: the dynamic linker itself had no room.
      #expect(run.status == 1 && run.stderr.contains("out of memory") && !run.stderr.contains("damaged"), "\(run.stderr)")
    }
  }

  // MARK: /proc

  /// Runs a script without /proc.
  static func runWithoutProc(_ script: String) throws -> ToolRun {
    let inner =
      "mount -t tmpfs tmpfs /proc; report='\(report)'; dsyms='\(dSYMs)'; tool='\(Symbolicate.path)'; " + script
    return try ToolRun.of("/usr/bin/unshare", ["--map-root-user", "--mount", "/bin/bash", "-c", inner])
  }

  @Test(.hidesProc, .unsanitized) func argumentsDoNotDependOnProc() throws {
    let run = try Self.runWithoutProc("\"$tool\" -q \"$report\" -s \"$dsyms\"")
    #expect(try run.status == 0 && run.output == Self.expected() && run.stderr.isEmpty)
  }

  @Test(.hidesProc, .unsanitized) func aBatchWithoutProcStartsItsReader() throws {
    let run = try Self.runWithoutProc("\"$tool\" -q \"$report\" \"$report\" -s \"$dsyms\" --no-index")
    let twice = try Self.expected() + [UInt8(ascii: "\n")] + Self.expected()
    #expect(run.status == 0 && run.output == twice && run.stderr.isEmpty)
  }

  // MARK: File names

  @Test func namesThatAreNotUTF8AreOpenedAndShown() throws {
    let folder = try TemporaryFolder()
    let run = try Self.run(
      """
      name=$(printf 'caf\\xe9'); mkdir "$name"; cp "$report" "$name/"; cp -r "$dsyms" "$name/syms"
      symbolicate "$name/Shop.crash" -s "$name/syms" -o "$name/out.txt"; echo $?
      symbolicate "$name" -s "$name/syms" -q -f json | grep '"path": "caf'
      cat "$name/out.txt"
      """, directory: folder.path)
    let lines = run.stdout.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    try #require(lines.count == 3)
    #expect(lines[0] == "0")
    #expect(lines[1].contains("\"path\": \"caf\\\\xE9/Shop.crash\""), "\(lines[1])")
    #expect(run.stdout.hasSuffix(String(decoding: try Self.expected(), as: UTF8.self)))
    #expect(run.stderr == "symbolicate: caf\\xE9/Shop.crash: 9 of 9 frames of app images resolved (6 inlined)\n")
  }

  // MARK: Without a cache

  /// The debug files in a zip file.
  static func archive(in folder: TemporaryFolder) throws -> String {
    let entries = try Files.below(dSYMs).map { name in
      ArchiveFile.Entry(name, [UInt8](try Data(contentsOf: URL(filePath: dSYMs + "/" + name))))
    }
    return try folder.write(ArchiveFile.zip(entries), to: "dSYMs.zip")
  }

  @Test(arguments: ["HOME", "readOnly"]) func archivesAreExtractedIntoATemporaryDirectoryWithoutACache(kind: String) throws {
    let folder = try TemporaryFolder()
    let zip = try Self.archive(in: folder)
    try folder.write("", to: "tmp/keep")
    // A file in the way of the cache is what even root cannot write into.
    try folder.write("", to: "file")
    let cache = folder.path + "/file/cache"
    let environment: [String: String?] = [
      "HOME": nil, "TMPDIR": folder.path + "/tmp", "XDG_CACHE_HOME": kind == "HOME" ? .none : cache,
    ]
    let run = try Self.run("symbolicate -q \"$report\" -s '\(zip)'", environment: environment)
    #expect(try run.status == 0 && run.output == Self.expected())
    let lines = run.stderr.split(separator: "\n").filter { $0.contains("extracted into") }
    #expect(lines.count == 1, "\(run.stderr)")
    let reason = kind == "HOME" ? "there is no cache directory" : "the cache \(cache)/symbolicate cannot be written"
    #expect(
      lines.first?.hasPrefix("symbolicate: \(zip): \(reason); extracted into \(folder.path)/tmp/symbolicate-unpacked-") == true,
      "\(run.stderr)")
    #expect(Files.below(folder.path + "/tmp") == ["keep"], "it is removed at the end")
  }

  @Test func whatAKilledRunExtractedIsRemovedByTheNext() throws {
    let folder = try TemporaryFolder()
    let zip = try Self.archive(in: folder)
    try folder.write("left", to: "tmp/symbolicate-unpacked-0123456789abcdef/archives/1")
    let run = try Self.run(
      "symbolicate -q \"$report\" -s '\(zip)'", environment: ["HOME": nil, "TMPDIR": folder.path + "/tmp"])
    #expect(run.status == 0 && Files.below(folder.path + "/tmp").isEmpty)
  }

  /// A directory that another run made a moment ago is not one that a killed run left.
  @Test func runsAtTheSameTimeKeepWhatTheyExtract() throws {
    let folder = try TemporaryFolder()
    let zip = try Self.archive(in: folder)
    try folder.write("", to: "out/keep")
    try folder.write("", to: "tmp/keep")
    let script = """
      for round in 1 2 3 4 5 6; do
        for run in 1 2 3 4 5 6 7 8; do symbolicate -q "$report" -s '\(zip)' > '\(folder.path)/out/'$round.$run 2>/dev/null & done; wait
      done
      """
    #expect(try Self.run(script, environment: ["HOME": nil, "TMPDIR": folder.path + "/tmp"]).status == 0)
    let expected = try Self.expected()
    let names = Files.below(folder.path + "/out").filter { $0 != "keep" }
    #expect(names.count == 48)
    for name in names {
      #expect(try [UInt8](Data(contentsOf: URL(filePath: folder.path + "/out/" + name))) == expected, "\(name)")
    }
    #expect(Files.below(folder.path + "/tmp") == ["keep"])
  }
}
