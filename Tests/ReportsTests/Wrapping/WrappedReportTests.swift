import CrashModel
import Foundation
import Reports
import TestSupport
import Testing

/// Whatever stands around a report and before its lines: everything that is read bare is read in all of these forms.
@Suite struct WrappedReportTests {
  /// A form in which people pass reports on.
  enum Form: String, CaseIterable {
    case below, quoted, quotedTwice, partlyQuoted, indented, fenced, fencedAndQuoted, details, logger, compose, docker, workflow
    case bracketed, page, stringInJSON, fencedStringInJSON, colored, carriageReturns, utf16, utf16BigEndian, byteOrderMark

    func wrap(_ text: String) -> [UInt8] {
      func lines(_ text: String, _ change: (Int, Substring) -> String) -> [UInt8] {
        let text = text.replacing("\r\n", with: "\n")
        return Array(
          text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map(change).joined(separator: "\n").utf8)
      }
      let fence = "It crashes:\n\n```\n\(text)\n```\n\nThanks!\n"
      switch self {
      case .below: return Array("I get this, see below.\n\n\(text)".utf8)
      case .quoted: return lines(text) { "> \($1)" }
      case .quotedTwice: return lines(text) { ">> \($1)" }
      case .partlyQuoted:
        return Array("On Monday X wrote:\n\n".utf8) + lines(text) { "> \($1)" } + Array("\n\nI see it too.\n".utf8)
      case .indented: return Array("Hello\n\n".utf8) + lines(text) { "    \($1)" }
      case .fenced: return Array(fence.utf8)
      case .fencedAndQuoted: return lines(fence) { "> \($1)" }
      case .details: return Array("<details><summary>Log</summary>\n\n```\n\(text)\n```\n</details>\n".utf8)
      case .logger: return lines(text) { "2026-11-20 11:43:\(10 + $0 / 40 % 50).\(100 + $0 * 7 % 900) shop[12]: \($1)" }
      case .compose: return lines(text) { "app-1  | \($1)" }
      case .docker: return lines(text) { "#10 \(88 + $0).34 \($1)" }
      case .workflow: return lines(text) { "2026-01-05T13:51:09.0\(634_121 + $0)Z \($1)" }
      case .bracketed: return lines(text) { "[\($0 % 3 == 0 ? "        " : "   +\(10 + $0 % 80) ms")] \($1)" }
      case .page:
        let html = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
        return Array("<html><body><p>It crashes</p><pre><code>\(html)</code></pre></body></html>".utf8)
      case .stringInJSON: return Self.json(["title": "crash", "body": text])
      case .fencedStringInJSON: return Self.json(["title": "crash", "body": fence])
      case .colored: return lines(text) { "\u{1b}[31m\($1)\u{1b}[0m" }
      case .carriageReturns: return Array(text.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n").utf8)
      case .utf16: return [0xff, 0xfe] + text.utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
      case .utf16BigEndian: return [0xfe, 0xff] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] }
      case .byteOrderMark: return [0xef, 0xbb, 0xbf] + Array(text.utf8)
      }
    }

    private static func json(_ object: [String: String]) -> [UInt8] {
      (try? JSONSerialization.data(withJSONObject: object)).map { [UInt8]($0) } ?? []
    }
  }

  /// The reports of this suite beside the fixtures.
  private static let own = [
    "a panic": """
    panic(cpu 1 caller 0xfffffff02e156784): btn_rst
    Panicked task 0xffffffeadba39378: 0 pages, 263 threads: pid 0: kernel_task
    Panicked thread: 0xffffffe90ed3ced8, backtrace: 0xffffffecfb44f7e0, tid: 798
        lr: 0xfffffff02cfc6ba8  fp: 0xffffffecfb44f820
        lr: 0xfffffff02cfc6ca0  fp: 0xffffffecfb44f860

    """,
    "an excerpt": """
    Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
    Exception Codes: KERN_INVALID_ADDRESS at 0x18

    Thread 0 Crashed:
    0   libobjc.A.dylib               	0x00007fff6afac81d objc_msgSend + 29
    1   Shop                          	0x0000000104230e78 checkout + 38

    """,
    "LLDB": """
    * thread #1, queue = 'com.apple.main-thread', stop reason = EXC_BAD_ACCESS (code=1, address=0x10)
      * frame #0: 0x0000000100003f5c Shop`pick at Basket.swift:12:9
        frame #1: 0x0000000104e12118 Shop`-[VC viewDidLoad](self=0x1, _cmd="viewDidLoad") at VC.m:20:5 [opt]
        frame #2: 0x000000019b0e7f28 dyld`start + 2236
      thread #2, name = 'worker'
        frame #0: 0x000000019b0e8000 libsystem_kernel.dylib`__psynch_cvwait + 8

    """,
    "Crashlytics": """
    Crashed: com.apple.main-thread
    EXC_BAD_ACCESS KERN_INVALID_ADDRESS 0x0000000000000010
    0  libobjc.A.dylib                0x1c20 objc_msgSend + 32
    1  Shop                           0x4dc4 closure #1 in Cart.load() + 22 (Cart.swift:22)

    """,
    "a sanitizer": """
    ==50197==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x60200034717e at pc 0x5b99fca bp 0x7f6c sp 0x7f6b
    WRITE of size 65361 at 0x60200034717e thread T2 (worker)
        #0 0x5b99fc9 in __asan_memcpy (/srv/shop+0x5b99fc9) (BuildId: d67a7b91f662e19ae2526439d3bde3ef1d37e0d0)
        #1 0x5ec6f3d in shop::Ledger::read(char*, unsigned long) /srv/src/Ledger.h:178:13
        #2 0x31c11eee in shop::Ledger::next() /srv/src/Ledger.cpp:78:13

    """,
  ]

  private struct Facts: Equatable {
    var format: String
    var type, name: String?
    var frames: [String]
    var crashed: [Bool]

    init(_ report: CrashReport) {
      format = report.format.name
      (type, name) = (report.exception?.type, report.exception?.name)
      frames = report.frames.map { "\($0.index) \($0.kind) \($0.address?.value ?? 0) \($0.reported?.symbol ?? "")" }
      crashed = report.threads.map(\.crashed)
    }
  }

  private static func facts(_ bytes: [UInt8]) -> [Facts] {
    ((try? ReportDocument(reading: bytes))?.reports ?? []).map(Facts.init)
  }

  /// Reports that cannot be told in some forms: a damaged one ends where the form goes on, a log has numbers of its own.
  private static func isExempt(_ name: String, _ form: Form) -> Bool {
    switch form {
    case .carriageReturns: name.contains("crlf")
    case .docker: name.contains("/console/") || name.contains("/systemd-coredump/journal")
    case .below, .partlyQuoted, .indented, .fenced, .fencedAndQuoted, .details, .page, .fencedStringInJSON, .bracketed:
      name.contains("kscrash/cut-off")
    default: false
    }
  }

  @Test(arguments: Form.allCases) func reportsAreReadInEveryForm(_ form: Form) throws {
    let fixtures = FixtureFolder.files(below: "Reports").filter { !$0.hasSuffix("expected.tsv") }
    for (name, text) in try fixtures.map({ ($0, try FixtureFolder.text($0)) }) + Self.own.map({ ($0.key, $0.value) }) {
      let bare = Self.facts(Array(text.utf8))
      #expect(!bare.isEmpty, "\(name) bare")
      guard !Self.isExempt(name, form) else { continue }
      let wrapped = Self.facts(form.wrap(text))
      #expect(wrapped.map(\.format) == bare.map(\.format), "\(name) \(form.rawValue)")
      #expect(wrapped == bare, "\(name) \(form.rawValue)")
    }
  }

  /// The original lines keep what stands before them, also those that inlined functions add.
  @Test(arguments: ["> ", "app-1  | ", "2026-11-20 11:43:03.129 shop[12]: "])
  func namesGoIntoTheLinesBehindTheirPrefix(_ prefix: String) throws {
    for name in ["Reports/apple-text/macos-x86_64-exception/Shop.crash", "Reports/ips/macos-x86_64/Shop-2026-11-20-114303.ips"] {
      let text = try FixtureFolder.text(name)
      func filled(_ text: String) throws -> String {
        let document = try ReportDocument(reading: Array(text.utf8))
        let bytes = document.filled(notes: [:]) { _, frame in ["inner \(frame) [inlined] (a.c:1)", "outer \(frame) + 2 (a.c:3)"] }
        return String(decoding: bytes, as: UTF8.self)
      }
      func prefixed(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { prefix + $0 }.joined(separator: "\n")
      }
      #expect(try filled(prefixed(text)) == prefixed(try filled(text)))
    }
  }

  @Test func twoExcerptsInBlocksOfMarkdownAreTwoReports() throws {
    let excerpt = try #require(Self.own["an excerpt"])
    let other = excerpt.replacing("SIGSEGV", with: "SIGBUS").replacing("Thread 0", with: "Thread 3")
    let text = "First crash:\n\n```\n\(excerpt)```\n\nSecond crash, other device:\n\n```\n\(other)```\n"
    let reports = try ReportDocument(reading: Array(text.utf8)).reports
    #expect(reports.map { $0.exception?.signal } == ["SIGSEGV", "SIGBUS"])
    #expect(reports.map { $0.threads.map(\.index) } == [[0], [3]])
  }

  /// `%-4d` leaves no blank before the image.
  @Test func framesFromNumber1000OnAreRead() throws {
    let frames = (0..<1012).map { index in
      let number = "\(index)" + String(repeating: " ", count: max(0, 4 - "\(index)".count))
      return "\(number)Shop                          \t0x0000000104230e78 checkout + 38"
    }
    let text =
      "Process: Shop [1]\nException Type: EXC_BAD_ACCESS (SIGSEGV)\n\nThread 0 Crashed:\n\(frames.joined(separator: "\n"))\n"
    let report = try ReportDocument(reading: Array(text.utf8)).reports[0]
    #expect(report.threads.map(\.frames.count) == [1012] && report.frames.last?.index == 1011)
  }

  @Test func crashlyticsAndFabricSayWhatTheExceptionWas() throws {
    let crashlytics = try ReportDocument(reading: Array(try #require(Self.own["Crashlytics"]).utf8)).reports[0]
    #expect(crashlytics.exception?.type == "EXC_BAD_ACCESS" && crashlytics.exception?.faultAddress?.value == 0x10)
    let fabric = """
      https://example.com/s/1

      Thread : Fatal Exception: NSInternalInconsistencyException
      0  CoreFoundation                 0x0000000184a302d8 __exceptionPreprocess
      1  libobjc.A.dylib                0x00000001962040e4 objc_exception_throw
      3  Shop                           0x0000000100004748 -[Cart add:]

      """
    let report = try ReportDocument(reading: Array(fabric.utf8)).reports[0]
    #expect(report.exception?.name == "NSInternalInconsistencyException" && report.frames.count == 3)
  }

  /// KSCrash prints the thread of its handler after everything else.
  @Test func theCrashHandlersOwnThreadIsNoSecondCrashedThread() throws {
    let text = """
      Incident Identifier: 01020304-0506-0708-090A-0B0C0D0E0F10
      Process:             Shop [3608]
      Exception Type:      EXC_BAD_ACCESS (SIGSEGV)

      Thread 0 Crashed:
      0   Shop                            0x00000001024fc4f0 0x1024f8000 + 17648

      Binary Images:
             0x1024f8000 -        0x1024fffff +Shop arm64  <4c4c440155553144a100000000000001> /private/var/Shop.app/Shop

      Handler crashed while reporting:

      Exception Type:  EXC_BAD_ACCESS (SIGBUS)
      Crashed Thread:  4

      Thread 4 name:  KSCrash Exception Handler (Primary)
      Thread 4 Crashed:
      0   Shop                            0x00000001024fc644 0x1024f8000 + 17988

      """
    let reports = try ReportDocument(reading: Array(text.utf8)).reports
    #expect(reports.map { $0.threads.map(\.index) } == [[0]])
    #expect(reports[0].backtraces.map(\.kind) == [.recrash] && reports[0].exception?.signal == "SIGSEGV")
  }
}
