import CrashModel
import TestSupport
import Testing

@testable import Reports

/// Reports are read the same with images that are known from others as without.
@Suite struct KnownImagesTests {
  /// All that is said of an image.
  private static func facts(_ report: CrashReport) -> [String] {
    report.images.map { image in
      let texts = [
        image.name, image.path, image.identifier, image.version, image.idText, image.id?.hex, image.architecture?.name,
      ]
      let places = [image.loadAddress?.value, image.size].map { $0.map { String($0) } }
      return (texts + places).map { $0 ?? "nil" }.joined(separator: "|")
        + " \(image.isPlaceholder) \(image.inApp) \(image.sourceRange)"
    }
  }

  @Test func allFixturesReadTheSameOneAfterTheOtherTwice() throws {
    let known = KnownImages()
    var images = 0
    for _ in 0..<2 {
      for path in FixtureFolder.files(below: "Reports") {
        let bytes = try FixtureFolder.bytes(path)
        guard let alone = try? ReportDocument(reading: bytes) else { continue }
        let together = try ReportDocument(reading: bytes, known: known)
        #expect(together.reports.map(Self.facts) == alone.reports.map(Self.facts), "\(path)")
        #expect(together.reports.map { "\($0.frames)" } == alone.reports.map { "\($0.frames)" }, "\(path)")
        images += alone.reports.reduce(0) { $0 + $1.images.count }
      }
    }
    #expect(images > 50)
  }

  private static func text(_ images: [String]) -> [UInt8] {
    Array(
      ("Process: Shop [1]\n\nThread 0 Crashed:\n0   Shop   0x0000000104001000 0x104000000 + 4096\n\nBinary Images:\n"
        + images.map { $0 + "\n" }.joined()).utf8)
  }

  @Test func whatTellsWhereAnImageLiesIsThatOfItsOwnReport() throws {
    let known = KnownImages()
    let words = "Shop arm64  <8c1e2f30000011112222333344445555> /private/var/containers/Bundle/Application/X/Shop.app/Shop"
    let first = try ReportDocument(reading: Self.text(["0x104000000 - 0x104ffffff \(words)"]), known: known).reports[0]
    let second = try ReportDocument(reading: Self.text(["0x204000000 - ??? \(words)"]), known: known).reports[0]
    #expect(first.images.map(\.loadAddress?.value) == [0x1_0400_0000] && first.images[0].size == 0x100_0000)
    #expect(second.images[0].loadAddress?.value == 0x2_0400_0000 && second.images[0].size == nil)
    #expect(second.images[0].name == "Shop" && second.images[0].path == first.images[0].path && second.images[0].inApp)
  }

  @Test func anImageThatChangesInOneReportStaysAsItWasInOthers() throws {
    let known = KnownImages()
    let bytes = Self.text(["0x104000000 - 0x104ffffff Shop arm64  <8c1e2f30000011112222333344445555> /Applications/Shop.app/Shop"]
    )
    var first = try ReportDocument(reading: bytes, known: known).reports[0]
    let second = try ReportDocument(reading: bytes, known: known).reports[0]
    first.images[0].name = "Other"
    #expect(second.images[0].name == "Shop")
    #expect(try ReportDocument(reading: bytes, known: known).reports[0].images[0].name == "Shop")
  }

  @Test func moreImagesThanAreKeptAndLongerOnesAreReadAllTheSame() throws {
    let known = KnownImages()
    let long = String(repeating: "x", count: 3_000)
    let images = (0..<1_600).map {
      "0x\(String(0x1_0000_0000 + $0 * 0x1000, radix: 16)) - ??? Lib\($0) arm64 <8c1e2f30000011112222333344445555> /x/\(long)/Lib\($0)"
    }
    let longer = "0x90000000 - ??? Long arm64 <8c1e2f30000011112222333344445555> /x/\(long)/\(long)/Long"
    let bytes = Self.text(images + [longer])
    let alone = Self.facts(try ReportDocument(reading: bytes).reports[0])
    for _ in 0..<2 { #expect(Self.facts(try ReportDocument(reading: bytes, known: known).reports[0]) == alone) }
  }

  @Test func aLineThatIsCutIsToldOfInEveryReport() throws {
    let known = KnownImages()
    let bytes = Self.text(["0x104000000 - 0x104ffffff Shop arm64"])
    for _ in 0..<2 {
      let report = try ReportDocument(reading: bytes, known: known).reports[0]
      #expect(report.diagnostics.contains { $0.message.contains("cut short") })
    }
  }

  @Test func theSameWordsMeanWhatTheyMeanInTheirOwnFormat() throws {
    let known = KnownImages()
    let path = "/Applications/Shop.app/Shop"
    let id = "8C1E2F30-0000-1111-2222-333344445555"
    let ips =
      #"{"bug_type":"309"}"# + "\n"
      + #"{"threads":[],"usedImages":[{"source":"P","base":4096,"size":4096,"uuid":"\#(id)","path":"\#(path)","name":"A"}]}"#
    let swift =
      #"{"kind":"crashReport","architecture":"arm64","threads":[],"images":[{"name":"A","buildId":"\#(id)","path":"\#(path)"}]}"#
    let other = swift.replacing("arm64", with: "x86_64")
    for text in [ips, swift, other, ips, swift, other] {
      let together = try ReportDocument(reading: Array(text.utf8), known: known)
      #expect(Self.facts(together.reports[0]) == Self.facts(try ReportDocument(reading: Array(text.utf8)).reports[0]))
    }
  }
}
