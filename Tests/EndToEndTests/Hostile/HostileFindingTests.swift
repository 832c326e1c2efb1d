import Foundation
import FoundationXML
import TestSupport
import Testing

/// Hostile text in every string of every format is inert in the outputs for continuous integration.
@Suite struct HostileFindingTests {
  private static func run(_ report: String, _ format: String, environment: [String: String?] = [:]) throws -> ToolRun {
    let folder = try TemporaryFolder()
    let path = try folder.write(try HostileText.planted(report: report, first: 7), to: "hostile.report")
    let symbols = (GoldenTests.symbols[report] ?? []).flatMap { ["-s", FixtureFolder.path($0)] }
    let run = try Symbolicate.run([path, "-q", "-f", format] + symbols, environment: environment)
    try #require(run.status == 0 || run.status == 4, "\(run.stderr)")
    return run
  }

  /// One command a line, whose properties and data hold no character that ends them.
  @Test(arguments: GoldenTests.reports) func inertInWorkflowCommands(report: String) throws {
    let folder = try TemporaryFolder()
    let step = folder.path + "/step.md"
    let run = try Self.run(report, "github", environment: ["GITHUB_STEP_SUMMARY": step])
    let form = /::(error|warning|notice) (file=[^,:\r]+,(line=[1-9][0-9]*,)?)?title=[^,:\r]+::(%25|%0A|%0D|[^%\r])*Group: [^\r]*/
    // The last line is for people, and is no command.
    for line in run.stdout.split(separator: "\n") where !line.hasPrefix("Some annotations have paths") {
      try #require(line.wholeMatch(of: form) != nil, "\(line)")
      #expect(!line.unicodeScalars.contains(where: HostileText.isHidden), "\(line)")
      let data = line.components(separatedBy: "::")[2...].joined(separator: "::").replacing("%0A", with: "\n")
      #expect(data.split(separator: "\n").allSatisfy { !HostileText.injected.contains(String($0)) }, "\(data)")
    }
    let summary = try String(contentsOfFile: step, encoding: .utf8)
    #expect(!summary.replacing("\r\n", with: "\n").unicodeScalars.contains { $0 != "\n" && HostileText.isHidden($0) })
  }

  /// The runner of GitHub Actions finds no command in messages on standard error either.
  @Test func messagesAreNoWorkflowCommands() throws {
    let folder = try TemporaryFolder()
    let report = String(decoding: try FixtureFolder.bytes("Reports/apple-text/ios-paykit-missing/Shop.crash"), as: UTF8.self)
    let text = report.replacing("Identifier:          com.example.shop", with: "Identifier:          ::set-output name=x::y")
      .replacing("PayKit", with: "##[error]PayKit")
    let path = try folder.write(text, to: "##[add-mask]a.crash")
    let arguments = [path, "-f", "markdown", "-v", "--fail-on", "any"]
    let plain = try Symbolicate.run(arguments, environment: ["GITHUB_ACTIONS": nil])
    #expect(plain.stderr.contains("\n  ::set-output") && plain.stderr.contains("##["), "\(plain.stderr)")
    let run = try Symbolicate.run(arguments, environment: ["GITHUB_ACTIONS": "true"])
    #expect(run.status == plain.status && run.stderr.contains("\n  : :set-output"), "\(run.stderr)")
    #expect(!run.stderr.contains("##[") && !run.stderr.contains(/\n\s*::/))
  }

  /// Messages have no placeholders and no links (SARIF 2.1.0, sections 3.11.5 and 3.11.6), places are URI references.
  @Test(arguments: GoldenTests.reports) func inertInSARIF(report: String) throws {
    let log = try JSONSerialization.jsonObject(with: Data(try Self.run(report, "sarif").output))
    var messages = 0
    try Self.walk(log) { key, text in
      #expect(!text.unicodeScalars.contains { $0 != "\n" && HostileText.isHidden($0) }, "\(key): \(text)")
      switch key {
      case "text":
        messages += 1
        let rest = text.replacing("{{", with: "").replacing("}}", with: "")
        #expect(!rest.contains("{") && !rest.contains("}") && !text.contains("]("), "\(text)")
        #expect(text.split(separator: "\n").allSatisfy { !HostileText.injected.contains(String($0)) }, "\(text)")
      case "uri":
        #expect(text.wholeMatch(of: /(file:\/\/)?([A-Za-z0-9\/._~+-]|%[0-9A-F]{2})+/) != nil, "\(text)")
      default: break
      }
    }
    #expect(messages > 0)
  }

  private static func walk(_ value: Any, key: String = "", _ visit: (_ key: String, String) throws -> Void) rethrows {
    switch value {
    case let object as [String: Any]: for (key, inner) in object { try walk(inner, key: key, visit) }
    case let array as [Any]: for inner in array { try walk(inner, key: key, visit) }
    case let text as String: try visit(key, text)
    default: break
    }
  }

  /// The characters that XML 1.0 has no place for are made visible, and nothing becomes an element.
  @Test(arguments: GoldenTests.reports) func inertInJUnit(report: String) throws {
    let run = try Self.run(report, "junit")
    let reader = ElementReader()
    let parser = XMLParser(data: Data(run.output))
    parser.delegate = reader
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    #expect(Set(reader.elements) == ["testsuites", "testsuite", "testcase", "failure"])
    #expect(reader.elements.count { $0 == "testcase" } == reader.elements.count { $0 == "failure" })
    #expect(Set(reader.attributes).isSubset(of: ["name", "tests", "failures", "errors", "classname", "type", "message"]))
    #expect(!run.stdout.unicodeScalars.contains { $0 != "\n" && HostileText.isHidden($0) })
    #expect(!run.stdout.unicodeScalars.contains { $0 == "\u{FFFE}" || $0 == "\u{FFFF}" })
    let lines = reader.text.split(separator: "\n")
    #expect(lines.allSatisfy { !HostileText.injected.contains(String($0)) }, "\(reader.text)")
  }
}

/// The names of the elements and attributes of a document, and its text.
private final class ElementReader: NSObject, XMLParserDelegate {
  var elements: [String] = []
  var attributes: [String] = []
  var text = ""

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes found: [String: String]
  ) {
    elements.append(name)
    attributes += found.keys
    text += "\n" + found.values.joined(separator: "\n") + "\n"
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
}
