import Foundation
import TestSupport
import Testing

@testable import Bytes
@testable import Pages

/// The style sheet and scripts that pages contain.
@Suite struct ResourceTests {
  private static let resources = [
    "page.css": PageResource.style, "page.js": .script, "flame.js": .flameScript, "chart.js": .chartScript,
    "group.js": .groupScript, "summary.js": .summaryScript,
  ]

  @Test(arguments: resources.keys.sorted()) func theProgramHasTheFileAndItsHash(file: String) throws {
    let resource = try #require(Self.resources[file])
    let path = FixtureFolder.path("../Sources/Pages/Resources/" + file)
    let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    let isSame = resource.text + "\n" == text
    #expect(isSame)
    // It would end the element.
    #expect(!text.contains("</"))
    // coreutils' opinion of the hash.
    let folder = try TemporaryFolder()
    let sum = try ToolRun.of("/usr/bin/sha256sum", [try folder.write(Array(resource.text.utf8), to: "text")])
    let digits = Array(sum.stdout.prefix(64))
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0..<$0 + 2]), radix: 16) }
    #expect(resource.source == "'sha256-\(Data(bytes).base64EncodedString())'")
  }
}
