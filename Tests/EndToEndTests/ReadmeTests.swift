import Foundation
import TestSupport
import Testing

/// The README shows what the program really prints.
@Suite struct ReadmeTests {
  struct Example: Sendable {
    var command: String
    var lines: [String]
  }

  /// The blocks that begin with `$ symbolicate Fixtures/...`, each with the output shown; `...` stands for lines left out.
  static let examples: [Example] = {
    let text = (try? String(contentsOfFile: Checkout.path("README.md"), encoding: .utf8)) ?? ""
    var examples: [Example] = []
    var inBlock = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("```") {
        inBlock.toggle()
        if inBlock { examples.append(Example(command: "", lines: [])) }
      } else if inBlock, !examples.isEmpty {
        let last = examples.count - 1
        if line.hasPrefix("$ symbolicate Fixtures/") || line.hasPrefix("$ symbolicate inspect Fixtures/") {
          examples[last].command = String(line.dropFirst(2))
        } else {
          examples[last].lines.append(line)
        }
      }
    }
    return examples.filter { !$0.command.isEmpty }
  }()

  @Test func thereAreExamples() { #expect(Self.examples.count >= 2) }

  @Test(arguments: examples) func theOutputIsWhatIsShown(example: Example) throws {
    let arguments = example.command.split(separator: " ").dropFirst().map(String.init)
    let run = try Symbolicate.run(arguments, directory: Checkout.root)
    var printed = (run.stdout + run.stderr).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[...]
    var mayskip = false
    for line in example.lines {
      if line == "..." {
        mayskip = true
        continue
      }
      let position = try #require(printed.firstIndex(of: line), "not printed: \(line)")
      #expect(mayskip || position == printed.startIndex, "lines are missing before: \(line)")
      printed = printed[(position + 1)...]
      mayskip = false
    }
  }

  @Test func everyOptionStandsInTheReadme() throws {
    let readme = try String(contentsOfFile: Checkout.path("README.md"), encoding: .utf8)
    let help = try Symbolicate.run(["--help"]).stdout + Symbolicate.run(["store", "--help"]).stdout
    for option in help.matches(of: /--[a-z-]+/).map({ String($0.output) }) {
      #expect(readme.contains(option), "\(option)")
    }
  }
}
