import Foundation
import TestSupport
import Testing

/// The files of `docs` that the program makes, `-h` and `--help`.
@Suite struct ManualTests {
  @Test func theCommittedFilesAreWhatTheProgramMakes() throws {
    let folder = try TemporaryFolder()
    let run = try Symbolicate.run(["generate-docs", folder.path])
    #expect(run.status == 0 && run.stderr.isEmpty && run.output.isEmpty)
    #expect(folder.files.count > 8)
    for name in folder.files { try expectMade(try #require(folder.text(name)), "docs/" + name) }
    let pages = Files.below(Checkout.path("docs/man")).map { "man/" + $0 }
    #expect(Set(pages) == Set(folder.files.filter { $0.hasPrefix("man/") }), "pages of commands that are gone; remove them")
  }

  /// Compares text with a file of the repository. With `UPDATE_GOLDENS=1` the file is written, and the test fails all the same.
  private func expectMade(_ text: String, _ name: String) throws {
    let path = Checkout.path(name)
    if (try? String(contentsOfFile: path, encoding: .utf8)) == text { return }
    guard ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" else {
      Issue.record("\(name) is not what the program makes; run `make docs` and read the difference")
      return
    }
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    Issue.record("\(name) was rewritten: read it before it is committed")
  }

  @Test(.program("/usr/bin/mandoc")) func everyCommandHasAPageAndManReadsIt() throws {
    let help = try Symbolicate.run(["-h"]).stdout
    let commands = try #require(help.components(separatedBy: "Commands:\n")[1].components(separatedBy: "\n\n").first)
    let names = commands.matches(of: /(?m)^ {2}(\S+)/).map(\.1)
    #expect(names.count > 7)
    let pages = ["symbolicate.1"] + names.map { "symbolicate-\($0).1" }
    for page in pages {
      let lint = try ToolRun.of("/usr/bin/mandoc", ["-Tlint", "-W", "warning", Checkout.path("docs/man/" + page)])
      #expect(lint.status == 0 && lint.output.isEmpty, "\(lint.stdout)\(lint.stderr)")
    }
    let page = try ToolRun.of("/usr/bin/mandoc", ["-Tutf8", Checkout.path("docs/man/symbolicate.1")])
    // What is printed bold is printed twice, with a backspace between.
    let text = page.stdout.replacing(/.\u{8}/, with: "")
    #expect(text.contains("-s, --symbols PATH") && text.contains("EXIT STATUS") && text.contains("symbolicate-store(1)"))
  }

  /// At the width of the terminal, under headings.
  @Test(arguments: [80, 110]) func shortHelpFitsTheTerminal(columns: Int) throws {
    for command in [[], ["store"], ["summarize"], ["check"]] {
      let help = try Symbolicate.run(command + ["-h"], environment: ["COLUMNS": "\(columns)"]).stdout
      for line in help.split(separator: "\n") where !line.contains("symbolicate store") {
        #expect(line.count <= columns, "\(line)")
      }
    }
    let help = try Symbolicate.run(["-h"]).stdout
    for heading in ["Debug files", "Output", "Groups and redaction", "Help"] { #expect(help.contains("\n\n\(heading):\n")) }
  }

  @Test func shortHelpIsShortAndLongHelpHasEverything() throws {
    for command in [[], ["store"], ["lookup"], ["filter"]] {
      let (short, long) = (try Symbolicate.run(command + ["-h"]), try Symbolicate.run(command + ["--help"]))
      #expect(short.status == 0 && long.status == 0 && short.stderr.isEmpty && long.stderr.isEmpty)
      #expect(long.output.count > short.output.count && long.stdout.contains("\nExit codes:\n  0    Done.\n"))
      #expect(short.stdout.contains(" --help' explains more"))
      let options = Set(short.stdout.matches(of: /\n +(?:-., )?(--[a-z-]+)/).map { String($0.1) })
      for option in options { #expect(long.stdout.contains(option)) }
      for line in long.stdout.split(separator: "\n") { #expect(line.count <= 120, "\(line)") }
    }
    try expectGolden(try Symbolicate.run(["lookup", "--help"]).output, "CommandLine/long-help-lookup.txt")
  }

  @Test func theVersionSaysWhatTheProgramIsMadeOf() throws {
    let run = try Symbolicate.run(["--version"])
    let form = /symbolicate (\d+\.\d+\.\d+)( \(([0-9a-f]{12}(-dirty)?, )?built \d{4}-\d\d-\d\d\))?/
    let lines = run.stdout.split(separator: "\n")
    let version = try #require(lines.first?.wholeMatch(of: form)?.1, "\(run.stdout)")
    #expect(lines.count == 2 && lines.last?.wholeMatch(of: /Swift \d+\.\d+(\.\d+)?, libdw \d+\.\d+/) != nil, "\(run.stdout)")
    #expect(run.status == 0 && run.stderr.isEmpty)
    let page = try String(contentsOfFile: Checkout.path("docs/man/symbolicate.1"), encoding: .utf8)
    #expect(page.contains("\"symbolicate \(version)\""))
  }

  @Test func theFactsOfABuildAreKnownWithAndWithoutGit() throws {
    let folder = try TemporaryFolder()
    try folder.copy(Checkout.path(".ci/build-facts"), to: ".ci/build-facts")
    let version = "Sources/CommandLineTool/Terminal/Version.swift"
    try folder.copy(Checkout.path(version), to: version)
    let variables = ["SOURCE_DATE_EPOCH": "1790000000", "GIT_CEILING_DIRECTORIES": "/"]
    let without = try ToolRun.of(folder.path + "/.ci/build-facts", [], environment: variables)
    #expect(without.stdout.wholeMatch(of: /SYMBOLICATE_BUILD_DATE=2026-09-21\nSYMBOLICATE_SWIFT=[0-9.]+\n/) != nil)
    #expect(without.status == 0 && without.stderr.isEmpty)
    let script = """
      git init -q && git add . && git -c user.name=a -c user.email=a@b commit -qm a && git tag v99.0.0
      .ci/build-facts; echo >>'\(version)'; .ci/build-facts
      """
    let with = try ToolRun.of("/bin/bash", ["-c", script], environment: variables, directory: folder.path)
    let commits = with.stdout.matches(of: /SYMBOLICATE_COMMIT=([0-9a-f]{12})(-dirty)?\n/)
    #expect(commits.count == 2 && commits.first?.2 == nil && commits.last?.2 == "-dirty", "\(with.stdout)\(with.stderr)")
    #expect(with.stderr.contains("this commit is tagged v99.0.0, but Version.swift says "))
  }
}
