import CrashModel
import Reports
import SymbolModel
import Testing

/// What KSCrash's reports hold beside threads, one small report for each habit.
@Suite struct KSCrashReaderTests {
  private static let image =
    #"{"image_addr":4294967296,"image_vmaddr":0,"image_size":65536,"name":"/var/containers/Bundle/Application/1/Shop.app/Shop","#
    + #""uuid":"DFBF7BE2-4616-3213-8910-B341DA781E25","cpu_type":16777228,"cpu_subtype":0}"#

  private func document(_ members: String, version: String = #""3.9.0""#, images: String = image) throws -> ReportDocument {
    let head = #"{"report":{"id":"x","version":\#(version),"timestamp":1765315753629383},"#
    return try ReportDocument(
      reading: Array((head + #""binary_images":[\#(images)],"system":{"process_name":"Shop"},"# + members + "}").utf8))
  }

  private func text(_ document: ReportDocument) throws -> [String] {
    let text = try #require(document.layout(of: document.reports[0]))
    let appendix = text.appendix.flatMap { piece in
      switch piece {
      case .lines(let lines): lines
      case .backtrace(let position): text.backtraceHeaders[position] + ["<backtrace \(position)>"]
      }
    }
    return text.preamble + text.threadState + String(decoding: text.images, as: UTF8.self).split(separator: "\n").map(String.init)
      + text.epilogue + appendix
  }

  private static func thread(_ more: String = "", crashed: Bool = true) -> String {
    #"{"index":0,"crashed":\#(crashed),"backtrace":{"skipped":0,"contents":[{"instruction_addr":4294967312}]}\#(more)}"#
  }

  // MARK: What libraries left

  @Test func messagesThatLibrariesLeftForTheReporterAreTheAppsOwnInformation() throws {
    let image =
      Self.image.dropLast() + #","crash_info_message":"Shop/Basket.swift:12: Fatal error: empty\n","crash_info_message2":"x"}"#
    let document = try document(#""crash":{"threads":[\#(Self.thread())]}"#, images: String(image))
    #expect(document.reports[0].applicationSpecificInformation == ["Shop/Basket.swift:12: Fatal error: empty", "x"])
  }

  @Test func aStackThatALibraryLeftIsABacktrace() throws {
    let lines = #"0   Shop   0x0000000100000020 first + 4\n1   Shop   0x0000000100000040 Shop + 64"#
    let image = Self.image.dropLast() + #","crash_info_backtrace":"\#(lines)"}"#
    let report = try document(#""crash":{"threads":[\#(Self.thread())]}"#, images: String(image)).reports[0]
    #expect(report.backtraces.map { $0.kind } == [.applicationSpecific])
    #expect(report.frames[report.backtraces[0].frames].map { $0.address?.value } == [0x1_0000_0020, 0x1_0000_0040])
    #expect(report.frames[report.backtraces[0].frames].allSatisfy { $0.kind == .returnAddress })
  }

  // MARK: Stacks beside threads

  @Test func theLastExceptionsAndAZombiesStacksAreReturnAddresses() throws {
    let report = try document(
      #""crash":{"last_exception_backtrace":{"contents":[{"instruction_addr":4294967328}]},"threads":[\#(Self.thread())]},"#
        + #""process":{"last_dealloced_nsexception":{"address":64,"name":"N","reason":"R","backtrace":{"contents":[{"instruction_addr":4294967344}]}}}"#
    ).reports[0]
    #expect(report.backtraces.map { $0.kind } == [.lastException, .deallocatedException])
    #expect(report.frames.map { $0.kind } == [.returnAddress, .exact, .returnAddress])
  }

  @Test(arguments: [(64, true), (65, false)])
  func aDeallocatedExceptionIsTheCauseOnlyWhereARegisterHoldsIt(register: Int, isCause: Bool) throws {
    let document = try document(
      #""crash":{"error":{"type":"mach","mach":{"exception_name":"EXC_BAD_ACCESS","code_name":"KERN_INVALID_ADDRESS"}},"#
        + #""threads":[\#(Self.thread(#","registers":{"basic":{"pc":4294967312,"x0":\#(register)}}"#))]},"#
        + #""process":{"last_dealloced_nsexception":{"address":64,"name":"N","reason":"R"}}"#)
    let lines = try text(document)
    #expect(lines.contains { $0.hasPrefix("NOTE: This exception has been deallocated!") } == isCause)
    #expect(lines.contains("Last deallocated NSException (0x0000000000000040): N: R"))
  }

  @Test func theWordsOfTheStackThatLieInAnImageAreKeptAfterAllFrames() throws {
    let dump = "2000000001000000" + "0000000000000000" + "40000000010000FF"
    let stack = #","stack":{"dump_start":8192,"dump_end":8216,"contents":"\#(dump)"}"#
    let report = try document(#""crash":{"threads":[\#(Self.thread(stack)),\#(Self.thread(crashed: false))]}"#).reports[0]
    let words = try #require(report.backtraces.first)
    #expect(words.kind == .stackContents && report.callFrameCount == 2)
    #expect(report.frames[words.frames].map { $0.address?.value } == [0x1_0000_0020, 0xFF00_0001_0000_0040])
  }

  @Test(arguments: ["", "20", "2000000001000000zz", "(null)"])
  func aStackDumpThatIsCutOrNoDumpDoesNoHarm(dump: String) throws {
    let stack = #","stack":{"dump_start":8192,"error":"Stack contents not accessible","contents":"\#(dump)"}"#
    let report = try document(#""crash":{"threads":[\#(Self.thread(stack))]}"#).reports[0]
    #expect(report.frames.count == (dump.count < 16 ? 1 : 2))
    #expect(report.diagnostics.contains { $0.message == "stack memory of thread 0: Stack contents not accessible" })
  }

  // MARK: Names

  @Test func namesFromBeforeTheImageAndExceptionTablesAreNoFunctions() throws {
    func frame(_ start: UInt64, _ name: String) -> String {
      #"{"instruction_addr":4294967312,"object_addr":4294967296,"object_name":"Shop","symbol_addr":\#(start),"symbol_name":"\#(name)"}"#
    }
    let frames = [
      frame(4_294_967_300, "real"), frame(4_294_967_300, "GCC_except_table763"), frame(4_000_000_000, "far"),
      frame(4_294_967_296, "Shop"),
    ]
    let thread = #"{"index":0,"crashed":true,"backtrace":{"contents":[\#(frames.joined(separator: ","))]}}"#
    let report = try document(#""crash":{"threads":[\#(thread)]}"#).reports[0]
    #expect(report.frames.map { $0.reported?.symbol } == ["real", nil, nil, nil])
  }

  @Test func aFrameMayNameItsImageByUUIDWhereTheListDoesNotHaveIt() throws {
    let frame =
      #"{"instruction_addr":8589934608,"object_addr":8589934592,"object_name":"PayKit","object_uuid":"BADE5170-1DEB-5CAF-B121-A232EB5AED39"}"#
    let report = try document(
      #""crash":{"threads":[{"crashed":true,"backtrace":{"contents":[\#(frame)]}}]}"#, images: Self.image
    ).reports[0]
    #expect(report.images.map { $0.name } == ["Shop", "PayKit"])
    #expect(report.frames[0].image == 1 && report.images[1].id?.description == "BADE5170-1DEB-5CAF-B121-A232EB5AED39")
  }

  /// Reports of crashes in the handler, and damaged ones, may list a few images only.
  @Test func anImageThatOnlyFramesNameStandsAfterThoseOfTheList() throws {
    func frame(_ address: Int, _ object: Int, _ name: String) -> String {
      #"{"instruction_addr":\#(address),"object_addr":\#(object),"object_name":"\#(name)"}"#
    }
    let frames = [
      frame(8_589_934_608, 8_589_934_592, "PayKit"), frame(8_589_934_624, 8_589_934_592, "PayKit"),
      frame(4_294_967_312, 4_294_967_296, "Shop"), frame(4_295_967_312, 4_294_967_296, "Shop"),
    ]
    let report = try document(
      #""crash":{"threads":[{"crashed":true,"backtrace":{"contents":[\#(frames.joined(separator: ","))]}}]}"#
    ).reports[0]
    #expect(report.images.map(\.name) == ["Shop", "PayKit"])
    // What lies after the end of a listed image is not believed to be in it.
    #expect(report.frames.map(\.image) == [1, 1, 0, nil])
    #expect(report.frames[3].imageName == "Shop" && report.frames[3].imageOffset == ImageOffset(1_000_016))
  }

  @Test func aMessageOfSeveralLinesHasSeveralLines() throws {
    let document = try document(
      #""crash":{"error":{"type":"nsexception","nsexception":{"name":"N"},"reason":"one\ntwo"},"threads":[\#(Self.thread())]}"#)
    let lines = try text(document)
    let start = try #require(lines.firstIndex(of: "Application Specific Information:"))
    #expect(
      lines[(start + 1)...(start + 2)] == ["*** Terminating app due to uncaught exception 'N', reason: 'one", "two'"])
  }

  // MARK: Text

  @Test func extraInformationIsThatOfKSCrashsFilter() throws {
    let more =
      #","stack":{"dump_start":8192,"dump_end":8200,"contents":"00"},"notable_addresses":{"x1":{"type":"string","value":"h\"i"},"x0":{"ivars":{}}}"#
    let document = try document(
      #""crash":{"error":{"type":"nsexception","nsexception":{"name":"N","referenced_object":{"class":"A"}}},"diagnosis":"Line one\nLine two","#
        + #""threads":[\#(Self.thread(more))]},"debug":{"console_log":["a","b"]}"#)
    let lines = try text(document)
    let start = try #require(lines.firstIndex(of: "Extra Information:"))
    #expect(
      Array(lines[start...]) == [
        "Extra Information:", "Object referenced by NSException:", "{", "    \"class\": \"A\"", "}", "",
        "Stack Dump (0x0000000000002000-0x0000000000002008):", "", "00", "", "Notable Addresses:", "{", "    \"x0\": {",
        "        \"ivars\": {}", "    },", "    \"x1\": {", "        \"type\": \"string\",", "        \"value\": \"h\\\"i\"",
        "    }",
        "}", "", "Console Log:", "a", "b", "", "CrashDoctor Diagnosis: Line one", "Line two",
      ])
  }

  @Test func aReportThatCouldNotBeTakenIntoAnotherIsTold() throws {
    let document = try document(
      #""crash":{"error":{"type":"signal"},"crashed_thread":\#(Self.thread())},"recrash_report":{"error":"Invalid JSON data","json_data":"{"}"#
    )
    #expect(document.reports[0].diagnostics.contains { $0.severity == .warning && $0.message.contains("json_data") })
  }

  @Test func severalReportsOfOneFileArePartsCutOnesToo() throws {
    let one = #"{"report":{"id":"x","version":"3.9.0"},"crash":{"threads":[\#(Self.thread())]}}"#
    let reports = try ReportDocument(reading: Array("[\(one),\(one),\(one.dropLast(5))".utf8)).reports
    #expect(reports.map { $0.part } == [0, 1, 2] && reports.allSatisfy { $0.frames.count == 1 })
    #expect(reports.map { $0.diagnostics.contains { $0.message.hasPrefix("JSON ends early") } } == [false, false, true])
  }
}
