import CrashModel
import Reports
import SymbolStore
import Testing
import Triage

@testable import Answering
@testable import Jobs

/// What a report says of itself: that nothing crashed, that it crashed often, that a tag was wrong.
@Suite struct ReportNoteTests {
  private static func ips(_ members: String, exception: String = #""type":"EXC_CRASH","signal":"SIGABRT""#) -> String {
    #"{"app_name":"Shop","bug_type":"309","os_version":"iPhone OS 26.0 (23A341)"}"# + "\n"
      + #"{"procName":"Shop","pid":1,"cpuType":"ARM-64","exception":{\#(exception)},\#(members),"faultingThread":0,"#
      + #""threads":[{"triggered":true,"frames":[{"imageIndex":0,"imageOffset":64,"symbol":"work","symbolLocation":4}]}],"#
      + #""usedImages":[{"base":4294967296,"size":16384,"uuid":"4C4C44A9-5555-3144-A1D8-54CC8D3A5F35","arch":"arm64","name":"Shop"}]}"#
  }

  private static func answers(_ text: String) throws -> (document: ReportDocument, report: SymbolicatedReport) {
    let document = try ReportDocument(reading: Array(text.utf8))
    var options = SymbolicationOptions()
    options.triager = Triager()
    var session = ReportSession(Symbolicator(SymbolFinder(SearchPaths()), options: options))
    return (document, try #require(session.answer(document, path: "-", folder: nil).reports.first))
  }

  private static let crash = """
    Process:             Shop [1]
    OS Version:          iPhone OS 17.0 (21A329)

    Exception Type:  EXC_CRASH (SIGABRT)
    Exception Note:  SIMULATED (this is NOT a crash)

    Thread 0 Crashed:
    0   Shop            \t0x100000d14 work + 4
    """

  @Test(arguments: [
    (ips(#""isSimulated":1,"simulatedCaller":"Shop [4711]""#), FailureClass.simulated),
    (ips(#""isNonFatal":true"#), .nonFatal), (crash, .simulated),
    (ips(#""isCorpse":1"#, exception: #""type":"EXC_GUARD","message":"GUARD_EXC_MTE_SOFT_MODE""#), .nonFatal),
  ]) func aReportAboutNoCrashIsAClassAndATableOfItsOwn(text: String, failure: FailureClass) throws {
    let answers = try Self.answers(text).report
    #expect(answers.triage?.failure == failure)
    #expect(CrashEvent(answers)?.table == .simulated)
  }

  @Test func theNoteNamesWhoAskedForASimulatedReport() throws {
    let (document, answers) = try Self.answers(Self.ips(#""isSimulated":1,"simulatedCaller":"Shop [4711]","isCorpse":1"#))
    let text = String(decoding: OutputRenderer(format: .text).bytes(document, [answers]), as: UTF8.self)
    #expect(text.contains("Exception Note:  SIMULATED (this is NOT a crash) requested by Shop [4711]"))
    #expect(text.contains("Exception Note:  EXC_CORPSE_NOTIFY"))
  }

  @Test(arguments: [OutputFormat.brief, .markdown]) func soDoShortOutputs(format: OutputFormat) throws {
    let (document, answers) = try Self.answers(Self.ips(#""isSimulated":1,"simulatedCaller":"Shop [4711]","isCorpse":1"#))
    let text = String(decoding: OutputRenderer(format: format).bytes(document, [answers]), as: UTF8.self)
    #expect(text.contains("SIMULATED (this is NOT a crash) requested by Shop [4711]"))
    #expect(format != .brief || (text.contains("\nCause: none, the report was requested\n") && !text.contains("CORPSE")))
  }

  @Test func crashesInARowArePutIntoWords() throws {
    let answers = try Self.answers(Self.ips(#""consecutiveCrashCount":320,"throttleTimeout":1200"#)).report
    #expect(
      answers.triage?.meaning.contains("crashed 320 times in a row; the system waits 1200 seconds before the next launch") == true
    )
  }

  @Test func aWrongTagIsDecodedAndIsTheCause() throws {
    let exception =
      #""type":"EXC_BAD_ACCESS","signal":"SIGKILL","codes":"0x0000000000000106, 0x0300000282a10040","rawCodes":[262,216172792895307840],"subtype":"EXC_ARM_MTE_TAGCHECK_FAIL at 0x0300000282a10040""#
    let answers = try Self.answers(
      Self.ips(#""termination":{"namespace":"MTE_FAIL","code":1},"mtePageTags":"0: 3 7 3""#, exception: exception)
    ).report
    #expect(answers.triage?.causes.first?.id == "tag-check")
    #expect(answers.triage?.meaning.contains("memory tagging: the pointer has the tag 0x3") == true)
  }
}
