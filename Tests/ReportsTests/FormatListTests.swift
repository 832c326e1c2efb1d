import CrashModel
import Foundation
import Reports
import TestSupport
import Testing

/// Every format is where readers of documents and of JSON expect it. CONTRIBUTING.md lists these places.
@Suite struct FormatListTests {
  @Test(arguments: ReportFormats.known, ["docs/schemas/report.schema.json", "docs/JSON.md"])
  func everyFormatIsInTheDescriptionsOfTheJSONOutput(format: ReportFormat, document: String) throws {
    let text = try String(contentsOfFile: Checkout.path(document), encoding: .utf8)
    let spelling = document.hasSuffix(".json") ? "\"\(format.name)\"" : "`\(format.name)`"
    let lists = text.split(separator: "\n").filter { document.hasSuffix(".json") || $0.hasPrefix("| `format` |") }
    #expect(lists.contains { $0.contains(spelling) }, "\(document) does not list \(format.name)")
  }

  @Test(arguments: FixtureFolder.files(below: "Reports").filter { !$0.hasSuffix(".tsv") })
  func theFormatOfEveryFixtureIsRegistered(file: String) throws {
    #expect(ReportFormats.known.contains(try ReportDocument(reading: try FixtureFolder.bytes(file)).format))
  }
}
