import CrashModel
import Reports
import SymbolModel
import TestSupport
import Testing

/// PLCrashReporter's binary reports, made here.
@Suite struct PLCrashReaderTests {
  // MARK: Writing

  private static func varint(_ value: UInt64) -> [UInt8] {
    var (bytes, rest): ([UInt8], UInt64) = ([], value)
    while rest > 0x7f {
      bytes.append(UInt8(rest & 0x7f) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }

  private static func field(_ number: UInt64, _ value: UInt64) -> [UInt8] { varint(number << 3) + varint(value) }

  private static func field(_ number: UInt64, _ content: [UInt8]) -> [UInt8] {
    varint(number << 3 | 2) + varint(UInt64(content.count)) + content
  }

  private static func field(_ number: UInt64, _ text: String) -> [UInt8] { field(number, Array(text.utf8)) }

  private static func frame(_ address: UInt64, symbol: String? = nil) -> [UInt8] {
    field(3, address) + (symbol.map { field(6, field(1, $0) + field(2, address - 8)) } ?? [])
  }

  private static let system = field(1, field(1, 1) + field(2, "17.1") + field(4, 1_500_000_000) + field(5, "21B74"))
  private static let app = field(2, field(1, "com.example.shop") + field(2, "1187") + field(3, "4.2.0"))
  private static let registers =
    field(4, field(1, "pc") + field(2, 0x1_0000_1234)) + field(4, field(1, "x0") + field(2, UInt64.max))
  private static let thread =
    field(
      3, field(1, 0) + field(2, frame(0x1_0000_1234, symbol: "_main")) + field(2, frame(0x1_0000_1300)) + field(3, 1) + registers)
  private static let image = field(
    4,
    field(1, 0x1_0000_0000) + field(2, 65_536) + field(3, "/private/var/Shop.app/Shop") + field(4, (0..<16).map { UInt8($0) })
      + field(5, field(1, 1) + field(2, 16_777_228) + field(3, 0x8000_0002)))
  private static let exception = field(
    5, field(1, "NSRangeException") + field(2, "out of bounds") + field(3, frame(0x1_0000_1240)))
  private static let signal = field(6, field(1, "SIGABRT") + field(2, "#0") + field(3, 0x1_0000_1234))
  private static let process = field(7, field(1, "Shop") + field(2, 3_608) + field(3, "/private/var/Shop.app/Shop"))
  private static let whole = Array("plcrash\u{1}".utf8) + system + app + thread + image + exception + signal + process

  @Test func everythingOfAReportIsRead() throws {
    let report = try ReportDocument(reading: Self.whole).reports[0]
    #expect(report.format == .plcrash)
    #expect(report.system.name == "iPhone OS" && report.system.version == "17.1" && report.system.build == "21B74")
    #expect(report.process.bundleID == "com.example.shop" && report.process.version == "4.2.0" && report.process.build == "1187")
    #expect(report.process.name == "Shop" && report.process.pid == 3_608)
    #expect(report.time == "2017-07-14T02:40:00Z")
    #expect(report.threads.map(\.crashed) == [true])
    #expect(report.threads[0].registers.map(\.value) == [0x1_0000_1234, .max])
    #expect(report.frames.map(\.kind) == [.exact, .returnAddress, .returnAddress])
    #expect(report.frames.map { $0.address?.value } == [0x1_0000_1234, 0x1_0000_1300, 0x1_0000_1240])
    #expect(report.frames.map(\.image) == [0, 0, 0])
    #expect(report.frames[0].reported == ReportedSymbol(symbol: "main", offset: 8))
    #expect(report.backtraces.map(\.kind) == [.lastException])
    #expect(report.images[0].id?.description == "00010203-0405-0607-0809-0A0B0C0D0E0F")
    #expect(report.images[0].architecture?.name == "arm64e")
    #expect(report.exception?.type == "SIGABRT" && report.exception?.name == "NSRangeException")
    #expect(report.exception?.codes == "#0 at 0x100001234")
  }

  @Test func aPathEndsBeforeItsNUL() throws {
    let image = Self.field(
      4, Self.field(1, 0x1_0000_0000) + Self.field(2, 65_536) + Self.field(3, "/private/var/Shop.app/Shop\0"))
    let report = try ReportDocument(reading: Array("plcrash\u{1}".utf8) + Self.thread + image).reports[0]
    #expect(report.images[0].path == "/private/var/Shop.app/Shop" && report.images[0].name == "Shop")
  }

  @Test func whatNewerVersionsAddIsRead() throws {
    let mach = Self.field(4, Self.field(1, 1) + Self.field(2, 13) + Self.field(2, 24))
    let signal = Self.field(6, Self.field(1, "SIGBUS") + Self.field(2, "BUS_ADRERR") + Self.field(3, 24) + mach)
    let process = Self.field(7, Self.field(1, "Shop") + Self.field(2, 7) + Self.field(4, "launchd") + Self.field(5, 1))
    let info = Self.field(9, Self.field(1, 1) + Self.field(2, (1...16).map { UInt8($0) }))
    let machine = Self.field(8, Self.field(1, "iPhone14,5"))
    let bytes =
      Array("plcrash\u{1}".utf8) + Self.system + Self.thread + signal + process + info + machine + Self.field(10, "basket 7")
    let document = try ReportDocument(reading: bytes)
    let report = document.reports[0]
    #expect(report.kind == .user && report.identifier == "01020304-0506-0708-090A-0B0C0D0E0F10")
    #expect(report.exception?.type == "EXC_BAD_ACCESS" && report.exception?.signal == "SIGBUS")
    #expect(report.exception?.subtype == "BUS_ADRERR at 0x18" && report.exception?.codes == "0xd, 0x18")
    #expect(report.device.model == "iPhone14,5")
    let text = try #require(document.layout(of: document.reports[0]))
    #expect(text.preamble.contains("Incident Identifier: 01020304-0506-0708-090A-0B0C0D0E0F10"))
    #expect(text.preamble.contains("Parent Process:      launchd [1]"))
    #expect(text.preamble.contains("Exception Subtype: BUS_ADRERR at 0x18"))
    #expect(text.epilogue == ["", "Custom Data: basket 7"])
  }

  /// A simulator's processes run on the host; 3 stands for a system that is not known.
  @Test(arguments: [(0, "Mac OS X"), (1, "iPhone OS"), (2, "iOS Simulator"), (3, nil), (4, "Apple tvOS")] as [(UInt64, String?)])
  func operatingSystems(number: UInt64, name: String?) throws {
    let system = Self.field(1, Self.field(1, number) + Self.field(2, "18.4") + Self.field(5, "24F74"))
    let report = try ReportDocument(reading: Array("plcrash\u{1}".utf8) + system + Self.thread).reports[0]
    #expect(report.system.name == name && report.system.version == "18.4" && report.system.build == "24F74")
  }

  @Test func withoutANameOfASymbolAnImageOrAUUID() throws {
    let image = Self.field(4, Self.field(1, 0x2_0000_0000) + Self.field(2, 4_096))
    let report = try ReportDocument(reading: Array("plcrash\u{1}".utf8) + Self.thread + image).reports[0]
    #expect(report.images[0].name == nil && report.images[0].id == nil && report.images[0].architecture == nil)
    #expect(report.frames.map(\.image) == [nil, nil])
  }

  @Test func itsTextIsApplesAndSameLeavesItAlone() throws {
    let document = try ReportDocument(reading: Self.whole)
    let text = try #require(document.layout(of: document.reports[0]))
    #expect(text.preamble.contains("Exception Type:  SIGABRT"))
    #expect(text.preamble.contains("*** Terminating app due to uncaught exception 'NSRangeException', reason: 'out of bounds'"))
    #expect(try JSONEditorTests.fill(Self.whole) == Self.whole)
  }

  @Test func aCutIsToldZerosAtTheEndAreNone() throws {
    let cut = try ReportDocument(reading: Array(Self.whole.dropLast(3))).reports[0]
    let byte = Self.whole.count - Self.process.count
    #expect(cut.diagnostics.map(\.message) == ["the report is cut off or damaged from byte \(byte) on"])
    #expect(try ReportDocument(reading: Self.whole).reports[0].diagnostics.isEmpty)
    #expect(try ReportDocument(reading: Self.whole + [0, 0, 0]).reports[0].diagnostics.isEmpty)
  }

  @Test func everyCutIsReadAsFarAsItGoesOrTold() {
    var read = 0
    for end in 0...Self.whole.count where (try? ReportDocument(reading: Array(Self.whole[..<end]))) != nil { read += 1 }
    #expect(read > 100)
  }

  @Test func damagedTextsAreLeftOutAndTold() throws {
    let system = Self.field(1, Self.field(1, 1) + Self.field(2, "17.1") + Self.field(5, [0xff, 0xfe, 0x80]))
    let report = try ReportDocument(reading: Array("plcrash\u{1}".utf8) + system + Self.thread).reports[0]
    #expect(report.system.build == nil)
    #expect(report.diagnostics.map(\.message) == ["a string of 3 bytes is damaged and was skipped"])
  }

  @Test(arguments: ["plcrash\u{2}abc", "plcrash\u{1}", "plcrash\u{1}\u{ff}\u{ff}"]) func otherVersionsAndRubbishAreTold(
    text: String
  ) {
    #expect(throws: ReportError.self) { try ReportDocument(reading: Array(text.utf8)) }
  }

  @Test func bytesAtRandomDoNoHarm() {
    var random = SeededGenerator(0x9c4a)
    for _ in 0..<2_000 {
      var bytes = Self.whole
      for _ in 0..<4 { bytes[Int.random(in: 8..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random) }
      if let document = try? ReportDocument(reading: bytes) {
        #expect(document.reports[0].frames.allSatisfy { $0.sourceRange.upperBound <= bytes.count })
      }
    }
  }
}
