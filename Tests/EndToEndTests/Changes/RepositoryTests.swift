import Foundation
import TestSupport
import Testing

/// `--git`, `--revision`, `--authors` and `--owners` in all outputs, and repositories that are not trusted.
@Suite(.program("/usr/bin/git")) struct RepositoryTests {
  private static func run(_ shop: ShopRepository, _ arguments: [String]) throws -> ToolRun {
    try Symbolicate.run(arguments + [shop.report, "--git", shop.path])
  }

  private static let reason = "removes a check from Checkout.total(of:), in 1.3.0 (130) and not in v1.2.0"

  @Test(arguments: ["text", "markdown", "brief", "html", "json", "side-by-side"]) func reportsNameSuspects(_ format: String)
    throws
  {
    let shop = try ShopRepository()
    let shown = try Self.run(shop, ["-f", format, "--owners"]).stdout
    #expect(shown.contains("Drop the check") && shown.contains(Self.reason), "\(shown)")
    #expect(shown.contains("@shop/checkout") && !shown.contains("Ann Author"))
    #expect(try Self.run(shop, ["-f", format, "--authors"]).stdout.contains("Ann Author"))
    let plain = try Symbolicate.run([shop.report, "-f", format]).stdout
    #expect(!plain.contains("uspect") || format == "html", "nothing changes without the option")
  }

  @Test(arguments: ["text", "markdown", "brief", "html", "json", "sarif", "junit", "github"])
  func summariesNameSuspects(_ format: String) throws {
    let shop = try ShopRepository()
    let run = try Self.run(shop, ["summarize", "-f", format, "--owners"])
    let words = run.stdout.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("Drop the check") && words.contains(Self.reason), "\(run.stdout) \(run.stderr)")
    #expect(words.contains("@shop/checkout"))
  }

  @Test func theJSONFollowsItsSchema() throws {
    let shop = try ShopRepository(extra: ["build": ["git_commit": "abcdef0123"]])
    let summary = try Self.run(shop, ["summarize", "-f", "json", "--owners", "--authors"])
    #expect(try JSONSchema(contentsOf: "docs/schemas/summary.schema.json").problems(summary.stdout) == [])
    #expect(summary.stdout.contains("\"revision\": \"abcdef0123\""))
    let report = try Self.run(shop, ["-f", "json", "--owners", "--authors"])
    #expect(try JSONSchema(contentsOf: "docs/schemas/report.schema.json").problems(report.stdout) == [])
  }

  @Test func theLocationsOfSARIF() throws {
    let shop = try ShopRepository()
    let run = try Self.run(shop, ["summarize", "-f", "sarif"])
    let log = try #require(try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
    let results = ((log["runs"] as? [[String: Any]])?.first?["results"] as? [[String: Any]])?.first
    let related = try #require((results?["relatedLocations"] as? [[String: Any]])?.first)
    let location = related["physicalLocation"] as? [String: Any]
    #expect((location?["artifactLocation"] as? [String: Any])?["uri"] as? String == "Sources/Checkout.swift")
  }

  @Test func groupsByOwner() throws {
    let shop = try ShopRepository()
    #expect(try Self.run(shop, ["summarize", "--group-by", "owner"]).stdout.contains("@shop/checkout @bob  com.example.shop/1:"))
  }

  @Test func assistantsGetSuspects() throws {
    let shop = try ShopRepository()
    let lines = [
      MCPTests.initialize, MCPTests.call(2, "explain", ["path": shop.report]),
      MCPTests.call(3, "symbolicate", ["path": shop.report]),
    ]
    let input = Array((lines.joined(separator: "\n") + "\n").utf8)
    let run = try Symbolicate.run(["mcp", "--allow", shop.folder.path, "--git", shop.path], input: input)
    let answers = run.stdout.split(separator: "\n").filter {
      $0.contains("Drop the check") && $0.contains("removes a check from Checkout.total")
    }
    #expect(answers.count == 2, "\(run.stdout) \(run.stderr)")
  }

  // MARK: Versions

  @Test func aVersionWithoutATagIsNamedByHand() throws {
    let shop = try ShopRepository(tags: ["v1.2.0"])
    #expect(
      try Self.run(shop, ["-f", "brief"]).stdout.contains(
        "Suspect: none: no tag for version 1.3.0 (130); --revision 1.3.0=REV names"))
    for format in ["text", "markdown"] {
      let words = try Self.run(shop, ["summarize", "-f", format]).stdout.split(whereSeparator: \.isWhitespace)
        .joined(separator: " ")
      #expect(words.contains("suspect: none: no tag for version 1.3.0 (130); --revision 1.3.0=REV names"), "\(words)")
    }
    for version in ["1.3.0", "130", "1.3.0 (130)"] {
      let named = try Self.run(shop, ["-f", "brief", "--revision", "\(version)=main"]).stdout
      #expect(named.contains("Suspect: ") && named.contains("Drop the check"), "\(named)")
    }
    let unknown = try Self.run(shop, ["--revision", "1.3.0=nowhere"])
    #expect(unknown.status == 2 && unknown.stderr.contains("no revision nowhere for version 1.3.0"), "\(unknown.stderr)")
  }

  /// A revision in a report counts, also when a summary of it is read again.
  @Test func aReportNamesItsRevision() throws {
    let made = try ShopRepository(tags: ["v1.2.0"])
    let head = try made.git("rev-parse", "HEAD").trimmingCharacters(in: .whitespacesAndNewlines)
    let event = try #require(made.folder.text("report.json")).replacing(
      "\"os\":", with: "\"build\":{\"gitCommit\":\"\(head)\"},\"os\":")
    try made.folder.write(event, to: "report.json")
    #expect(try Self.run(made, ["-f", "brief"]).stdout.contains("Drop the check"))
    let summary = try Symbolicate.run(["summarize", made.report, "-f", "json"]).output
    try made.folder.write(summary, to: "report.json")
    #expect(try Self.run(made, ["summarize", "-f", "brief"]).stdout.contains("Drop the check"))
  }

  @Test(arguments: [["--owners"], ["--authors"], ["--revision", "1=2"], ["--group-by", "owner"]])
  func optionsThatNeedARepository(_ options: [String]) throws {
    let run = try Symbolicate.run(["summarize", "Fixtures/Reports/apple-text"] + options, directory: Checkout.root)
    #expect(run.status == 2 && run.stderr.contains("needs '--git REPO'"))
  }

  // MARK: Trust

  /// A configuration and attributes that start programs wherever git lets them.
  @Test func nothingInARepositoryIsStarted() throws {
    let shop = try ShopRepository()
    let mark = shop.folder.path + "/started"
    let program = try shop.folder.writeProgram("#!/bin/sh\ntouch \(mark)\ncat \"$@\" 2>/dev/null\n", to: "evil.sh")
    let settings = [
      "core.fsmonitor", "core.pager", "pager.log", "pager.blame", "diff.external", "diff.evil.command", "diff.evil.textconv",
      "filter.evil.clean", "filter.evil.smudge", "filter.evil.process", "gpg.program", "core.sshCommand", "core.askPass",
      "core.alternateRefsCommand", "credential.helper", "alias.log", "alias.blame", "remote.origin.uploadpack",
    ]
    for name in settings { try shop.git("config", name, name.hasPrefix("alias") ? "!" + program : program) }
    for (name, value) in [
      ("log.showSignature", "true"), ("remote.origin.url", "ext::\(program)"), ("protocol.ext.allow", "always"),
      ("remote.origin.promisor", "true"), ("extensions.partialClone", "origin"), ("core.repositoryFormatVersion", "1"),
    ] {
      try shop.git("config", name, value)
    }
    try shop.folder.write("*.swift diff=evil filter=evil\n", to: "repository/.git/info/attributes")
    for hook in ["post-index-change", "reference-transaction", "post-checkout", "fsmonitor-watchman"] {
      try shop.folder.copy(program, to: "repository/.git/hooks/" + hook)
    }
    let run = try Self.run(shop, ["-f", "brief", "--owners"])
    #expect(run.stdout.contains("Drop the check"), "\(run.stdout) \(run.stderr)")
    // A missing object would be fetched from the promisor.
    let object = try shop.git("rev-parse", "v1.3.0:Sources/Checkout.swift").trimmingCharacters(in: .whitespacesAndNewlines)
    try FileManager.default.removeItem(atPath: shop.path + "/.git/objects/\(object.prefix(2))/\(object.dropFirst(2))")
    #expect(try Self.run(shop, ["-f", "brief"]).stdout.contains("Suspect: none: git"))
    #expect(!FileManager.default.fileExists(atPath: mark))
  }

  @Test(.enabled(if: geteuid() == 0, "only root gives files to another user")) func aRepositoryOfAnotherUserNeedsTrust() throws {
    let shop = try ShopRepository()
    #expect(try ToolRun.of("/bin/chown", ["-R", "12345", shop.path]).status == 0)
    let refused = try Self.run(shop, [])
    #expect(refused.status == 2 && refused.stderr.contains("the repository belongs to another user"), "\(refused.stderr)")
    let config = try shop.folder.write("[safe]\n  directory = \(shop.path.replacing("//", with: "/"))\n", to: "config")
    let trusted = try Symbolicate.run(
      [shop.report, "--git", shop.path, "-f", "brief"], environment: ["GIT_CONFIG_GLOBAL": config])
    #expect(trusted.stdout.contains("Drop the check"), "\(trusted.stderr)")
  }

  @Test func whatIsNoRepository() throws {
    let shop = try ShopRepository()
    let run = try Symbolicate.run([shop.report, "--git", "/proc"])
    #expect(run.status == 2 && run.stderr.contains("option '--git': /proc: not a git repository"))
    let without = try Symbolicate.run([shop.report, "--git", shop.path], environment: ["PATH": "/nonexistent"])
    #expect(without.status == 2 && without.stderr.contains("git cannot be started"))
  }

  /// Subjects are text of strangers, and `--redact` hides what it hides elsewhere.
  @Test func subjectsAreHarmless() throws {
    let shop = try ShopRepository(subject: "Drop \u{1B}[31m<script>alert(1)</script> \u{202E}for ann@example.com")
    for format in ["text", "markdown", "brief", "html"] {
      let shown = try Self.run(shop, ["-f", format]).stdout
      #expect(!shown.contains("\u{1B}[31m") && !shown.contains("\u{202E}"))
      #expect(format != "html" || !shown.contains("<script>alert"))
    }
    #expect(try !Self.run(shop, ["-f", "brief", "--redact"]).stdout.contains("ann@example.com"))
  }
}
