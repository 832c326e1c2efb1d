import Foundation
import TestSupport
import Testing

@testable import Reports

/// docs/FORMATS.md lists the keys whose values are left out.
@Suite struct DroppedKeysTests {
  @Test func theTablesAreThoseOfTheProgram() throws {
    let text = try String(contentsOfFile: Checkout.path("docs/FORMATS.md"), encoding: .utf8)
    let section = try #require(text.split(separator: "\n## ").first { $0.hasPrefix("Keys that are left out") })
    let rows = section.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst().map(String.init)
    let expected = DroppedKeys.all.flatMap { table in
      table.entries.map { "| \(table.format) | `\($0.path)` | \($0.reason) |" }
    }
    #expect(rows == expected)
  }
}
