import AppleLayout
import CrashModel
import Reports
import SymbolModel
import TestSupport
import Testing

/// The stack traces of core dumps, as systemd logs them and coredumpctl prints them.
@Suite struct CoredumpReaderTests {
  static let text = """
               PID: 1234 (shopd)
               UID: 1000 (shop)
            Signal: 11 (SEGV)
         Timestamp: Fri 2026-11-20 11:43:03 UTC (2min ago)
      Command Line: /usr/bin/shopd --serve
        Executable: /usr/bin/shopd
          Hostname: build7
           Message: Process 1234 (shopd) of user 1000 dumped core.

                    Module /usr/bin/shopd with build-id 2d4ac9a1c3b0c6a44a1b2ad9a3cbd4a0d8a3f8c1
                    Module libc.so.6 from deb glibc-2.36-9.amd64
                    Module libc.so.6 with build-id 93ac92ab2b3d1e3d6e5bc8ce0a4b5b5c3df0c1d2
                    Stack trace of thread 1234:
                    #0  0x000055d0c0e011a9 crash (/usr/bin/shopd + 0x11a9)
                    #1  0x000055d0c0e011c4 main (/usr/bin/shopd + 0x11c4)
                    #2  0x00007f2f8a62724a n/a (libc.so.6 + 0x2724a)
                    Stack trace of thread 1235:
                    #0  0x00007f2f8a6f21b2 n/a (libc.so.6 + 0xf21b2)
                    ELF object binary architecture: AMD x86-64

    """

  private static func reports(_ text: String) throws -> [CrashReport] { try ReportDocument(reading: Array(text.utf8)).reports }

  @Test func threadsImagesAndTheFactsOfTheHeaderAreRead() throws {
    let report = try #require(try Self.reports(Self.text).first)
    #expect(report.format == .coredump && report.kind == .crash && report.diagnostics.isEmpty)
    #expect(report.process.name == "shopd" && report.process.pid == 1234 && report.process.path == "/usr/bin/shopd")
    #expect(report.exception?.signal == "SIGSEGV" && report.time == "2026-11-20 11:43:03 UTC")
    #expect(report.details.map(\.key) == ["user", "commandLine", "hostname"])
    #expect(report.details.first { $0.key == "commandLine" }?.value == .text("/usr/bin/shopd --serve"))
    #expect(report.threads.map(\.index) == [1234, 1235] && report.threads.map(\.crashed) == [true, false])
    #expect(report.frames.map(\.kind) == [.exact, .returnAddress, .returnAddress, .exact])
    #expect(report.frames.map { $0.reported?.symbol } == ["crash", "main", nil, nil])
    #expect(report.images.map(\.name) == ["shopd", "libc.so.6"] && report.images.map(\.path) == ["/usr/bin/shopd", nil])
    #expect(report.images.map(\.loadAddress?.value) == [0x55d0_c0e0_0000, 0x7f2f_8a60_0000])
    #expect(
      report.images.map(\.id?.hex) == ["2d4ac9a1c3b0c6a44a1b2ad9a3cbd4a0d8a3f8c1", "93ac92ab2b3d1e3d6e5bc8ce0a4b5b5c3df0c1d2"])
    #expect(report.images.map(\.inApp) == [true, false] && report.images[1].version == "glibc-2.36-9.amd64")
    #expect(report.images.map(\.architecture) == [Architecture("x86_64"), Architecture("x86_64")])
  }

  /// The same in a line of `journalctl -o json`, and without what coredumpctl adds, with prefixes of every line or of the first.
  @Test(arguments: ["", "Nov 20 11:43:03 build7 systemd-coredump[4711]: ", "                 ", "json"])
  func theMessageAloneIsEnough(prefix: String) throws {
    let lines = Self.text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.drop { $0 == " " } }
    let message = lines.drop { !$0.hasPrefix("Message") }.map { $0.replacing("Message: ", with: "") }
    let text =
      prefix == "json"
      ? "{\"A\":\"1\",\"MESSAGE\":\"\(message.joined(separator: "\\n"))\"}\n"
      : message.map { prefix + $0 }.joined(separator: "\n")
    let report = try #require(try Self.reports(text).first)
    #expect(report.format == .coredump && report.process.name == "shopd" && report.process.pid == 1234)
    #expect(report.exception == nil && report.threads.map(\.frames) == [0..<3, 3..<4])
    #expect(report.images.compactMap(\.id).count == 2 && report.images.map(\.inApp) == [true, false])
  }

  @Test func otherVersionsAndDamageAreRead() throws {
    let report = try #require(
      try Self.reports(
        """
        Process 7 (a (b)) of user 0 dumped core.
        Found module /opt/a with build-id: 2d4ac9a1
        Module b.so without build-id.
        Module c.so, build-id=93ac
        Module d.so from rpm d-1.fc38.x86_64
        Module e.so with build-id 3b2c55acb3f48df451>
        Stack trace of thread 7:
        #0  0x00007f0000001005 raise (libc.so.6)
        #1  0x00007f0000002000 f(int (*)(char)) (b.so + 0x2000)
        #2  0x0000000000000000 n/a (n/a + 0x0)
        #3  0x00007f00000
        #4  0x0000000000000010 g (/opt/a + 0x20)
        """
      ).first)
    #expect(report.process.name == "a (b)")
    #expect(report.images.map(\.name) == ["a", "b.so", "c.so", "d.so", "e.so", "libc.so.6"])
    #expect(
      report.images.map(\.id?.hex) == ["2d4ac9a1", nil, "93ac", nil, nil, nil] && report.images[3].version == "d-1.fc38.x86_64")
    #expect(report.images.map(\.loadAddress?.value) == [nil, 0x7f00_0000_0000, nil, nil, nil, nil])
    #expect(report.frames.map { $0.reported?.symbol } == ["raise", "f(int (*)(char))", nil, "g"])
    #expect(report.frames.map(\.image) == [5, 1, nil, 0] && report.frames[3].imageOffset?.value == 0x20)
    #expect(
      report.diagnostics.map(\.message) == ["the build ID of e.so is cut off", "a frame of the stack trace was not understood"])
    #expect(report.diagnostics.map(\.line) == [6, 11])
  }

  @Test func newerVersionsNameTheCrashedThreadTheSignalsCodeAndTheExecutablesBuildID() throws {
    let modules = Self.text.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.contains("build-id") }
    let text = modules.joined(separator: "\n")
      .replacing("           UID", with: "           TID: 1235 (worker)\n           UID")
      .replacing("11 (SEGV)", with: "11 (SEGV) si_code: SEGV_MAPERR")
      .replacing("       Message", with: "      build-id: 2d4ac9a1\n       Message")
    let report = try #require(try Self.reports(text).first)
    #expect(report.threads.map(\.crashed) == [false, true] && report.threads[1].name == "worker")
    #expect(report.exception?.signal == "SIGSEGV" && report.exception?.codes == "SEGV_MAPERR")
    #expect(Set(report.images.map { "\($0.name ?? "") \($0.id?.hex ?? "")" }) == ["shopd 2d4ac9a1", "libc.so.6 "])
  }

  @Test func theFramesAroundASignalHandlerHaveTheAddressesOfInstructions() throws {
    let frames = ["abort", "handler", "__restore_rt", "crash", "main"].enumerated().map {
      "#\($0.offset)  0x000055d0c0e0\(1000 + $0.offset) \($0.element) (/opt/a + 0x\(1000 + $0.offset))"
    }
    let text = "Process 7 (a) of user 0 dumped core.\nStack trace of thread 7:\n" + frames.joined(separator: "\n")
    let report = try #require(try Self.reports(text).first)
    #expect(report.frames.map(\.kind) == [.exact, .returnAddress, .exact, .exact, .returnAddress])
  }

  /// Each core dump is a report, and every other call stack of the log is in one more.
  @Test func aLogHoldsSeveralCoreDumpsAndOtherCallStacks() throws {
    let other =
      "Stack trace of thread 9:\n#0 0x00007f0000001005 raise (/lib/libc.so.6+0x1005)\n#1 0x00007f0000002000 g (/opt/a+0x2000)\n"
    let log = Self.text + "a line\n" + Self.text + "another one\n" + other
    let reports = try Self.reports(log)
    #expect(reports.map(\.format) == [.coredump, .coredump, .console] && reports.map(\.frames.count) == [4, 4, 2])
    // A message without a stack trace, and the lines of modules without one, are text.
    let empty = try Self.reports("Process 7 (a) of user 0 dumped core.\nModule a with build-id 2d4a\n\n" + Self.text)
    #expect(empty.map(\.process.pid) == [1234])
  }

  @Test func answersGoBeforeTheModuleAndAreReadAgain() throws {
    let document = try ReportDocument(reading: Array(Self.text.utf8))
    var answers = SymbolicatedReport(
      report: document.reports[0],
      resolutions: document.reports[0].frames.map { _ in FrameResolution(basis: .none, reason: .notLookedUp) }, imageStatuses: [],
      path: "-")
    answers.resolutions[2] = FrameResolution(
      basis: .line, symbol: "start(int)", symbolOffset: 4,
      sources: [
        SourceFrame(function: "inner\nThread", file: "/src/a.c", line: 7, column: 3, inlined: true),
        SourceFrame(function: "start(int)", file: "/src/b.c", line: 9),
      ])
    let filled = String(decoding: document.filled(with: [answers], style: FrameStyle()).bytes, as: UTF8.self)
    let head = "                #2  0x00007f2f8a62724a "
    #expect(
      filled
        == Self.text.replacing(
          head + "n/a (libc.so.6 + 0x2724a)\n",
          with: head + "inner Thread [inlined] (a.c:7) (libc.so.6 + 0x2724a)\n" + head
            + "start(int) + 4 (b.c:9) (libc.so.6 + 0x2724a)\n"))
    let again = try ReportDocument(reading: Array(filled.utf8)).reports[0]
    #expect(again.frames.map(\.address) == document.reports[0].frames.map(\.address))
    #expect(again.frames[2].reportedInlines.map(\.symbol) == ["inner Thread"] && again.frames[2].reported?.line == 9)
    answers.report = again
    let twice = try ReportDocument(reading: Array(filled.utf8)).filled(with: [answers], style: FrameStyle()).bytes
    #expect(String(decoding: twice, as: UTF8.self) == filled)
    let crashed = document.filled(with: [answers], style: FrameStyle(), onlyCrashed: true).bytes
    #expect(
      String(decoding: crashed, as: UTF8.self)
        == filled.replacing(/[ ]*Stack trace of thread 1235:\n.*\n/, with: "") && !crashed.isEmpty)
  }

  @Test func everyPrefixOfACoreDumpIsReadOrRefused() {
    let bytes = Array(Self.text.utf8)
    for count in bytes.indices {
      guard let document = try? ReportDocument(reading: Array(bytes[..<count])) else { continue }
      let answers = document.reports.map { SymbolicatedReport(report: $0, resolutions: [], imageStatuses: [], path: "") }
      #expect(document.filled(with: answers, style: FrameStyle()).bytes == Array(bytes[..<count]))
    }
  }
}
