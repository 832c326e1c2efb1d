import CrashModel
import JSONText
import Reports
import SymbolModel
import Testing

/// What KSCrash's reports say of the event, and reports inside reports that stand there as text.
@Suite struct KSCrashContentsTests {
  private static let images =
    #""binary_images":[{"image_addr":4294967296,"image_size":65536,"name":"/private/var/Shop.app/Shop","uuid":"DFBF7BE2-4616-3213-8910-B341DA781E25","cpu_type":16777228}]"#

  private static func thread(_ address: Int, index: Int = 0) -> String {
    #"{"index":\#(index),"crashed":true,"backtrace":{"skipped":0,"contents":[{"instruction_addr":\#(address)}]}}"#
  }

  private static let inner =
    #"{"report":{"id":"inner","version":"3.7.0"},\#(images),"crash":{"error":{"type":"signal","signal":{"name":"SIGABRT"}},"threads":[\#(thread(4_294_971_956))]}}"#

  private func report(_ text: String) throws -> CrashReport { try ReportDocument(reading: Array(text.utf8)).reports[0] }

  private func text(_ text: String) throws -> [String] {
    let translation = try #require(try ReportDocument(reading: Array(text.utf8)).layoutAsRead)
    return translation.preamble
      + translation.appendix.flatMap { piece in
        if case .lines(let lines) = piece { lines } else { [String]() }
      }
  }

  // MARK: Reports inside reports

  /// An outer report with the inner one as a string, in every way it may stand there.
  private static func nested(_ inner: String, asData: Bool) -> String {
    let string = JSONString.encode(inner)
    let value = asData ? #"{"error":"Invalid JSON data: Incomplete","json_data":\#(string)}"# : string
    return
      #"{"report":{"id":"outer","version":"3.7.0","type":"minimal"},"crash":{"error":{"type":"mach"},"crashed_thread":\#(thread(4_294_972_000, index: 3))},"recrash_report":\#(value)}"#
  }

  @Test(arguments: [true, false]) func aReportInsideThatIsTextIsRead(asData: Bool) throws {
    let text = Self.nested(Self.inner, asData: asData)
    let report = try report(text)
    #expect(report.threads.map(\.index) == [0])
    #expect(report.frames[report.threads[0].frames].map { $0.address?.value } == [4_294_971_956])
    #expect(report.backtraces.map(\.kind) == [.recrash])
    #expect(report.frames[report.backtraces[0].frames].map { $0.address?.value } == [4_294_972_000])
    #expect(report.frames.map(\.image) == [0, 0])
    #expect(report.exception?.signal == "SIGABRT")
    #expect(report.frames.allSatisfy { $0.sourceRange.upperBound <= text.utf8.count })
    #expect(zip(report.frames, report.frames.dropFirst()).allSatisfy { $0.sourceRange.lowerBound <= $1.sourceRange.lowerBound })
    #expect(
      report.diagnostics.contains { $0.severity == .note && $0.message.hasPrefix("the embedded report is a string") })
  }

  @Test func aReportInsideThatIsTextAndCutOffIsReadAsFarAsItGoes() throws {
    let report = try report(Self.nested(String(Self.inner.dropLast(4)), asData: true))
    #expect(report.threads.count == 1)
    #expect(
      report.diagnostics.contains {
        $0.severity == .warning && $0.message.hasPrefix("the embedded report: JSON ends early after ")
          && $0.message.hasSuffix("1 thread before it")
      })
  }

  @Test func answersGoIntoTheTextOfAReportInside() throws {
    let filled = try JSONEditorTests.fill(Array(Self.nested(Self.inner, asData: true).utf8))
    let outer = try #require(JSONDocument(filled).root)
    #expect(outer["crash"]?["crashed_thread"]?["backtrace"]?["contents"]?.elements.first { _ in true }?["symbol_name"] != nil)
    let text = try #require(outer["recrash_report"]?["json_data"]?.string)
    let frame = try #require(JSONDocument(Array(text.utf8)).root?["crash"]?["threads"]?.elements.first { _ in true })
    #expect(frame["backtrace"]?["contents"]?.elements.first { _ in true }?["symbol_name"]?.string == "$s5outer")
    #expect(try JSONEditorTests.fill(filled) == filled)
  }

  // MARK: Errors

  /// Every type of `crash.error`, what it makes of the report, and a line of the text that says so.
  @Test(arguments: [
    (
      #""type":"mach","address":24,"mach":{"exception":1,"exception_name":"EXC_BAD_ACCESS","code":1,"code_name":"KERN_INVALID_ADDRESS","subcode":24},"signal":{"signal":11,"name":"SIGSEGV"}"#,
      ReportKind.crash, "Exception Type:  EXC_BAD_ACCESS (SIGSEGV)"
    ),
    (#""type":"signal","signal":{"signal":6,"name":"SIGABRT","code":0}"#, .crash, "Exception Type:  SIGABRT"),
    (#""type":"deadlock","mach":{"exception":0,"code":0},"signal":{"signal":0},"address":0"#, .hang, "Exception Type:  0 (0)"),
    (
      #""type":"nsexception","nsexception":{"name":"NSRangeException"},"reason":"out of bounds""#, .crash,
      "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'out of bounds'"
    ),
    (
      #""type":"cpp_exception","cpp_exception":{"name":"std::runtime_error"},"reason":"bad""#, .crash,
      "*** Terminating app due to uncaught exception 'std::runtime_error', reason: 'bad'"
    ),
    (#""type":"deadlock""#, .hang, "Application main thread deadlocked"),
    (#""type":"user","user_reported":{"name":"MyError","line_of_code":"x = 1"},"reason":"why""#, .user, "MyError: why"),
    (
      #""type":"memory_termination","memory_termination":{"memory_level":"terminal","memory_pressure":"critical"}"#, .jetsam,
      "memory_level: terminal"
    ),
    (
      #""type":"hang","hang":{"hang_start_nanos":1000000000,"hang_end_nanos":9002000000,"hang_start_role":"FOREGROUND_APPLICATION"}"#,
      .hang, "The main thread hung for 8.002 s (FOREGROUND_APPLICATION)"
    ),
    (
      #""type":"termination","termination_reason":"memory_limit","is_fatal":true,"is_clean_exit":false"#, .jetsam,
      "Termination Reason: memory_limit"
    ),
    (
      #""type":"resource_termination","termination_reason":"cpu","exit_reason":{"code":9}"#, .other,
      "Termination Reason: cpu, Code 9"
    ),
    (#""type":"profile""#, .sample, "Exception Type:  profile"),
  ]) func everyTypeOfErrorIsTold(error: String, kind: ReportKind, line: String) throws {
    let whole =
      #"{"report":{"id":"x","version":"3.9.0"},\#(Self.images),"crash":{"error":{\#(error)},"threads":[\#(Self.thread(4_294_971_956))]}}"#
    #expect(try report(whole).kind == kind)
    #expect(try text(whole).contains(line))
  }

  @Test func theAppsMemoryAndWhatItAddedAreShown() throws {
    let whole =
      #"{"report":{"id":"x","version":"3.9.0"},"system":{"process_name":"Shop","process_id":12,"app_memory":{"memory_footprint":104857600,"memory_remaining":1048576,"memory_limit":105906176,"memory_level":"critical","memory_pressure":"normal","app_transition_state":"active"}},"#
      + #""crash":{"error":{"type":"signal"},"threads":[\#(Self.thread(4_294_971_956))]},"user":{"order":17}}"#
    let memory = try #require(try report(whole).memory)
    #expect(memory.processes.map(\.bytes) == [104_857_600])
    #expect(memory.processes.map(\.limit) == [105_906_176])
    #expect(memory.processes.map(\.name) == ["Shop"])
    #expect(memory.processes[0].states == ["active", "critical", "normal"])
    let lines = try text(whole)
    #expect(lines.contains("Memory Statistics:"))
    #expect(lines.suffix(5) == ["", "User Data:", "{", "    \"order\": 17", "}"])
  }

  @Test func stacksInWhatTheAppAddedAreRead() throws {
    let whole =
      #"{"report":{"id":"x","version":"3.1.0"},"user":{"event":{"threads":[{"id":"0","errorReportingThread":true,"stacktrace":[{"isPC":true,"frameAddress":"0x100001234","machoFile":"/x/Shop.app/Shop"}]}]}}}"#
    let report = try report(whole)
    #expect(report.format == .kscrash)
    #expect(report.threads.count == 1)
    #expect(report.diagnostics.contains { $0.message == "a call stack was found at user.event.threads[].stacktrace" })
  }

  @Test func registersOfVersion1StandWithoutGroups() throws {
    let thread =
      #"{"crashed":true,"registers":{"r0":1,"pc":4294971956},"backtrace":[{"instruction_addr":4294971956}],"backtrace_skipped":0}"#
    let report = try report(
      #"{"crash_id":"x","crash":{\#(Self.images),"error":{"signal_name":"SIGABRT"},"threads":[\#(thread)]}}"#)
    #expect(report.threads[0].registers.map(\.name) == ["r0", "pc"])
    #expect(report.frames.map(\.kind) == [.exact])
  }

  @Test func nothingIsInventedOfWhatTheReportDoesNotSay() throws {
    let lines = try text(#"{"report":{"id":"x","version":"3.9.0"},"crash":{"error":{"type":"hang"}}}"#)
    #expect(lines.contains("Exception Type:  hang"))
    #expect(!lines.contains { $0.hasPrefix("Exception Codes") || $0.hasPrefix("Code Type") })
  }

  @Test func numbersWithoutNamesAreNamed() throws {
    let error = #""type":"mach","mach":{"exception":6,"code":1},"signal":{"signal":5}"#
    let whole =
      #"{"report":{"id":"x","version":"3.2.0"},"crash":{"error":{\#(error)},"threads":[\#(Self.thread(4_294_971_956))]}}"#
    #expect(try report(whole).exception?.type == "EXC_BREAKPOINT" && report(whole).exception?.signal == "SIGTRAP")
    #expect(try text(whole).contains("Exception Type:  EXC_BREAKPOINT (SIGTRAP)"))
  }

  @Test func theCodeOfABadAccessIsNamedASignalsCode0IsNone() throws {
    func whole(_ code: Int) -> String {
      let error =
        #""type":"mach","address":24,"mach":{"exception":1,"code":\#(code),"subcode":0},"signal":{"name":"SIGBUS","code_name":"BUS_NOOP"}"#
      return
        #"{"report":{"id":"x","version":"3.2.0"},"system":{"binary_arch":"arm64"},"crash":{"error":{\#(error)},"threads":[]}}"#
    }
    #expect(try report(whole(2)).exception?.subtype == "KERN_PROTECTION_FAILURE at 0x18")
    #expect(try text(whole(2)).contains("Exception Codes: KERN_PROTECTION_FAILURE at 0x0000000000000018"))
    #expect(try report(whole(8)).exception?.subtype == nil)
    #expect(try text(whole(8)).contains("Exception Codes: 0x00000008 at 0x0000000000000018"))
  }

  @Test func aReasonThatIsTheNameAgainAndALineThatIsEmptyAreLeftOut() throws {
    let error = #""type":"user","user_reported":{"name":"E: x","line_of_code":""},"reason":"E: x""#
    let whole =
      #"{"report":{"id":"x","version":"3.1.0"},"crash":{"error":{\#(error)},"threads":[\#(Self.thread(4_294_971_956))]}}"#
    let lines = try text(whole)
    #expect(lines.contains("E: x") && !lines.contains { $0.hasPrefix("Line:") })
  }

  @Test func framesOfScriptsKeepTheirColumn() throws {
    let stack = #"[{"lineNumber":12,"file":"http://h/index.bundle","methodName":"onPress","column":1302},"n@397:171724"]"#
    let error = #""type":"user","user_reported":{"name":"E","language":"react-native","backtrace":\#(stack)}"#
    let report = try report(
      #"{"report":{"id":"x","version":"3.1.0"},"crash":{"error":{\#(error)},"threads":[\#(Self.thread(4_294_971_956))]}}"#)
    let frames = report.frames.filter { $0.kind == .javaScript }
    #expect(frames.map(\.reported?.line) == [12, 397] && frames.map(\.reported?.column) == [1302, 171724])
    #expect(frames.map(\.reported?.symbol) == ["onPress", "n"] && frames.map(\.script?.column) == [1302, 171724])
  }

  @Test func whatForksAddIsKept() throws {
    let whole =
      #"{"report":{"id":"x","version":"3.1.0"},"system_atcrash":{"application_stats":{"application_active":true},"memory":{"free":7}},"user_atcrash":{"a":1},"sentry_sdk_scope":{"breadcrumbs":[{"message":"tap"}]},"crash":{"error":{"type":"nsexception","nsexception":{"name":"N","userInfo":"{k = v}"}},"threads":[\#(Self.thread(4_294_971_956))]}}"#
    let report = try report(whole)
    #expect(
      report.details.map(\.key) == ["exceptionUserInfo", "applicationStats", "system", "userDataAtCrash", "sentryScope"])
    let lines = try text(whole)
    #expect(lines.contains("Application Stats:") && lines.contains("User Data at the Crash:"))
    #expect(lines.contains("Sentry Scope:") && lines.contains("            \"message\": \"tap\""))
  }

  @Test func version1HasItsStatisticsAmongTheRest() throws {
    let report = try report(
      #"{"crash_id":"x","system":{"process_name":"Shop","application_active":true,"sessions_since_launch":2,"free_memory":7},"crash":{"error":{"signal_name":"SIGABRT"},"threads":[]}}"#
    )
    let stats = ReportValue.object([.init("application_active", .bool(true)), .init("sessions_since_launch", .number("2"))])
    #expect(report.details.map(\.key) == ["applicationStats", "system"])
    #expect(report.details[0].value == stats && report.details[1].value == .object([.init("free_memory", .number("7"))]))
  }

  @Test func theSamplesOfAProfileAreATreeAndItsFramesAreCallsAlready() throws {
    let profile =
      #"{"name":"p","truncated_count":2,"frames":[{"instruction_addr":4294971955},{"instruction_addr":4294971971},{"instruction_addr":4294971975}],"#
      + #""samples":[{"frames":[0,1]},{"frames":[1,1]},[1]]}"#
    let report = try report(
      #"{"report":{"id":"x","version":"3.9.0"},\#(Self.images),"crash":{"error":{"type":"profile","profile":\#(profile)}}}"#)
    #expect(report.kind == .sample)
    #expect(report.frames.map(\.kind) == [.exact, .exact, .exact] && report.frames.map(\.image) == [0, 0, 0])
    #expect(report.callTrees.map(\.name) == ["p"])
    // All samples begin in the second frame, which calls the first one and itself; no sample has the third.
    let nodes = report.callTrees[0].nodes
    #expect(nodes.map(\.frame) == [1, 0, 1, 2] && nodes.map(\.depth) == [0, 1, 1, 0])
    #expect(nodes.map(\.sampleCount) == [3, 1, 1, 0])
    #expect(
      report.details.contains {
        $0.key == "profile" && $0.value == .object([.init("name", .text("p")), .init("truncated_count", .number("2"))])
      })
  }

  @Test func aReportOfTheAppsOwnMakingIsReadAsFarAsItGoes() throws {
    let report = try report(
      #"{"report":{"id":"x","version":"3.1.0","type":"custom","timestamp":1481727207},"system":{"process_name":"Shop"},"user":{"order":17}}"#
    )
    #expect(report.format == .kscrash && report.process.name == "Shop" && report.time == "2016-12-14T14:53:27Z")
    #expect(report.details.map(\.key) == ["userData"])
  }

  @Test func theAppsProcessorCountsNotTheDevices() throws {
    let report = try report(
      #"{"report":{"id":"x","version":"3.7.0"},"system":{"cpu_arch":"arm64e","binary_arch":"arm64","cpu_type":16777228,"cpu_subtype":2},"crash":{"threads":[]}}"#
    )
    #expect(report.device.cpuType == "arm64")
  }

  @Test func whatIsSaidOfTheMachineIsKept() throws {
    let report = try report(
      #"{"report":{"id":"x","version":"3.2.0"},"system":{"jailbroken":true,"memory":{"free":7,"size":9},"storage":0,"boot_time":null,"machine":"iPhone9,4"},"crash":{"threads":[\#(Self.thread(4_294_971_956))]}}"#
    )
    let system = report.details.first { $0.key == "system" }?.value
    let memory = ReportValue.object([.init("free", .number("7")), .init("size", .number("9"))])
    #expect(system == .object([.init("memory", memory), .init("storage", .number("0")), .init("jailbroken", .bool(true))]))
  }

  // MARK: What is said besides

  private static let crashed =
    #"{"index":2,"crashed":true,"registers":{"basic":{"x0":24,"pc":4294971956},"exception":{"exception":0,"esr":2449473606,"far":24}},"stack":{"dump_start":4096,"dump_end":4100,"contents":"0A0B0C0D"},"notable_addresses":{"x0":{"address":24,"type":"unknown"}},"backtrace":{"contents":[{"instruction_addr":4294971956}]}}"#

  @Test func registersOfTheExceptionStandAfterTheOthers() throws {
    let whole =
      #"{"report":{"id":"x","version":"3.9.0"},\#(Self.images),"crash":{"error":{"type":"mach"},"threads":[\#(Self.crashed)]}}"#
    let report = try report(whole)
    #expect(report.threads[0].registers.map(\.name) == ["x0", "pc", "exception", "esr", "far"])
    #expect(report.frames[0].kind == .exact)
    let translation = try #require(try ReportDocument(reading: Array(whole.utf8)).layoutAsRead)
    #expect(
      translation.threadState == [
        "Thread 2 crashed with ARM-64 Thread State:", "    x0: 0x0000000000000018     pc: 0x0000000100001234 ",
        "   far: 0x0000000000000018    esr: 0x92000046 ", "",
      ])
  }

  @Test func whatTheAppAndTheReporterAddedIsKept() throws {
    let error =
      #""type":"user","user_reported":{"name":"E","language":"lua","line_of_code":"x = 1"},"reason":"why""#
    let report = try report(
      #"{"report":{"id":"id 1","version":"3.9.0"},\#(Self.images),"crash":{"error":{\#(error)},"diagnosis":"none","threads":[\#(Self.crashed)]},"user":{"a":[1,-2.5e3,"é",true,null,{"b":01}]}}"#
    )
    #expect(report.identifier == "id 1")
    #expect(
      report.details.map(\.key) == ["lineOfCode", "language", "stackDump", "notableAddresses", "diagnosis", "userData"])
    #expect(report.details[0].value == .text("x = 1"))
    #expect(
      report.details[2].value
        == .object([.init("start", .text("0x1000")), .init("end", .text("0x1004")), .init("contents", .text("0A0B0C0D"))]))
    let list: [ReportValue] = [
      .number("1"), .number("-2.5e3"), .text("é"), .bool(true), .null, .object([.init("b", .text("01"))]),
    ]
    #expect(report.details[5].value == .object([.init("a", .array(list))]))
  }

  @Test(arguments: [false, true]) func theCrashOfTheHandlerIsToldInEitherNesting(isVersion2: Bool) throws {
    let handler =
      #""crash":{"error":{"type":"mach","address":0,"mach":{"exception":1,"exception_name":"EXC_BAD_ACCESS","code":2},"signal":{"name":"SIGBUS"}},"diagnosis":"null","crashed_thread":{"index":7,"name":"KSCrash","registers":{"basic":{"pc":4294972000}},"backtrace":{"contents":[{"instruction_addr":4294972000}]}}}"#
    let main = String(Self.inner.dropFirst().dropLast())
    let whole =
      isVersion2
      ? #"{\#(main),"recrash_report":{"report":{"id":"outer","timestamp":1765315753},\#(handler)}}"#
      : #"{"report":{"id":"outer","version":"3.9.0","timestamp":1765315753},\#(handler),"recrash_report":{\#(main)}}"#
    let report = try report(whole)
    let recrash = try #require(report.recrash)
    #expect(report.identifier == "inner" && recrash.identifier == "outer")
    #expect(recrash.time == "2025-12-09T21:29:13Z")
    #expect(recrash.exception?.type == "EXC_BAD_ACCESS" && recrash.exception?.signal == "SIGBUS")
    #expect(recrash.thread?.index == 7 && recrash.thread?.registers == [Register(name: "pc", value: 4_294_972_000)])
    #expect(recrash.diagnosis == "null")
    #expect(report.exception?.signal == "SIGABRT")
  }
}
