import Foundation
import TestSupport
import Testing

/// The README and the guide show what the program really prints.
@Suite struct ExampleTests {
  /// A command of a document with the output shown below it; `...` stands for lines left out.
  struct Example: Sendable {
    var command: String
    var lines: [String]
  }

  /// The commands in the blocks marked `console` of a document, in order.
  static func examples(in document: String) throws -> [Example] {
    var examples: [Example] = []
    var isInside = false
    for line in try Self.text(of: document).split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("```") {
        isInside = line == "```console"
      } else if isInside, line.hasPrefix("$ ") {
        examples.append(Example(command: String(line.dropFirst(2)), lines: []))
      } else if isInside, let last = examples.indices.last {
        examples[last].lines.append(line)
      }
    }
    return examples
  }

  static func text(of document: String) throws -> String {
    try String(contentsOfFile: Checkout.path(document), encoding: .utf8)
  }

  /// The commands of a document run one after the other in one directory, so that later ones see what earlier ones wrote.
  @Test(arguments: [("README.md", 2), ("docs/GUIDE.md", 8)]) func theOutputIsWhatIsShown(document: String, least: Int) throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/Fixtures", withDestinationPath: Checkout.path("Fixtures"))
    try folder.write("", to: "team/.keep")
    let server = try TestServer(over: folder.path + "/team")
    let programs = URL(fileURLWithPath: Symbolicate.path).deletingLastPathComponent().path
    let environment: [String: String?] = [
      "PATH": programs + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"),
      "XDG_DATA_HOME": folder.path + "/data", "XDG_CACHE_HOME": folder.path + "/cache", "no_proxy": "*",
    ].merging(Self.commits) { $1 }
    let examples = try Self.examples(in: document)
    #expect(examples.count >= least)
    for example in examples {
      let run = try ToolRun.of(
        "/bin/sh", ["-c", example.command.replacing(Self.shownServer, with: server.url)], environment: environment,
        directory: folder.path)
      try Self.compare(example, (run.stdout + run.stderr).replacing(server.url, with: Self.shownServer))
    }
  }

  /// The address of a server over the directory `team`.
  private static let shownServer = "http://127.0.0.1:8080"

  /// What makes the commits of the documents the same everywhere.
  private static let commits: [String: String?] = ["AUTHOR", "COMMITTER"].reduce(into: [:]) { variables, who in
    variables["GIT_\(who)_NAME"] = "A"
    variables["GIT_\(who)_EMAIL"] = "a@example.com"
    variables["GIT_\(who)_DATE"] = "2026-11-20T10:00:00Z"
  }

  private static func compare(_ example: Example, _ output: String) throws {
    var printed = output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[...]
    var maySkip = false
    for line in example.lines {
      if line == "..." {
        maySkip = true
        continue
      }
      let position = try #require(printed.firstIndex(of: line), "\(example.command)\nnot printed: \(line)\nbut:\n\(output)")
      #expect(maySkip || position == printed.startIndex, "\(example.command)\nlines are missing before: \(line)")
      printed = printed[(position + 1)...]
      maySkip = false
    }
    #expect(maySkip || printed.allSatisfy(\.isEmpty), "\(example.command)\nlines are missing at the end: \(printed)")
  }

  @Test func theReadmeFitsOnAFewScreens() throws {
    #expect(try Self.text(of: "README.md").split(separator: "\n", omittingEmptySubsequences: false).count <= 151)
  }

  /// Whoever has only the sources sees on the first screen how to see the program work and how to run its tests.
  @Test func theFirstScreenHasTheTwoCommands() throws {
    let screen = try Self.text(of: "README.md").split(separator: "\n", omittingEmptySubsequences: false).prefix(40)
    let start = try #require(screen.firstIndex { $0.hasPrefix("Or from these sources") })
    let block = screen[start...].drop { $0 != "```sh" }.dropFirst().prefix { $0 != "```" }
    let commands = block.map { $0.split(separator: "#")[0].trimmingCharacters(in: .whitespaces) }
    #expect(commands == ["make demo", "make test", "sudo make install"])
    let makefile = try Self.text(of: "Makefile")
    for target in ["demo", "test"] { #expect(makefile.contains("\n\(target): ")) }
    #expect(try ToolRun.of("/usr/bin/make", ["-n", "demo", "test"], directory: Checkout.root).status == 0)
  }

  /// Links between documents lead to files and sections that exist.
  @Test(arguments: [
    "README.md", "CONTRIBUTING.md", "docs/GUIDE.md", "docs/WHY.md", "docs/FORMATS.md", "docs/STORE.md", "docs/JSON.md",
    "docs/PERFORMANCE.md", "docs/ARCHITECTURE.md", "docs/CLUSTER.md", "docs/TRIAGE.md", "docs/REDACTION.md",
    "docs/RELIABILITY.md",
  ]) func linksLeadSomewhere(document: String) throws {
    let folder = URL(fileURLWithPath: Checkout.path(document)).deletingLastPathComponent()
    for match in try Self.text(of: document).matches(of: /\]\(([^):#]*)(#[^)]*)?\)/) {
      let target = match.1.isEmpty ? Checkout.path(document) : folder.appendingPathComponent(String(match.1)).path
      #expect(FileManager.default.fileExists(atPath: target), "\(match.0)")
      guard let anchor = match.2, target.hasSuffix(".md") else { continue }
      let titles = try String(contentsOfFile: target, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("#") }
      #expect(titles.contains { Self.anchor(of: $0) == anchor.dropFirst() }, "\(match.0)")
    }
  }

  /// The table of modules in docs/ARCHITECTURE.md says what Package.swift says.
  @Test func theGraphIsThatOfThePackage() throws {
    let document = try Self.text(of: "docs/ARCHITECTURE.md")
    let shown = document.matches(of: /\n\| `(\w+)` \| [^|]+ \| ?([^|]*)\|/).map {
      "\($0.1): \($0.2.trimmingCharacters(in: .whitespaces))"
    }
    let package = try Self.text(of: "Package.swift")
    let declared = package.matches(of: /module\(\s*"(\w+)"(?:,\s*\[([^\]]*)\])?(?:,\s*embedded: "\w+")?\s*\)/).map { match in
      "\(match.1): " + (match.2 ?? "").matches(of: /\w+/).map { String($0.output) }.joined(separator: ", ")
    }
    #expect(shown.sorted() == declared.sorted())
  }

  /// The folders and files that docs/ARCHITECTURE.md leads to are there.
  @Test func theFoldersOfTheArchitectureExist() throws {
    let named = try Self.text(of: "docs/ARCHITECTURE.md").matches(of: /`([A-Z]\w+)\/([\w+\/]+)(?:\/NAME|\/\*\.rules)?`/)
    let modules = Set(try FileManager.default.contentsOfDirectory(atPath: Checkout.path("Sources")))
    var count = 0
    for match in named where modules.contains(String(match.1)) {
      let path = Checkout.path("Sources/\(match.1)/\(match.2)").replacing("/NAME", with: "")
      count += 1
      #expect([path, path + ".swift"].contains { FileManager.default.fileExists(atPath: $0) }, "\(match.0)")
    }
    #expect(count > 20)
  }

  /// The name that GitHub gives a section.
  private static func anchor(of title: Substring) -> String {
    title.drop { $0 == "#" || $0 == " " }.lowercased().filter { $0.isLetter || $0.isNumber || "- _".contains($0) }
      .replacing(" ", with: "-")
  }
}
