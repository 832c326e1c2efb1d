import CrashModel
import Reports
import SymbolModel
import TestSupport
import Testing

/// The committed JSON reports against what the makers of the fixtures know about them.
@Suite struct JSONFixtureTests {
  private struct Row {
    var report: String
    var stack: String
    var frame: Int
    var image: String
    var link: UInt64
  }

  private static func rows() throws -> [Row] {
    String(decoding: try FixtureFolder.bytes("Reports/expected.tsv"), as: UTF8.self).split(separator: "\n").compactMap { line in
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard columns.count > 4, !columns[0].hasPrefix("#"), !columns[0].hasPrefix("apple-text"), !columns[0].hasPrefix("console"),
        let frame = Int(columns[2]), let link = UInt64(columns[4].dropFirst(2), radix: 16)
      else { return nil }
      return Row(report: columns[0], stack: columns[1], frame: frame, image: columns[3], link: link)
    }
  }

  /// Slides are whole pages, so that the lookup address and the link-time address end in the same digits.
  @Test func framesHaveTheImageAndTheKindThatTheOraclesAddressTells() throws {
    let rows = try Self.rows()
    #expect(rows.count > 50)
    for (name, group) in Dictionary(grouping: rows, by: { $0.report }) {
      let reports = try ReportDocument(reading: FixtureFolder.bytes("Reports/" + name)).reports
      // Words of stack memory are told from others by debug files only.
      for row in group where row.stack != "STACK" {
        let stack = try #require(ExpectedStack.find(row.stack, in: reports), "\(row)")
        let report = reports[stack.part]
        let numbered = stack.positions.first { report.frames[$0].index == row.frame }
        let frame = report.frames[try #require(row.stack.contains("TREE") ? stack.positions[row.frame] : numbered, "\(row)")]
        let image = try #require(frame.image.map { report.images[$0] }, "\(row)")
        #expect(image.name == row.image)
        #expect(image.inApp)
        let thumb: UInt64 = image.architecture?.isARM32 == true ? 1 : 0
        let address = try #require(frame.address)
        let bare = ImageTable(report.images).find(address, on: image.architecture)?.address ?? address
        let code = bare.value & ~thumb
        let lookup = frame.kind == .returnAddress ? code - 1 : code
        #expect(lookup & 0xfff == row.link & 0xfff, "\(row)")
      }
    }
  }

  @Test func whatTheRuntimeKnewOfAFrameIsRead() throws {
    for name in FixtureFolder.files(below: "Reports/swift-backtrace") where name.hasSuffix(".json") {
      let report = try ReportDocument(reading: FixtureFolder.bytes(name)).reports[0]
      #expect(report.format == .swiftBacktrace)
      #expect(report.threads.contains { $0.crashed && !$0.registers.isEmpty })
      #expect(report.images.contains { $0.id != nil && $0.inApp && $0.size != nil })
      #expect(report.images.allSatisfy { $0.path?.hasPrefix("/usr/lib") != true || !$0.inApp })
    }
  }

  @Test func aCutOffReportSaysWhereItEnds() throws {
    let document = try ReportDocument(reading: FixtureFolder.bytes("Reports/kscrash/cut-off/report.json"))
    let cut = try #require(document.reports[0].diagnostics.first)
    #expect(cut.severity == .warning)
    #expect(cut.message.hasPrefix("JSON ends early; "))
    #expect(cut.byte == document.bytes.count)
    #expect(cut.line != nil)
  }
}
