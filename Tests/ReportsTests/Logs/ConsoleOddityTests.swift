import AppleLayout
import CrashModel
import SymbolModel
import Testing

@testable import Reports

/// Habits of programs that print call stacks to consoles and logs, one small log for each.
@Suite struct ConsoleOddityTests {
  private func report(_ text: String) throws -> CrashReport {
    try #require(try ReportDocument(reading: Array(text.utf8)).reports.first)
  }

  private static let frames = [
    "0   Shop                                0x0000000102f10d14 main + 136",
    "1   dyld                                0x000000018d9ea264 start + 2104",
  ]

  @Test(arguments: [
    "", "  ", "\t", "#10 88.34 ", "default\t13:36:58.129 +0100\tShop\t", "2026-11-20 11:43:03.129 Shop[3608:51707] ",
    "E/Shop (3608): ",
  ])
  func whatLoggersWriteBeforeTheFrames(prefix: String) throws {
    let report = try report(prefix + "trace:\n" + Self.frames.map { prefix + $0 + "\n" }.joined())
    #expect(report.frames.map { $0.reported?.symbol } == ["main", "start"])
    #expect(report.images.map(\.name) == ["Shop", "dyld"])
  }

  @Test(arguments: [
    "(\n\t\"\(frames[0])\",\n\t\"\(frames[1])\"\n)\n", "[\"\(frames[0])\", \"\(frames[1])\"]\n",
  ])
  func howLanguagesPrintArraysOfLines(text: String) throws {
    #expect(try report(text).frames.map { $0.reported?.symbol } == ["main", "start"])
    #expect(try report(text).frames.map { $0.reported?.offset } == [136, 2104])
  }

  @Test func anAddressInNoImage() throws {
    let report = try report("0   ???   0x000000010d7ff8ab 0x0 + 4521511139\n1   ???   0x000000010d7ff8ab 0x0 + 4521511139\n")
    #expect(report.images.isEmpty && report.frames.map(\.reported) == [nil, nil])
  }

  // MARK: Swift's runtime before it had backtraces

  private static let runtime = """
    Fatal error: Index out of range: file Swift/Array.swift, line 444
    Current stack trace:
    0    libswiftCore.so                    0x00007ffae806cc40 swift_reportError + 50
    1    shop                               0x000055d0c1a3b0c8 <unavailable> + 1224
    2    shop                               0x000055d0c1a3b010 main + 40
    after
    """

  /// The line says where the function begins, not where the program was; without a name it says both, from the image's start.
  @Test func theRuntimePrintsWhereFunctionsBegin() throws {
    let report = try report(Self.runtime)
    #expect(report.frames.map { $0.address?.value } == [0x7ffa_e806_cc72, 0x55d0_c1a3_b0c8, 0x55d0_c1a3_b038])
    #expect(report.frames.map { $0.reported?.symbol } == ["swift_reportError", nil, "main"])
    #expect(report.frames.map { $0.reported?.offset } == [50, nil, 40])
    #expect(report.images.map(\.name) == ["libswiftCore.so", "shop"])
    #expect(report.images[1].loadAddress?.value == 0x55d0_c1a3_ac00)
    #expect(report.frames.allSatisfy { $0.kind == .returnAddress })
    #expect(report.kind == .crash && report.exception?.type == "Fatal error")
    #expect(report.exception?.reason == "Index out of range: file Swift/Array.swift, line 444")
  }

  @Test func readingWhatWasFilledInAgainFindsTheSameAddresses() throws {
    let document = try ReportDocument(reading: Array(Self.runtime.utf8))
    let none = FrameResolution(basis: .none, reason: .notLookedUp)
    var resolutions = document.reports[0].frames.map { _ in none }
    resolutions[0] = FrameResolution(
      basis: .line, symbol: "swift_reportError", symbolOffset: 50,
      sources: [
        SourceFrame(function: "inner", file: "e.cpp", line: 1, inlined: true),
        SourceFrame(function: "swift_reportError", file: "e.cpp", line: 7),
      ])
    resolutions[1] = FrameResolution(
      basis: .line, symbol: "f(_:)", symbolOffset: 4, sources: [SourceFrame(function: "f(_:)", file: "f.swift", line: 3)])
    let answers = SymbolicatedReport(report: document.reports[0], resolutions: resolutions, imageStatuses: [], path: "-")
    let text = String(decoding: document.filled(with: [answers], style: FrameStyle()).bytes, as: UTF8.self)
    #expect(text.contains("0x000055d0c1a3b0c8 f(_:) (f.swift:3)\n"), "an offset would move the address")
    #expect(text.contains("0x00007ffae806cc40 swift_reportError + 50 (e.cpp:7)\n"))
    let again = try report(text)
    #expect(again.frames.map { $0.address?.value } == document.reports[0].frames.map { $0.address?.value })
    #expect(again.frames[0].reportedInlines.map(\.symbol) == ["inner"])
  }

  @Test func systemdWritesNAWhereThereIsNoName() throws {
    let report = try report(
      "Stack trace of thread 4711:\n#0  0x00007f30b8c2724a n/a (libc.so.6 + 0x2724a)\n#1  0x000055d0c1a3b0c8 main (shop + 0x210c8)\n"
    )
    #expect(report.frames.map { $0.reported?.symbol } == [nil, "main"])
    #expect(report.images.map(\.loadAddress?.value) == [0x7f30_b8c0_0000, 0x55d0_c1a1_a000])
    #expect(report.threads.map(\.index) == [4711] && report.kind != .hang)
  }

  @Test func llvmsProgramsPrintTheOffsetFromTheFilesStart() throws {
    let report = try report(
      """
      Stack dump:
      0.\tProgram arguments: /usr/bin/swift-frontend -frontend -c
       #0 0x000055d0c7316598 llvm::sys::PrintStackTrace(llvm::raw_ostream&, int) (/usr/bin/swift-frontend+0x7316598)
       #1 0x00007f30b8c42520 (/lib/x86_64-linux-gnu/libc.so.6+0x42520)

      """)
    #expect(report.frames.map { $0.reported?.symbol } == ["llvm::sys::PrintStackTrace(llvm::raw_ostream&, int)", nil])
    #expect(report.images.map(\.path) == ["/usr/bin/swift-frontend", "/lib/x86_64-linux-gnu/libc.so.6"])
    #expect(report.images.map(\.loadAddress?.value) == [0x55d0_c000_0000, 0x7f30_b8c0_0000])
  }
}
