import Foundation
import TestSupport
import Testing

/// `--context` from source bundles and from the revision of a repository that was built.
@Suite(.program("/usr/bin/git")) struct BuiltSourceTests {
  static let report = FixtureFolder.path("Reports/ips/ios-swift/Shop-2026-11-20-114303.ips")
  static let sources = FixtureFolder.path("Binaries/shop-swift/src")
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  func run(_ arguments: [String], report: String = report) throws -> ToolRun {
    try Symbolicate.run(
      [report, "-s", FixtureFolder.path("Binaries/shop-swift/out"), "--context", "1"] + arguments, directory: folder.path)
  }

  /// The excerpts of an output, without the paths of their files.
  static func excerpts(_ run: ToolRun) -> [Substring] { run.stdout.split(separator: "\n").filter { $0.hasPrefix("|") } }

  func git(_ arguments: String...) throws -> String {
    let run = try ToolRun.of(
      "/usr/bin/git", ["-C", folder.path + "/repo", "-c", "user.name=A", "-c", "user.email=a@example.com"] + arguments)
    #expect(run.status == 0, "\(run.stderr)")
    return run.stdout.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// A repository whose first commit has the sources that were built, and whose files are others since. Returns that commit.
  func makeRepository() throws -> String {
    try folder.copy(Self.sources, to: "repo/shop")
    _ = try git("init", "-q", "-b", "main")
    _ = try git("add", ".")
    _ = try git("commit", "-q", "-m", "Build")
    let commit = try git("rev-parse", "HEAD")
    for name in folder.files where name.hasPrefix("repo/shop/") { try folder.write("nothing is left\n", to: name) }
    _ = try git("commit", "-q", "-a", "-m", "Change all")
    return commit
  }

  @Test(arguments: ["Shop", "old"]) func aSourceBundleServesTheLines(name: String) throws {
    let expected = Self.excerpts(try run(["--source-root", Self.sources]))
    #expect(expected.count == 3)
    let run = try run(["--source-root", FixtureFolder.path("SourceBundles/out/\(name).src.zip")])
    #expect(Self.excerpts(run) == expected, "\(run.stderr)")
  }

  /// Bundles beside a debug file, in a store, and in directories by ID are found by the ID, without an option.
  @Test(arguments: ["beside the dSYM", "beside the file", "store", "store --link", "by ID", "unified"])
  func aBundleIsFoundByItsID(place: String) throws {
    let expected = Self.excerpts(try run(["--source-root", Self.sources]))
    let bundle = FixtureFolder.path("SourceBundles/out/Shop.src.zip")
    try folder.copy(FixtureFolder.path("Binaries/shop-swift/out/Shop.dSYM"), to: "symbols/Shop.dSYM")
    let id = "4c4c445055553144a16e51c53dbf3bbe"
    var environment: [String: String?] = [:]
    var symbols = ["-s", "symbols"]
    switch place {
    case "beside the dSYM": try folder.copy(bundle, to: "symbols/Shop.src.zip")
    case "beside the file": try folder.copy(bundle, to: "symbols/Shop.dSYM/Contents/Resources/DWARF/Shop.src.zip")
    case "by ID": try folder.copy(bundle, to: "ids/\(id.prefix(2))/\(id.dropFirst(2)).src.zip")
    case "unified": try folder.copy(bundle, to: "ids/\(id.prefix(2))/\(id.dropFirst(2))/sourcebundle")
    default:
      environment = ["SYMBOLICATE_STORE": folder.path + "/store"]
      let added = try Symbolicate.run(
        ["store", "add", bundle] + place.split(separator: " ").dropFirst().map(String.init), environment: environment)
      #expect(added.status == 0, "\(added.stderr)")
      let list = try Symbolicate.run(["store", "list"], environment: environment).stdout
      #expect(list.contains("source-bundle") && list.uppercased().contains(id.uppercased().prefix(8)), "\(list)")
      #expect(try Symbolicate.run(["store", "verify"], environment: environment).status == 0)
      #expect(try Symbolicate.run(["store", "find", "Shop"], environment: environment).stdout.contains("Shop.src.zip"))
    }
    if place.contains("ID") || place == "unified" { symbols += ["-s", "ids"] }
    let run = try Symbolicate.run([Self.report, "--context", "1"] + symbols, environment: environment, directory: folder.path)
    #expect(Self.excerpts(run) == expected && expected.count == 3, "\(place): \(run.stderr)")
    // What the user names comes first.
    let named = try Symbolicate.run(
      [Self.report, "--context", "1", "--source-root", Self.sources] + symbols, environment: environment, directory: folder.path)
    #expect(named.stdout.contains(Self.sources + "/Basket.swift"))
  }

  @Test func aBundleOfAnotherBuildBesideTheFileIsNotUsed() throws {
    try folder.copy(FixtureFolder.path("Binaries/shop-swift/out/Shop.dSYM"), to: "symbols/Shop.dSYM")
    try folder.copy(FixtureFolder.path("SourceBundles/out/other.src.zip"), to: "symbols/Shop.src.zip")
    let arguments = [Self.report, "--context", "1", "-s", "symbols"]
    let other = try Symbolicate.run(arguments, directory: folder.path)
    #expect(Self.excerpts(other).isEmpty && other.stderr.contains("neither --source-root nor --map-path says where it is"))
    try folder.write("no zip", to: "symbols/Shop.src.zip")
    let bad = try Symbolicate.run(arguments, directory: folder.path)
    #expect(bad.stderr.contains("Shop.src.zip: not a readable archive"), "\(bad.stderr)")
    let environment: [String: String?] = ["SYMBOLICATE_STORE": folder.path + "/store"]
    let refused = try Symbolicate.run(["store", "add", folder.path + "/symbols/Shop.src.zip"], environment: environment)
    #expect(refused.status != 0 && refused.stderr.contains("Shop.src.zip: not a readable archive"), "\(refused.stderr)")
  }

  @Test func aBundleOfAnotherBuildIsToldAndAFolderHelps() throws {
    let other = FixtureFolder.path("SourceBundles/out/other.src.zip")
    let run = try run(["--source-root", other])
    #expect(
      run.stderr.contains("other.src.zip is of another build: 00112233-4455-6677-8899-AABBCCDDEEFF") && Self.excerpts(run).isEmpty
    )
    #expect(Self.excerpts(try self.run(["--source-root", other, "--source-root", Self.sources])).count == 3)
  }

  @Test func theLinesAreThoseThatWereBuilt() throws {
    let commit = try makeRepository()
    let expected = Self.excerpts(try run(["--source-root", Self.sources]))
    let run = try run(["--source-git", "repo@" + commit.prefix(10)])
    #expect(
      Self.excerpts(run) == expected && run.stdout.contains("shop/Basket.swift@\(commit.prefix(12))"),
      "\(run.stdout)\(run.stderr)")
    _ = try git("tag", "v1", commit)
    #expect(Self.excerpts(try self.run(["--source-git", "repo@v1"])) == expected)
    #expect(Self.excerpts(try self.run(["--source-git", "repo@main"])).isEmpty, "that revision has fewer lines")
    let json = try self.run(["--source-git", "repo@v1", "-f", "json", "--source-url", "https://x/{path}#L{line}"])
    #expect(json.stdout.contains("https://x/shop/Basket.swift#L"))
  }

  @Test func theReportNamesTheRevision() throws {
    let commit = try makeRepository()
    let expected = Self.excerpts(try run(["--source-root", Self.sources]))
    var lines = try String(contentsOfFile: Self.report, encoding: .utf8).split(separator: "\n", maxSplits: 1).map(String.init)
    lines[1] = lines[1].replacingOccurrences(
      of: "{", with: "{\"buildInfo\":{\"SourceVersion\":\"\(commit)\"},\"myKey\":\"v1.0~3\",", range: lines[1].range(of: "{"))
    let path = try folder.write(lines.joined(separator: "\n"), to: "built.ips")
    #expect(Self.excerpts(try run(["--source-git", "repo"], report: path)) == expected)
    #expect(Self.excerpts(try run(["--source-git", "repo", "--revision-key", "SourceVersion"], report: path)) == expected)
    #expect(
      try run(["--source-git", "repo", "--revision-key", "myKey"], report: path).stderr.contains("no revision v1.0~3 in repo"))
    #expect(try run(["--source-git", "repo"]).stderr.contains("no revision of repo: name it with --source-git REPO@REV"))
  }

  /// A directory with a program `git` that writes its arguments down, and then is the real one, or else this script for `cat-file`.
  func countingGit(_ script: String = #"exec /usr/bin/git "$@""#) throws -> [String: String?] {
    let text = """
      #!/bin/sh
      echo "$@" >>\(folder.path)/asked
      case "$*" in *cat-file*) \(script) ;; *) exec /usr/bin/git "$@" ;; esac

      """
    try folder.writeProgram(text, to: "bin/git")
    return ["PATH": folder.path + "/bin:/usr/bin:/bin"]
  }

  var reads: Int { (folder.text("asked") ?? "").split(separator: "\n").count { $0.contains("cat-file") } }

  /// JSON has the lines around every line of the app, of several files.
  func runJSON(_ revision: String, _ environment: [String: String?]) throws -> ToolRun {
    try Symbolicate.run(
      [
        Self.report, Self.report, "-s", FixtureFolder.path("Binaries/shop-swift/out"), "--context", "1", "-f", "json",
        "--source-git",
        "repo@" + revision, "-j", "2",
      ], environment: environment, directory: folder.path)
  }

  @Test func oneProcessReadsAllFiles() throws {
    let commit = try makeRepository()
    let run = try runJSON(commit, countingGit())
    let files = Set(run.stdout.matches(of: /"path":\s*"(shop[^"]*)@/).map { String($0.1) })
    #expect(files.count > 1 && reads == 1, "\(files) \(folder.text("asked") ?? "")")
  }

  @Test(arguments: [
    ("exit 3", "git ended before it gave an answer"), ("kill -9 $$", "git ended before it gave an answer"),
    ("read line; echo 'blob 9'; echo cut; exit 0", "git ended before it gave an answer"),
    ("read line; echo 'blob 99999999'; exec cat", "it has 99 MB in that revision"),
    ("read line; echo 'tree 5'; echo five; exec cat", "it is no file in that revision but a tree"),
    ("while read line; do echo \"$line missing\"; done", "git has no such file: "),
    ("head -c 100000 /dev/zero; exec cat", "git gave an answer that is none"),
  ])
  func whatGitDoesWrongIsOneLine(script: String, reason: String) throws {
    let commit = try makeRepository()
    let run = try Symbolicate.run(
      [
        Self.report, "-s", FixtureFolder.path("Binaries/shop-swift/out"), "--context", "1", "--source-git", "repo@" + commit,
      ], environment: countingGit(script), directory: folder.path)
    let lines = run.stderr.split(separator: "\n").filter { $0.contains("no source lines for ") }
    #expect(lines.count == 1 && lines[0].contains(reason), "\(run.stderr)")
    #expect(Self.excerpts(run).isEmpty && run.stdout.contains("Checkout.settle(_:)") && run.status == 0)
    #expect(reads <= 6, "git that has ended is not started again")
  }

  @Test func aPathWithALineEndIsNotTheEndOfAQuestion() throws {
    let old = try makeRepository()
    let source = try FixtureFolder.text("Binaries/shop-swift/src/Basket.swift")
    try folder.write(source, to: "repo/src/sh\nop/Basket.swift")
    _ = try git("add", ".")
    _ = try git("commit", "-q", "-m", "Odd")
    let commit = try git("rev-parse", "HEAD")
    let run = try Symbolicate.run(
      [
        Self.report, "-s", FixtureFolder.path("Binaries/shop-swift/out"), "--context", "1", "--source-git", "repo@" + commit,
        "--map-path", "/src/shop=src/sh\nop",
      ], directory: folder.path)
    #expect(old != commit && Self.excerpts(run).count == 3, "\(run.stderr)")
  }

  @Test func whatIsNoRepositoryOrRevisionIsTold() throws {
    let commit = try makeRepository()
    #expect(try run(["--source-git", "repo@nothing"]).stderr.contains("no revision nothing in repo"))
    #expect(try run(["--source-git", "repo@--output=x"]).stderr.contains("no revision --output=x in repo"))
    #expect(try run(["--source-git", "nowhere@\(commit)"]).status == 2)
    #expect(try run(["--revision-key", "x"]).stderr.contains("'--revision-key' needs '--source-git REPO'"))
    try folder.write("x", to: "plain/file")
    #expect(try run(["--source-git", "plain@\(commit)"]).stderr.contains("not a git repository"))
    #expect(try run(["--source-root", "plain/file"]).status == 2)
    let bad = try folder.write("no zip", to: "bad.src.zip")
    #expect(try run(["--source-root", bad]).stderr.contains("bad.src.zip: not a readable archive"))
  }
}
