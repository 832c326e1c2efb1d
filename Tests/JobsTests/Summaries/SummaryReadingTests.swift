import Rendering
import System
import TestSupport
import Testing
import Triage

@testable import Jobs

/// Earlier output is read in windows: it says the same however it is cut.
@Suite struct SummaryReadingTests {
  private static func report(_ name: String) throws -> [UInt8] { try FixtureFolder.bytes("Expected/" + name) }

  private static let names = ["apple-text/ios-arm64.json", "apple-text/macos-symbols-only.json", "ips/ios-swift.json"]

  /// What the bytes say as a summary, and the number of inputs that could not be read.
  private static func summary(_ window: inout FileWindow) throws -> (text: [UInt8], unreadable: Int)? {
    guard let builder = try SummaryReading.builder(&window, path: "x") else { return nil }
    return (SummaryJSON().json(Summary(builder, filter: .init(), baseline: nil), builder), builder.counts.unreadable)
  }

  private static func files() throws -> [(name: String, bytes: [UInt8], unreadable: Int)] {
    let reports = try names.map(report)
    let many: [UInt8] = (0..<20).flatMap { number -> [UInt8] in reports[number % reports.count] + [0x0a] }
    let damaged = reports[0] + Array("\n{\"schema\": \"symbolicate.report/1\", \"triage\": {\n".utf8) + reports[1] + [0x0a]
    return [
      ("one", reports[0], 0),
      ("many", many, 0),
      ("CRLF, blanks and commas", Array(reports.joined(separator: Array("\r\n ,\t\u{0c}".utf8))), 0),
      ("an array", [UInt8(ascii: "[")] + Array(reports.joined(separator: [UInt8(ascii: ",")])) + Array("]\n".utf8), 0),
      (
        "reports of stream",
        reports.flatMap { report -> [UInt8] in Array("{\"id\":7,\"report\":".utf8) + report + Array("}\n".utf8) }, 0
      ),
      ("something else between", reports[0] + Array("\n{\"schema\":\"other\"}\n17\n\"é\"\n".utf8) + reports[1], 3),
      ("a missing bracket swallows the rest", damaged, 0),
      ("cut off", Array(many.dropLast(2000)), 0),
    ]
  }

  @Test(arguments: [512, 700, 4_096, 65_536]) func theSameInPieces(_ step: Int) throws {
    let folder = try TemporaryFolder()
    for file in try Self.files() {
      var whole = FileWindow(whole: file.bytes)
      var pieces = try FileWindow.open(try folder.write(file.bytes, to: "answers.json"), step: step)
      let expected = try #require(try Self.summary(&whole), "\(file.name)")
      let found = try #require(try Self.summary(&pieces), "\(file.name)")
      #expect(found.text == expected.text, "\(file.name)")
      #expect(found.unreadable == file.unreadable && expected.unreadable == file.unreadable, "\(file.name)")
    }
  }

  /// The window is as large as a few values, not as the file.
  @Test func aLongFileTakesTheMemoryOfItsValues() throws {
    let folder = try TemporaryFolder()
    let report = try Self.report(Self.names[0]) + [0x0a]
    let path = try folder.write(Array((0..<200).flatMap { _ in report }), to: "answers.ndjson")
    var window = try FileWindow.open(path, step: 4_096)
    let builder = try #require(try SummaryReading.builder(&window, path: "x"))
    #expect(builder.counts.done == 200)
    #expect(window.bytes.capacity < 8 * report.count, "\(window.bytes.capacity) bytes for values of \(report.count)")
  }

  /// What is not ours stays whole for those who read reports.
  @Test(arguments: ["{\"crash\": {}}" + String(repeating: " ", count: 5_000), "Incident Identifier: 1\n", ""])
  func otherFilesStayWhole(_ text: String) throws {
    let folder = try TemporaryFolder()
    var window = try FileWindow.open(try folder.write(text, to: "other"), step: 512)
    let isOther = try SummaryReading.builder(&window, path: "x") == nil
    #expect(isOther)
    try window.readRest()
    #expect(window.bytes == Array(text.utf8))
  }
}
