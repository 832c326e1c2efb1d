import AppleLayout
import CrashModel
import SymbolModel
import TestSupport
import Testing

@testable import Reports

/// Swift backtraces as text.
@Suite struct SwiftTextReaderTests {
  private static let text = """
    server started

    *** Program crashed: Bad pointer dereference at 0x0000000000000008 ***

    Platform: arm64 macOS 26.1 (25B64)

    Thread 0:

      0 0x000000018db5f308 __semwait_signal + 8 in libsystem_kernel.dylib
    ...

    Thread 1 "oot.default-qos" crashed:

      0 [inlined] [system] 0x0000000100b68b24 Array.subscript.getter in shop at //<compiler-generated>
      1                    0x0000000100b68b24 pick(_:) + 352 in shop at /src/shop/Basket.swift:36:17
      2 [ra]               0x0000000100b689bc main() + 12 in shop at /src/shop/main.swift:14
    ...
     40 [async] [system]   0x0000000100b68a00 <unknown> in shop
    ...


    Registers:

     x8 0x00000001f9a1c898  03 0a 00 00 00 00 00 00 3d 00 65 3b 56 1d 92 c6  ········=·e;V··Æ
     pc 0x0000000100b68b24  4306930468


    Images (23 omitted):

    0x0000000100b68000–0x0000000100b6c000 5c59de45bb123fb7b1ec3e4ca4920a0d my shop /Users/me/my shop
    0x000000018db5f000–0x000000018db9fc58 <no build ID>                    libsystem_kernel.dylib /usr/lib/system/libsystem_kernel.dylib

    Backtrace took 0.35s

    """

  private static func check(_ report: CrashReport) {
    #expect(report.format == .swiftBacktrace)
    #expect(report.threads.map(\.crashed) == [false, true])
    #expect(report.threads.map(\.name) == [nil, "oot.default-qos"])
    #expect(report.frames.map(\.kind) == [.exact, .truncated, .exact, .returnAddress, .omitted, .asyncResume, .truncated])
    #expect(report.frames[2].reportedInlines.map(\.symbol) == ["Array.subscript.getter"])
    #expect(
      report.frames[2].reported == ReportedSymbol(symbol: "pick(_:)", offset: 352, file: "/src/shop/Basket.swift", line: 36))
    #expect(report.frames[3].reported?.offset == 13, "the runtime counts from the call")
    #expect(report.frames[5].reported == nil)
    #expect(report.images.map(\.name) == ["my shop", "libsystem_kernel.dylib"])
    #expect(report.images[0].id?.description == "5C59DE45-BB12-3FB7-B1EC-3E4CA4920A0D")
    #expect(report.images[0].size == 0x4000, "the end is exclusive")
    #expect(report.images[1].id == nil)
    #expect(report.threads[1].registers.map(\.name) == ["x8", "pc"])
    #expect(report.exception?.type == "Bad pointer dereference" && report.exception?.faultAddress?.value == 8)
    #expect(report.device.cpuType == "arm64" && report.system.build == "25B64")
  }

  @Test func everythingIsRead() throws {
    Self.check(try ReportDocument(reading: Array(Self.text.utf8)).reports[0])
  }

  @Test(arguments: ["app-1  | ", "2026-11-20T11:43:03.129Z stderr F "])
  func whatALoggerWritesBeforeEveryLineIsNoMatter(prefix: String) throws {
    let lines = Self.text.split(separator: "\n", omittingEmptySubsequences: false).map { prefix + $0 + "\n" }
    Self.check(try ReportDocument(reading: Array(lines.joined().utf8)).reports[0])
  }

  @Test func anInlinedFunctionAtTheEndOfAThreadStaysWhenALoggersColumnsMove() throws {
    let text = """
      12 Thread 0 crashed:
      12 0 0x0000000100b68b24 first() + 1 in shop at /src/a.swift:7:3
      12 1 [inlined] 0x0000000100b68b30 second() in shop at /src/b.swift:8:3
      1234 Thread 1:
      1234 0 0x0000000100b68b40 third() + 1 in shop at /src/c.swift:9:3
      """
    let report = try ReportDocument(reading: Array(("12 Program crashed: Illegal instruction at 0x100b68b24\n" + text).utf8))
      .reports[0]
    #expect(report.frames.map { $0.reported?.symbol } == ["first()", "second()", "third()"])
    #expect(report.threads.map(\.frames) == [0..<2, 2..<3])
  }

  @Test func coloursAreNoMatter() throws {
    let colored = Self.text.replacing("[ra]", with: "\u{1b}[34m[ra]\u{1b}[39m").replacing("0x", with: "\u{1b}[32m0x")
    Self.check(try ReportDocument(reading: Array(colored.utf8)).reports[0])
  }

  @Test func twoBacktracesAreTwoReports() throws {
    let document = try ReportDocument(reading: Array((Self.text + "again\n" + Self.text).utf8))
    #expect(document.reports.count == 2)
    document.reports.forEach(Self.check)
  }

  @Test func namesGoIntoTheRuntimesOwnWords() throws {
    let document = try ReportDocument(reading: Array(Self.text.utf8))
    var resolution = FrameResolution(basis: .line, symbol: "Basket.pick(_:)", symbolOffset: 352)
    resolution.sources = [
      SourceFrame(function: "inner()", file: "/src/a.swift", line: 7, column: 3, inlined: true),
      SourceFrame(function: "middle()", file: "/src/b.swift", line: 0, inlined: true),
      SourceFrame(function: "Basket.pick(_:)", file: "/src/c.swift", line: 9),
    ]
    var resolutions = document.reports[0].frames.map { _ in FrameResolution(basis: .none, reason: .notLookedUp) }
    resolutions[2] = resolution
    let answers = SymbolicatedReport(report: document.reports[0], resolutions: resolutions, imageStatuses: [], path: "")
    let filled = String(decoding: document.filled(with: [answers]) { _, _ in ["other words"] }, as: UTF8.self)
    #expect(
      filled.contains(
        """
          0 [inlined]          0x0000000100b68b24 inner() in my shop at /src/a.swift:7:3
          0 [inlined] [system] 0x0000000100b68b24 middle() in my shop at /src/b.swift
          1                    0x0000000100b68b24 Basket.pick(_:) + 352 in my shop at /src/c.swift:9
          2 [ra]               0x0000000100b689bc main() + 12 in shop at /src/shop/main.swift:14
        """))
  }

  @Test func withoutImagesTheReportSaysHowToGetThem() throws {
    let text = "Thread 0 \"shop\" crashed:\n\n0  0x0000562840341e3d\n1  ...\n\nBacktrace took 0.00s\n"
    let report = try ReportDocument(reading: Array(text.utf8)).reports[0]
    #expect(report.diagnostics.map(\.message) == ["the report lists no images: run the program with SWIFT_BACKTRACE=images=all"])
  }
}

/// The presets of `SWIFT_BACKTRACE`, which show source code, or no addresses.
@Suite struct SwiftTextPresetTests {
  private static let friendly = """
    Swift/ContiguousArrayBuffer.swift:692: Fatal error: Index out of range

    *** Program crashed: Illegal instruction at 0x00007f9cb1f6df7f ***

    Platform: x86_64 Linux (Debian GNU/Linux 12 (bookworm))

    Thread 0 "shop" crashed:

      0 0x00007f9cb1f6df7f _assertionFailure(_:_:file:line:flags:) + 623 in libswiftCore.so
      1 0x00007f9cb20f961f specialized Array.subscript.getter + 84 in libswiftCore.so
      2 Basket.pick(_:) + 64 in shop at /src/shop/Basket.swift:12:69

         10|   func pick(_ index: Int) -> Line {
         11|
      *  12|     0 0x1 lines[index] in shop at /src/shop/no.swift:1
           |     ^
         13|   }

      3 checkout(_:) in shop at /src/shop/main.swift:2:90
    ...

    Backtrace took 0.02s

    """

  /// The same in the colours of a terminal, where bars and arrows are drawn.
  private static let colored = friendly.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
    var text = String(line).replacing("|", with: "\u{1b}[39m\u{2502}").replacing("^", with: "\u{1b}[91m\u{25b2}\u{1b}[39m")
    text = text.replacing(/(0x[0-9a-f]{16})/) { "\u{1b}[32m\($0.output.1)\u{1b}[39m" }
    return text.replacing(/\ in (\S+)/) { " in \u{1b}[36m\($0.output.1)\u{1b}[39m" }
  }.joined(separator: "\n")

  @Test(arguments: [friendly, colored])
  func framesBetweenSourceCodeAreReadThoseWithoutAnAddressToo(_ text: String) throws {
    let document = try ReportDocument(reading: Array(text.utf8))
    let report = try #require(document.reports.first)
    #expect(document.reports.count == 1)
    #expect(
      report.frames.map { $0.reported?.symbol } == [
        "_assertionFailure(_:_:file:line:flags:)", "specialized Array.subscript.getter", "Basket.pick(_:)", "checkout(_:)", nil,
      ])
    #expect(report.frames.map(\.kind) == [.exact, .returnAddress, .returnAddress, .returnAddress, .truncated])
    #expect(report.frames.map { $0.address != nil } == [true, true, false, false, false])
    #expect(report.frames[2].reported?.line == 12 && report.frames[2].reported?.offset == 65)
    #expect(report.exception?.reason == "Index out of range")
  }

  @Test(arguments: [friendly, colored])
  func theSplitterHoldsItToItsEnd(_ text: String) {
    var splitter = LogSplitter()
    let parts = splitter.take(Array(("a\n" + text + "b\n").utf8)) + splitter.flush()
    let stacks = parts.compactMap { part in
      if case .stacks(let bytes, _) = part { String(decoding: bytes, as: UTF8.self) } else { nil }
    }
    #expect(stacks.count == 1)
    #expect(stacks.first?.hasSuffix("Backtrace took 0.02s\n") == true)
  }

  @Test func sourceCodeBetweenTheLinesOfAnInlinedFunctionStays() throws {
    let text = """
      Thread 0 crashed:

        0 [inlined] 0x0000000000001483 pick in shop at /src/Basket.swift:1:69

        *   1| func pick()

        1           0x0000000000001483 checkout + 19 in shop at /src/main.swift:2:90

      Images:

      0x0000000000001000\u{2013}0x0000000000003000 a7973d702805b0666b43acdafe4cc3a7c790c669 shop /srv/shop

      """
    let document = try ReportDocument(reading: Array(text.utf8))
    let report = try #require(document.reports.first)
    #expect(report.frames.count == 1 && report.frames[0].reportedInlines.map(\.symbol) == ["pick"])
    let resolution = FrameResolution(
      basis: .line, symbol: "checkout()", symbolOffset: 19,
      sources: [
        SourceFrame(function: "pick()", file: "/src/Basket.swift", line: 1, inlined: true),
        SourceFrame(function: "checkout()", file: "/src/main.swift", line: 2),
      ])
    let answers = SymbolicatedReport(
      report: report, resolutions: [resolution], imageStatuses: [ImageStatus(.found)], path: "-")
    let filled = String(
      decoding: document.filled(with: [answers]) { _, _ in ["other words"] }, as: UTF8.self)
    #expect(
      filled
        == text.replacing("checkout + 19 in shop at /src/main.swift:2:90", with: "checkout() + 19 in shop at /src/main.swift:2"))
  }

  @Test func sideBySideTheRuntimesWordsHaveTheDistanceBeforeThemAndLoseItAgain() throws {
    let text = try FixtureFolder.bytes("Reports/swift-backtrace/text/server.log")
    func filled(_ bytes: [UInt8], _ distance: String?) throws -> String {
      let document = try ReportDocument(reading: bytes)
      let report = document.reports[0]
      let named = FrameResolution(
        basis: .line, symbol: "f()", symbolOffset: 9, sources: [SourceFrame(function: "f()", file: "/src/f.swift", line: 3)])
      let answers = SymbolicatedReport(
        report: report,
        resolutions: report.frames.map { $0.address == nil ? FrameResolution(basis: .none, reason: .notLookedUp) : named },
        imageStatuses: [], path: "-")
      let result = document.filled(with: [answers], distance: distance) { _, _ in ["words"] }
      return String(decoding: result, as: UTF8.self)
    }
    let beside = try filled(text, "0x1000 + 20")
    #expect(beside.contains("\n1 [ra] 0x00007f30b8f5313c 0x1000 + 20  f() + 8 in libpaykit.so at /src/f.swift:3\n"))
    #expect(try filled(Array(beside.utf8), "0x1000 + 20") == beside)
    #expect(try filled(Array(beside.utf8), nil) == filled(text, nil))
    let read = try ReportDocument(reading: Array(beside.utf8)).reports[0]
    #expect(read.frames[1].reported == ReportedSymbol(symbol: "f()", offset: 9, file: "/src/f.swift", line: 3))
  }
}
