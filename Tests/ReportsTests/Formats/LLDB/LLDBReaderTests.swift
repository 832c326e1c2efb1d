import AppleLayout
import CrashModel
import Reports
import SymbolModel
import Testing

/// Backtraces of the debugger.
@Suite struct LLDBReaderTests {
  static let text = """
    * thread #1, queue = 'com.apple.main-thread', stop reason = EXC_BAD_ACCESS (code=1, address=0x10)
      * frame #0: 0x0000000100003f5c Shop`pick [inlined] index(of:) at Basket.swift:9:3
        frame #0: 0x0000000100003f5c Shop`pick at Basket.swift:12:9
        frame #1: 0x0000000104e12118 Shop`-[VC viewDidLoad](self=0x1, _cmd="viewDidLoad") at VC.m:20:5 [opt]
        frame #2: 0x000000019b0e7f28 dyld`start + 2236
      thread #2, name = 'worker'
        frame #0: 0x000000019b0e8000 libsystem_kernel.dylib`__psynch_cvwait + 8

    """

  @Test func threadsFramesAndTheExceptionAreRead() throws {
    let report = try #require(try ReportDocument(reading: Array(Self.text.utf8)).reports.first)
    #expect(report.format == .lldb)
    #expect(report.threads.map(\.crashed) == [true, false])
    #expect(report.threads.map { $0.queue ?? $0.name } == ["com.apple.main-thread", "worker"])
    #expect(report.exception?.type == "EXC_BAD_ACCESS" && report.exception?.faultAddress?.value == 0x10)
    #expect(report.frames.map { $0.reported?.symbol } == ["pick", "-[VC viewDidLoad]", "start", "__psynch_cvwait"])
    #expect(report.frames[0].reportedInlines.map(\.symbol) == ["index(of:)"])
    #expect(report.frames.map(\.kind) == [.exact, .returnAddress, .returnAddress, .exact])
    #expect(report.frames[1].reported?.line == 20 && report.frames[2].reported?.offset == 2236)
    #expect(report.images.map(\.name) == ["Shop", "dyld", "libsystem_kernel.dylib"])
  }

  /// `-[Basket perform] at Basket.m:19:3` is no frame of JavaScript after `[a tag of a logger]`.
  @Test func imagesWithLinesAreTheAppsAndABreakpointIsNoCrash() throws {
    let frames =
      "  * frame #0: 0x0000000100003f5c Kiosk`main at main.swift:3:1\n    frame #1: 0x000000019b0e7f28 dyld`start + 2236\n"
    let text = "* thread #1, queue = 'main', stop reason = breakpoint 1.1\n" + frames
    let report = try ReportDocument(reading: Array(text.utf8)).reports[0]
    #expect(report.images.map(\.inApp) == [true, false] && report.kind == .other)
  }

  @Test func methodsOfObjectiveCWithoutArgumentsAreNoJavaScript() throws {
    let text = """
      * thread #1, stop reason = EXC_BAD_ACCESS (code=1, address=0x10)
        * frame #0: 0x0000000100003f54 Shop`-[Basket addItem:quantity:] at Basket.m:33:12
          frame #1: 0x0000000100003fa8 Shop`+[Basket perform] at Basket.m:19:3

      """
    let report = try #require(try ReportDocument(reading: Array(text.utf8)).reports.first)
    #expect(report.format == .lldb && report.exception?.type == "EXC_BAD_ACCESS")
    #expect(report.frames.map { $0.reported?.symbol } == ["-[Basket addItem:quantity:]", "+[Basket perform]"])
  }

  @Test func answersGoIntoTheDebuggersOwnWordsAndAreReadAgain() throws {
    let document = try ReportDocument(reading: Array(Self.text.utf8))
    var answers = SymbolicatedReport(
      report: document.reports[0],
      resolutions: document.reports[0].frames.map { _ in FrameResolution(basis: .none, reason: .notLookedUp) },
      imageStatuses: [], path: "-")
    answers.resolutions[2] = FrameResolution(
      basis: .line, symbol: "start(_:)", symbolOffset: 4,
      sources: [
        SourceFrame(function: "inner\nThread", file: "/src/a.swift", line: 7, column: 3, inlined: true),
        SourceFrame(function: "start(_:)", file: "/src/b.swift", line: 9),
      ])
    let filled = String(decoding: document.filled(with: [answers], style: FrameStyle()).bytes, as: UTF8.self)
    let expected = Self.text.replacing(
      "    frame #2: 0x000000019b0e7f28 dyld`start + 2236\n",
      with: """
            frame #2: 0x000000019b0e7f28 dyld`start(_:) [inlined] inner Thread at a.swift:7:3
            frame #2: 0x000000019b0e7f28 dyld`start(_:) at b.swift:9

        """)
    #expect(filled == expected)
    let again = try ReportDocument(reading: Array(filled.utf8)).reports[0]
    #expect(again.frames.map(\.address) == document.reports[0].frames.map(\.address))
    #expect(again.frames[2].reportedInlines.map(\.symbol) == ["inner Thread"])
    answers.report = again
    let twice = try ReportDocument(reading: Array(filled.utf8)).filled(with: [answers], style: FrameStyle()).bytes
    #expect(String(decoding: twice, as: UTF8.self) == filled)
  }

  @Test(arguments: ["frame #0: 12", "frame #0: 0x12 Shop", "* thread #1\nnothing", "  frame #1: 0x1 `x\n"])
  func whatIsNoBacktraceIsNone(text: String) {
    #expect(throws: ReportError.self) { try ReportDocument(reading: Array(text.utf8)) }
  }

  @Test func everyPrefixOfABacktraceIsReadOrRefused() {
    let bytes = Array(Self.text.utf8)
    for count in bytes.indices {
      guard let document = try? ReportDocument(reading: Array(bytes[..<count])) else { continue }
      let answers = document.reports.map { SymbolicatedReport(report: $0, resolutions: [], imageStatuses: [], path: "") }
      #expect(document.filled(with: answers, style: FrameStyle()).bytes == Array(bytes[..<count]))
    }
  }
}
