import CrashModel
import Reports
import SymbolStore
import Testing
import Triage

@testable import Answering
@testable import Jobs

/// One uncaught exception as three reporters write it is one event.
@Suite struct UncaughtExceptionFormTests {
  private static let id = "4C4C44A9-5555-3144-A1D8-54CC8D3A5F35"
  private static let system = "11111111-2222-3333-4444-555555555555"
  private static let reason = "-[NSNull length]: unrecognized selector sent to instance 0x206db76c0"

  /// Since iOS 18.
  private static let ips = """
    {"app_name":"Shop","bug_type":"309","os_version":"iPhone OS 18.0 (22A3354)","bundleID":"com.example.shop"}
    {"procName":"Shop","pid":1,"cpuType":"ARM-64","bundleInfo":{"CFBundleIdentifier":"com.example.shop"},
    "exception":{"type":"EXC_CRASH","signal":"SIGABRT","codes":"0x0000000000000000, 0x0000000000000000"},
    "termination":{"namespace":"SIGNAL","code":6,"indicator":"Abort trap: 6"},"asi":{"libsystem_c.dylib":["abort() called"]},
    "exceptionReason":{"name":"NSInvalidArgumentException","class":"NSException","type":"objc-exception","composed_message":"\(reason)"},
    "lastExceptionBacktrace":[{"imageIndex":1,"imageOffset":176,"symbol":"__exceptionPreprocess","symbolLocation":176},
      {"imageIndex":1,"imageOffset":1060,"symbol":"objc_exception_throw","symbolLocation":60},{"imageIndex":0,"imageOffset":3348}],
    "faultingThread":0,"threads":[{"triggered":true,"frames":[{"imageIndex":1,"imageOffset":2008,"symbol":"abort","symbolLocation":8}]}],
    "usedImages":[{"base":4294967296,"size":16384,"uuid":"\(id)","arch":"arm64","name":"Shop",
      "path":"/private/var/containers/Bundle/Application/A/Shop.app/Shop"},
      {"base":6442450944,"size":65536,"uuid":"\(system)","arch":"arm64","name":"CoreFoundation",
      "path":"/System/Library/Frameworks/CoreFoundation.framework/CoreFoundation"}]}
    """

  private static let crash = """
    Process:             Shop [1]
    Identifier:          com.example.shop
    Code Type:           ARM-64 (Native)
    OS Version:          iPhone OS 17.0 (21A329)

    Exception Type:  EXC_CRASH (SIGABRT)
    Exception Codes: 0x0000000000000000, 0x0000000000000000
    Termination Reason: SIGNAL 6 Abort trap: 6
    Triggered by Thread:  0

    Application Specific Information:
    *** Terminating app due to uncaught exception 'NSInvalidArgumentException', reason: '\(reason)'

    Last Exception Backtrace:
    0   CoreFoundation  \t0x1800000b0 __exceptionPreprocess + 176
    1   CoreFoundation  \t0x180000424 objc_exception_throw + 60
    2   Shop            \t0x100000d14 0x100000000 + 3348

    Thread 0 Crashed:
    0   CoreFoundation  \t0x1800007d8 abort + 8

    Binary Images:
    0x100000000 - 0x100003fff Shop arm64  <4c4c44a955553144a1d854cc8d3a5f35> /private/var/containers/Bundle/Application/A/Shop.app/Shop
    0x180000000 - 0x18000ffff CoreFoundation arm64  <11111111222233334444555555555555> /System/Library/Frameworks/CoreFoundation.framework/CoreFoundation
    """

  private static let metricKit = """
    {"callStackTree":{"callStackPerThread":true,"callStacks":[{"threadAttributed":true,"callStackRootFrames":[
    {"binaryUUID":"\(system)","binaryName":"CoreFoundation","offsetIntoBinaryTextSegment":176,"address":6442451120,"sampleCount":1,"subFrames":[
    {"binaryUUID":"\(system)","binaryName":"CoreFoundation","offsetIntoBinaryTextSegment":1060,"address":6442452004,"sampleCount":1,"subFrames":[
    {"binaryUUID":"\(id)","binaryName":"Shop","offsetIntoBinaryTextSegment":3348,"address":4294970644,"sampleCount":1}]}]}]}]},
    "diagnosticMetaData":{"bundleIdentifier":"com.example.shop","osVersion":"iPhone OS 18.0 (22A3354)","platformArchitecture":"arm64",
    "signal":6,"exceptionType":10,"exceptionCode":0,"exceptionReason":{"composedMessage":"\(reason)",
    "exceptionName":"NSInvalidArgumentException","className":"NSException","exceptionType":"objc-exception"}}}
    """

  private static func answers(_ text: String) throws -> SymbolicatedReport {
    let document = try ReportDocument(reading: Array(text.utf8))
    var options = SymbolicationOptions()
    options.triager = Triager()
    var session = ReportSession(Symbolicator(SymbolFinder(SearchPaths()), options: options))
    return try #require(session.answer(document, path: "-", folder: nil).reports.first)
  }

  @Test func classCauseAndGroupAreThoseOfTheOtherForms() throws {
    let all = try [Self.ips, Self.crash, Self.metricKit].map { try Self.answers($0) }
    for answers in all {
      #expect(answers.report.exception?.name == "NSInvalidArgumentException")
      #expect(answers.report.exception?.reason == Self.reason)
    }
    let triages = all.compactMap(\.triage)
    #expect(triages.count == 3)
    #expect(Set(triages.map(\.failure)).count == 1, "\(triages.map(\.failure))")
    #expect(Set(triages.map { $0.causes.first?.id }) == ["objc-nsnull"], "\(triages.map { $0.causes.map(\.id) })")
    #expect(Set(triages.map(\.group)).count == 1, "\(triages.map(\.key))")
  }
}
