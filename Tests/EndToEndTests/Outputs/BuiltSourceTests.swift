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
