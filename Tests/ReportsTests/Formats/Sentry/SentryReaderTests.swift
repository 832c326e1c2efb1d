import CrashModel
import Foundation
import Reports
import SymbolModel
import Testing

/// Sentry's events, one small one for each habit.
@Suite struct SentryReaderTests {
  private func report(_ members: String) throws -> CrashReport {
    try ReportDocument(reading: Array(#"{"event_id":"x","platform":"cocoa",\#(members)}"#.utf8)).reports[0]
  }

  private static let images =
    #""debug_meta":{"images":[{"type":"macho","debug_id":"4C4C44E4-5555-3144-A1B0-602671AD96B1","code_file":"/var/containers/Bundle/Application/1/Shop.app/Shop","image_addr":"0x100000000","image_size":65536},"#
    + #"{"type":"proguard","uuid":"6f1c0a52-8e6b-4b5e-9c0b-0a4f2e6d1c11"}]}"#

  private func frame(_ address: String, _ more: String = "") -> String { #"{"instruction_addr":"\#(address)"\#(more)}"# }

  @Test func stacksAreTurnedRound() throws {
    let stack =
      #"{"frames":[\#(frame("0x100000030")),\#(frame("0x100000020")),\#(frame("0x100000010"))],"registers":{"pc":"0x100000010"}}"#
    let report = try report(#""threads":{"values":[{"id":5,"crashed":true,"stacktrace":\#(stack)}]},\#(Self.images)"#)
    #expect(report.frames.map { $0.address?.value } == [0x1_0000_0010, 0x1_0000_0020, 0x1_0000_0030])
    #expect(report.frames.map { $0.kind } == [.exact, .returnAddress, .returnAddress])
    #expect(report.frames.map { $0.index } == [0, 1, 2])
    #expect(report.threads[0].index == 5 && report.threads[0].registers == [Register(name: "pc", value: 0x1_0000_0010)])
    #expect(report.images.count == 1 && report.images[0].inApp && report.frames.allSatisfy { $0.image == 0 })
  }

  @Test(arguments: [
    ("NSGenericException", "", Frame.Kind.returnAddress), ("cpp_exception", "", .returnAddress), ("EXC_BAD_ACCESS", "", .exact),
    ("SIGABRT", "", .exact), ("NSGenericException", #","registers":{"pc":"0x100000010"}"#, .exact),
  ])
  func aStackThatWasRecordedWhenSomethingWasThrownHasReturnAddressesOnly(
    type: String, registers: String, kind: Frame.Kind
  ) throws {
    let report = try report(
      #""exception":{"values":[{"type":"\#(type)"}]},"threads":{"values":[{"crashed":true,"stacktrace":{"frames":[\#(frame("0x100000010"))]\#(registers)}}]},\#(Self.images)"#
    )
    #expect(report.frames.map { $0.kind } == [kind])
  }

  @Test func anExceptionsStackIsItsThreads() throws {
    let stack = #"{"frames":[\#(frame("0x100000020")),\#(frame("0x100000010"))]}"#
    let other = #"{"frames":[\#(frame("0x100000040"))]}"#
    let exceptions =
      #""exception":{"values":[{"type":"NSError","stacktrace":\#(other)},{"type":"SIGABRT","thread_id":1,"stacktrace":\#(stack)}]}"#
    let repeated = try report(
      #"\#(exceptions),"threads":{"values":[{"id":1,"crashed":true,"stacktrace":\#(stack)}]},\#(Self.images)"#)
    #expect(repeated.frames.map { $0.otherPlaces.count } == [1, 1, 0])
    #expect(repeated.backtraces.map { $0.frames.count } == [1])
    #expect(repeated.exception?.type == "SIGABRT")
    let alone = try report(#"\#(exceptions),"threads":{"values":[{"id":1,"crashed":true}]},\#(Self.images)"#)
    #expect(alone.frames.count == 3 && alone.frames.allSatisfy { $0.otherPlaces.isEmpty })
    let without = try report(#"\#(exceptions),\#(Self.images)"#)
    #expect(without.threads.isEmpty && without.backtraces.count == 2)
  }

  @Test func theImageIsTheOneThatTheFrameNamesWhereAddressesAreCut() throws {
    let images =
      #""debug_meta":{"images":[{"type":"apple","uuid":"4C4C44E4-5555-3144-A1B0-602671AD96B1","name":"/A/Shop.app/Shop","image_addr":"0x4000","image_size":65536,"cpu_type":16777228,"cpu_subtype":0},"#
      + #"{"type":"apple","uuid":"BADE5170-1DEB-5CAF-B121-A232EB5AED39","name":"/usr/lib/x","image_addr":"0x8000","image_size":65536,"cpu_type":16777228,"cpu_subtype":0}]}"#
    let frames = frame("0x9000", #","image_addr":"0x4000""#) + "," + frame("0x9000", #","image_addr":"0x8000""#)
    let report = try report(#""threads":{"values":[{"stacktrace":{"frames":[\#(frames)]}}]},\#(images)"#)
    #expect(report.frames.map { $0.image } == [1, 0])
    #expect(report.diagnostics.contains { $0.message.hasPrefix("the reporter truncated addresses to 32 bits") })
  }

  @Test func distancesNamesAndPlaces() throws {
    let frames = [
      frame("0x40", #","addr_mode":"rel:0""#), frame("0x40", #","addr_mode":"rel:9""#),
      frame(
        "0x100000040", #","image_addr":"0x100000000","symbol_addr":"0x100000030","function":"buy","abs_path":"/s/a.m","lineno":7"#
      ),
      frame("0x100000040", #","image_addr":"0x100000000","symbol_addr":"0x100000000","function":"Shop""#),
      #"{"function":"render","filename":"index.js","lineno":3,"platform":"javascript"}"#,
    ]
    let report = try report(#""stacktrace":{"frames":[\#(frames.joined(separator: ","))]},\#(Self.images)"#)
    #expect(report.backtraces.map { $0.kind } == [.callStack])
    #expect(report.frames.map { $0.kind } == [.javaScript, .returnAddress, .returnAddress, .returnAddress, .returnAddress])
    #expect(report.frames[0].reported == ReportedSymbol(symbol: "render", file: "index.js", line: 3))
    #expect(report.frames[1].reported == nil)
    #expect(report.frames[2].reported == ReportedSymbol(symbol: "buy", offset: 16, file: "/s/a.m", line: 7))
    #expect(report.frames[3].image == nil && report.frames[4].image == 0 && report.frames[4].imageOffset == ImageOffset(64))
  }

  @Test func imagesOfLinuxGoByTheirBuildId() throws {
    let images =
      #""debug_meta":{"images":[{"type":"elf","code_id":"84156d73ae2111112222","debug_id":"736d1584-21ae-1111-2222-000000000000","code_file":"/srv/shop","image_addr":"0x5000","image_size":4096}]}"#
    let report = try report(#""stacktrace":{"frames":[\#(frame("0x5010"))]},\#(images)"#)
    #expect(report.images[0].id?.hex == "84156d73ae2111112222" && report.frames[0].image == 0)
  }

  @Test func whatIsKnownOfTheEventIsRead() throws {
    let mechanism =
      #"{"type":"mach","handled":false,"data":{"relevant_address":"0x18"},"meta":{"mach_exception":{"name":"EXC_BAD_ACCESS","code":1,"subcode":24},"signal":{"name":"SIGSEGV"}}}"#
    let report = try report(
      #""timestamp":1795171383.5,"release":"com.example.shop@4.2.0+1187","exception":{"values":[{"type":"EXC_BAD_ACCESS","value":"bad","mechanism":\#(mechanism)}]},"#
        + #""logentry":{"formatted":"checkout"},"contexts":{"os":{"name":"iOS","version":"17.1","build":"21B74"},"device":{"arch":"arm64"}},\#(Self.images)"#
    )
    #expect(report.time == "2026-11-20T10:43:03Z" && report.process.bundleID == "com.example.shop")
    #expect(report.process.version == "4.2.0" && report.process.build == "1187" && report.process.name == "Shop")
    #expect(
      report.exception?.signal == "SIGSEGV" && report.exception?.faultAddress?.value == 24
        && report.exception?.codes == "0x1, 0x18")
    #expect(report.applicationSpecificInformation == ["EXC_BAD_ACCESS: bad", "checkout"])
    #expect(report.images[0].architecture == Architecture("arm64") && report.kind == .crash)
  }

  @Test func aHangsThreadIsMarked() throws {
    let threads = [3, 7].map { #"{"id":\#($0),"crashed":false,"stacktrace":{"frames":[\#(frame("0x100000010"))]}}"# }
    let exception = #"{"type":"App Hanging","value":"for 2 s","mechanism":{"type":"AppHang"},"thread_id":7}"#
    let report = try report(
      #""exception":{"values":[\#(exception)]},"threads":{"values":[\#(threads.joined(separator: ","))]},\#(Self.images)"#)
    #expect(report.kind == .hang && report.threads.map(\.crashed) == [false, true] && !report.marksCrashedThread)
  }

  @Test func whatTheAppAddedIsKept() throws {
    let report = try report(
      #""environment":"production","tags":{"shop":"7"},"user":{},"extra":null,"breadcrumbs":{"values":[{"message":"tap"}]},"#
        + #""contexts":{"os":{"name":"iOS","version":"17.1","build":"21B74","type":"os"},"device":{"model":"iPhone14,5","free_memory":4096}},"#
        + #""exception":{"values":[{"type":"E"}]}"#)
    #expect(report.details.map(\.key) == ["environment", "tags", "contexts", "breadcrumbs"])
    #expect(report.details[2].value == .object([.init("device", .object([.init("free_memory", .number("4096"))]))]))
  }

  @Test func theSameAnswersGoIntoBothObjectsOfAFrame() throws {
    let stack = #"{"frames":[{"instruction_addr":"0x0000000100000020","function":"<redacted>"}]}"#
    let text =
      #"{"event_id":"x","exception":{"values":[{"type":"SIGABRT","stacktrace":\#(stack)}]},"threads":{"values":[{"crashed":true,"stacktrace":\#(stack)}]},\#(Self.images)}"#
    let filled = String(decoding: try JSONEditorTests.fill(Array(text.utf8)), as: UTF8.self)
    let keys =
      #""function":"outer(_:)","raw_function":"$s5outer","symbol_addr":"0x0000000100000008","filename":"Outer.swift","abs_path":"/src/a/Outer.swift","lineno":1"#
    #expect(filled.components(separatedBy: keys).count == 3)
  }
}
