import CrashModel
import Reports
import SymbolModel
import Testing

/// Small reports written by hand, each for one habit of a format.
@Suite struct JSONReaderTests {
  private func report(_ text: String) throws -> CrashReport { try ReportDocument(reading: Array(text.utf8)).reports[0] }

  private static let header = #"{"bug_type":"309","app_name":"Shop","timestamp":"t","os_version":"macOS 14.1 (23B74)"}"# + "\n"

  private func ips(_ body: String) throws -> CrashReport { try report(Self.header + body) }

  // MARK: .ips

  @Test func inlinedObjectsOfOneAddressAreOneFrame() throws {
    let body = #"""
      {"usedImages":[{"source":"P","base":4096,"size":8192,"uuid":"8c1e2f30-0000-1111-2222-333344445555","path":"/A/Shop.app/Shop"}],
       "threads":[{"triggered":true,"frames":[
         {"imageOffset":16,"imageIndex":0,"symbol":"inner","symbolLocation":4,"sourceFile":"a.swift","sourceLine":3,"inline":true},
         {"imageOffset":16,"imageIndex":0,"symbol":"outer","symbolLocation":8},
         {"imageOffset":32,"imageIndex":0,"symbol":"lost","inline":true},
         {"imageOffset":48,"imageIndex":0}]}]}
      """#
    let frames = try ips(body).frames
    #expect(frames.map { $0.address?.value } == [4112, 4128, 4144])
    #expect(frames[0].reportedInlines == [ReportedSymbol(symbol: "inner", offset: 4, file: "a.swift", line: 3)])
    #expect(frames[0].reported == ReportedSymbol(symbol: "outer", offset: 8))
    #expect(frames[1].reported?.symbol == "lost")
    #expect(frames.map { $0.index } == [0, 1, 2])
    let text = Array((Self.header + body).utf8)
    #expect(
      String(decoding: text[frames[0].sourceRange], as: UTF8.self).hasPrefix(
        #"{"imageOffset":16,"imageIndex":0,"symbol":"inner""#))
    #expect(String(decoding: text[frames[0].sourceRange], as: UTF8.self).hasSuffix(#""symbolLocation":8}"#))
  }

  @Test func absoluteImagesGiveTheAddressImagesOutOfRangeOnlyTheOffset() throws {
    let report = try ips(
      #"""
      {"usedImages":[{"size":0,"source":"A","base":0,"uuid":"00000000-0000-0000-0000-000000000000"}],
       "threads":[{"frames":[{"imageOffset":4242,"imageIndex":0},{"imageOffset":7,"imageIndex":99}]}]}
      """#)
    #expect(report.images[0].isPlaceholder && report.images[0].id == nil)
    #expect(report.frames[0].address == RuntimeAddress(4242))
    #expect(report.frames[1].address == nil && report.frames[1].imageOffset == ImageOffset(7) && report.frames[1].image == nil)
    #expect(report.diagnostics.contains { $0.message == "1 frame names an image that the report does not list" })
  }

  @Test func registersKeepAll64BitsAndMissingFieldsStayUnknown() throws {
    let report = try ips(
      #"{"usedImages":[],"faultingThread":1,"threads":[{},{"threadState":{"x":[{"value":18446744073709551615}],"flavor":"ARM_THREAD_STATE64","pc":{"value":4}},"frames":[]}]}"#
    )
    #expect(report.threads.map { $0.crashed } == [false, true])
    #expect(report.threads[1].registers == [Register(name: "x0", value: .max), Register(name: "pc", value: 4)])
    #expect(report.exception == nil && report.process.pid == nil && report.system.version == "14.1")
  }

  @Test func anExceptionsStackAndTheAppsOwnStacksAreReturnAddresses() throws {
    let report = try ips(
      #"""
      {"usedImages":[{"source":"P","base":65536,"size":65536,"name":"Shop"}],
       "asi":{"CoreFoundation":["*** Terminating app due to uncaught exception 'NSRangeException', reason: 'it's out'"]},
       "asiBacktraces":["0   Shop App  0x0000000000010010 first + 4\n1   Shop   0x0000000000010020 Shop + 32"],
       "lastExceptionBacktrace":[{"imageOffset":1,"imageIndex":0}],
       "threads":[{"frames":[{"imageOffset":2,"imageIndex":0},{"imageOffset":3,"imageIndex":0}]}]}
      """#)
    #expect(report.backtraces.map { $0.kind } == [.applicationSpecific, .lastException])
    #expect(report.frames.map { $0.kind } == [.returnAddress, .returnAddress, .returnAddress, .exact, .returnAddress])
    #expect(report.frames[0].reported == ReportedSymbol(symbol: "first", offset: 4))
    #expect(report.frames[0].image == 0)
    #expect(report.exception?.name == "NSRangeException" && report.exception?.reason == "it's out")
  }

  @Test func aBodyWithoutItsHeaderAndAJetsamEvent() throws {
    #expect(try report(#"{"usedImages":[],"threads":[]}"#).format == .ips)
    let jetsam = try report(
      #"{"bug_type":"298","timestamp":"t","os_version":"iPhone OS 17.0 (21A1)"}"# + "\n"
        + #"{"memoryStatus":{"pageSize":16384},"processes":[]}"#)
    #expect(jetsam.kind == .jetsam && jetsam.threads.isEmpty)
    #expect(
      jetsam.diagnostics.map { $0.message } == [
        "bug type 298 (jetsam event): it has no call stacks", "no process has a reason, so none was terminated",
      ])
  }

  // MARK: KSCrash

  private func kscrash(_ crash: String, rest: String = "") throws -> CrashReport {
    try report(
      #"{"report":{"id":"x","version":"3.3.0","timestamp":1765315753629383},"binary_images":[{"image_addr":4096,"image_size":4096,"#
        + #""name":"/var/containers/Bundle/Application/1/Shop.app/Shop","uuid":"DFBF7BE2-4616-3213-8910-B341DA781E25","#
        + #""cpu_type":16777228,"cpu_subtype":-2147483646}],"crash":\#(crash)\#(rest)}"#)
  }

  @Test func aKSCrashFrameHasItsImageNameAndTime() throws {
    let report = try kscrash(
      #"""
      {"error":{"type":"mach","address":16,"mach":{"exception_name":"EXC_BAD_ACCESS","code":"0x1","subcode":8}},"threads":[{"index":3,
       "crashed":true,"registers":{"basic":{"pc":4104}},"backtrace":{"skipped":0,"contents":[
        {"instruction_addr":4104,"object_addr":4096,"object_name":"Shop","symbol_addr":4100,"symbol_name":"$s4main"},
        {"instruction_addr":4112,"object_addr":4096,"object_name":"Shop","symbol_addr":4096,"symbol_name":"Shop"},
        {"instruction_addr":99999,"object_addr":90000,"object_name":"libx.dylib"}]}}]}
      """#)
    #expect(report.time == "2025-12-09T21:29:13Z")
    #expect(report.images[0].architecture == Architecture("arm64e") && report.images[0].inApp)
    #expect(report.threads[0].index == 3 && report.threads[0].crashed)
    #expect(report.frames.map { $0.kind } == [.exact, .returnAddress, .returnAddress])
    #expect(report.frames[0].reported == ReportedSymbol(symbol: "$s4main", offset: 4))
    #expect(report.frames[1].reported == nil)
    #expect(report.frames[2].image == 1 && report.images[1].name == "libx.dylib" && report.images[1].id == nil)
    #expect(report.exception?.codes == "0x1, 0x8" && report.exception?.faultAddress?.value == 16)
  }

  @Test(arguments: [
    ("nsexception", Frame.Kind.returnAddress), ("cpp_exception", .returnAddress), ("user", .returnAddress), ("mach", .exact),
  ])
  func stacksThatTheAppRecordedAreReturnAddressesFromTheFirstFrame(type: String, kind: Frame.Kind) throws {
    let report = try kscrash(
      #"{"error":{"type":"\#(type)"},"threads":[{"index":0,"crashed":true,"backtrace":{"contents":[{"instruction_addr":4104}]}}]}"#
    )
    #expect(report.frames[0].kind == kind)
  }

  @Test func framesLeftOutOfAStackOverflowAreSaidToBe() throws {
    let report = try kscrash(
      #"{"error":{"type":"mach"},"threads":[{"crashed":true,"registers":{"basic":{"pc":5000}},"backtrace":{"skipped":64862,"contents":[{"instruction_addr":4104}]}}]}"#
    )
    #expect(report.frames.map { $0.kind } == [.omitted, .returnAddress])
    #expect(report.frames[0].omittedCount == 64862 && report.frames[1].index == 0)
  }

  @Test func theReportOfACrashInTheHandlerIsNestedEitherWay() throws {
    let thread = #"{"index":7,"crashed":true,"backtrace":{"contents":[{"instruction_addr":4200}]}}"#
    let inner = try kscrash(
      #"{"error":{"type":"mach"},"threads":[{"index":0,"crashed":true,"backtrace":{"contents":[{"instruction_addr":4104}]}}]}"#,
      rest: #","recrash_report":{"crash":{"crashed_thread":\#(thread)}}"#)
    let outer = try report(
      #"{"report":{"id":"x","version":"3.2.0","type":"minimal"},"crash":{"error":{"type":"signal"},"crashed_thread":\#(thread)},"#
        + #""recrash_report":{"crash":{"error":{"type":"mach"},"threads":[{"crashed":true,"backtrace":{"contents":[{"instruction_addr":4104}]}}]}}}"#
    )
    for report in [inner, outer] {
      #expect(report.threads.count == 1)
      #expect(report.backtraces.map { $0.kind } == [.recrash])
      #expect(report.frames[report.threads[0].frames].map { $0.address?.value } == [4104])
      #expect(report.frames[report.backtraces[0].frames].map { $0.address?.value } == [4200])
    }
  }

  @Test func version1HasPlainArraysAndImagesInsideCrash() throws {
    let report = try report(
      #"""
      {"crash_id":"x","report_version_major":1,"timestamp":"2012-06-16T22:31:55Z","system":{"process_name":"Shop"},
       "crash":{"binary_images":[{"image_addr":4096,"image_size":4096,"name":"/A/Shop","cpu_type":12,"cpu_subtype":9}],
        "error":{"nsexception":{"name":"N","reason":"r","backtrace":[{"instruction_addr":4105}]},"signal_name":"SIGABRT","type":"nsexception"},
        "threads":[{"crashed":true,"backtrace_skipped":0,"backtrace":[{"instruction_addr":4107}]}]}}
      """#)
    #expect(report.process.name == "Shop" && report.exception?.signal == "SIGABRT" && report.exception?.name == "N")
    #expect(report.backtraces.map { $0.kind } == [.lastException])
    #expect(report.frames.map { $0.image } == [0, 0])
    #expect(report.images[0].architecture == Architecture("armv7"))
  }

  @Test func aReportWithoutImagesTakesThemFromItsFrames() throws {
    let report = try report(
      #"{"report":{"id":"x","version":"3.2.0"},"crash":{"error":{},"threads":[{"backtrace":{"contents":[{"instruction_addr":4104,"object_addr":4096,"object_name":"Shop"}]}}]}}"#
    )
    #expect(report.images.map { $0.name } == ["Shop"] && report.frames[0].image == 0)
    #expect(report.diagnostics.contains { $0.message.hasPrefix("the report lists no images") })
  }

  // MARK: Swift

  @Test(
    arguments: [
      ("x86_64 Linux (Debian GNU/Linux 12 (bookworm))", "Debian GNU/Linux", "12 (bookworm)"),
      ("Linux (Ubuntu 22.04.5 LTS)", "Ubuntu", "22.04.5 LTS"), ("Linux (Amazon Linux 2)", "Amazon Linux", "2"),
      ("Linux (Arch Linux)", "Arch Linux", nil), ("Linux", "Linux", nil), ("Linux ()", "Linux ()", nil),
      ("aarch64 Linux (12)", "aarch64 Linux (12)", nil), ("Windows 11", "Windows 11", nil),
    ] as [(String, String, String?)]) func theDistributionAndItsVersionAreToldApart(
      platform: String, name: String, version: String?
    ) throws
  {
    let report = try report(
      #"{"kind":"crashReport","platform":"\#(platform)","threads":[{"crashed":true,"frames":[{"kind":"programCounter","address":"0x1"}]}]}"#
    )
    #expect(report.system.name == name && report.system.version == version && report.system.build == nil)
  }

  @Test func swiftsFrameKindsInlinedFunctionsAndGaps() throws {
    let report = try report(
      #"""
      {"kind":"crashReport","description":"Illegal instruction","platform":"macOS 26.1 (25B64)","architecture":"arm64","threads":[{"name":"main",
       "crashed":true,"frames":[
       {"kind":"programCounter","address":"0x0000000000001010","inlined":true,"symbol":"$s1a","offset":0,"description":"a","image":"shop",
        "sourceLocation":{"file":"/s/a.swift","line":4,"column":2}},
       {"kind":"programCounter","address":"0x0000000000001010","symbol":"$s1b","offset":8,"description":"b + 8","image":"shop"},
       {"kind":"returnAddress","address":"0x1020","symbol":"$s1c","offset":3,"description":"c + 3"},
       {"kind":"asyncResumePoint","address":"0x1030"},{"kind":"omittedFrames","count":12},{"kind":"truncated"}]}],
       "images":[{"name":"shop","buildId":"84156d73ae21","path":"/srv/shop","baseAddress":"0x1000","endOfText":"0x2000"}]}
      """#)
    #expect(report.frames.map { $0.kind } == [.exact, .returnAddress, .asyncResume, .omitted, .truncated])
    #expect(report.frames[0].reportedInlines == [ReportedSymbol(symbol: "a", offset: 0, file: "/s/a.swift", line: 4)])
    #expect(report.frames[0].reported == ReportedSymbol(symbol: "b", offset: 8))
    #expect(report.frames[1].reported == ReportedSymbol(symbol: "c", offset: 4))
    #expect(report.frames[3].omittedCount == 12)
    #expect(report.images[0].id?.hex == "84156d73ae21" && report.images[0].size == 4096 && report.images[0].inApp)
    #expect(report.system.name == "macOS" && report.system.version == "26.1" && report.system.build == "25B64")
  }

  @Test(
    "A Swift frame's description is its name without the offset",
    arguments: [
      (#"f(\"x\") + 8"#, #"f("x")"#), (#"f\u0041 + 8"#, "fA"), ("f + 9", "f + 9"), ("f +8", "f +8"), (" + 8", ""), ("8", "8"),
      ("", ""),
    ])
  func describedNames(description: String, name: String) throws {
    let report = try report(
      #"""
      {"kind":"crashReport","description":"x","platform":"Linux","architecture":"x86_64","threads":[{"crashed":true,"frames":[
       {"kind":"programCounter","address":"0x1010","symbol":"$s1b","offset":8,"description":"\#(description)"}]}],"images":[]}
      """#)
    #expect(report.frames[0].reported == ReportedSymbol(symbol: name, offset: 8))
  }
}
