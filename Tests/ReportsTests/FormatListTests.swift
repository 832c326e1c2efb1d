import CrashModel
import Foundation
import TestSupport
import Testing

/// Every format is where readers of documents and of JSON expect it. CONTRIBUTING.md lists these places.
@Suite struct FormatListTests {
  @Test(arguments: ReportFormat.allCases, ["docs/schemas/report.schema.json", "docs/JSON.md"])
  func everyFormatIsInTheDescriptionsOfTheJSONOutput(format: ReportFormat, document: String) throws {
    let text = try String(contentsOfFile: Checkout.path(document), encoding: .utf8)
    let spelling = document.hasSuffix(".json") ? "\"\(format.rawValue)\"" : "`\(format.rawValue)`"
    let lists = text.split(separator: "\n").filter { document.hasSuffix(".json") || $0.hasPrefix("| `format` |") }
    #expect(lists.contains { $0.contains(spelling) }, "\(document) does not list \(format.rawValue)")
  }
}
