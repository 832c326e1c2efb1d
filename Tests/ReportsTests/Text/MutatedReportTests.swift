import TestSupport
import Testing

@testable import Reports

/// Damaged reports of the formats that are read line by line: cut anywhere, with bytes, words and lines replaced, doubled and left out.
@Suite struct MutatedReportTests {
  private static let reports = FixtureFolder.files(below: "Reports").filter { $0.contains(/\/(dart|tombstone|minidump)\//) }

  private static let odd = ["|", "#", " pc ", " abs ", "0xffffffffffffffff", "(", ")", "\\", "\"", "é"]

  private static func mutated(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    var lines = bytes.split(separator: 10, omittingEmptySubsequences: false).map(Array.init)
    for _ in 0..<Int.random(in: 1...6, using: &generator) {
      let place = Int.random(in: 0..<lines.count, using: &generator)
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: lines.insert(lines[Int.random(in: 0..<lines.count, using: &generator)], at: place)
      case 1 where lines.count > 1: lines.remove(at: place)
      case 2: lines[place].removeLast(Int.random(in: 0...lines[place].count, using: &generator))
      case 3: lines[place] += Self.odd[Int.random(in: 0..<Self.odd.count, using: &generator)].utf8
      default:
        guard !lines[place].isEmpty else { continue }
        lines[place][Int.random(in: 0..<lines[place].count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
    }
    return Array(lines.joined(separator: [10]))
  }

  @Test(arguments: reports) func framesStayInsideTheInput(name: String) throws {
    let original = try FixtureFolder.bytes(name)
    var generator = SeededGenerator(SeededGenerator.seed(of: "mutated reports", usual: 77))
    for _ in 0..<SeededGenerator.rounds(150) {
      let bytes = Self.mutated(original, &generator)
      for document in [try? ReportDocument(reading: bytes), ReportDocument(readingLog: bytes)] {
        guard let document else { continue }
        for report in document.reports {
          #expect(report.frames.allSatisfy { $0.sourceRange.upperBound <= document.bytes.count })
          #expect(report.frames.allSatisfy { frame in frame.image.map { report.images.indices.contains($0) } ?? true })
          #expect(report.threads.allSatisfy { $0.frames.upperBound <= report.frames.count })
        }
      }
    }
  }
}
