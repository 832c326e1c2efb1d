import AppleLayout
import CrashModel
import SymbolModel
import Testing

@testable import Reports

/// The styles of texts that are filled in where they are.
struct StyledEditsTests {
  /// Returns the pieces of the lines of a text that have styles: `appFrame{0 Shop place{(a.c:3)}}`.
  private static func marked(_ text: StyledText) -> [String] {
    var starts: [Int: String] = [:]
    var ends: [Int: String] = [:]
    for piece in text.styles.sorted(by: { $0.range.count > $1.range.count }) {
      starts[piece.range.lowerBound, default: ""] += "\(piece.style){"
      ends[piece.range.upperBound, default: ""] += "}"
    }
    var result: [UInt8] = []
    for position in 0...text.bytes.count {
      result += (ends[position] ?? "").utf8
      result += (starts[position] ?? "").utf8
      if position < text.bytes.count { result.append(text.bytes[position]) }
    }
    let lines = String(decoding: result, as: UTF8.self).split(separator: "\n").map(String.init)
    return lines.filter { $0.contains("{") }
  }

  /// Fills the first frame with an inlined function and its caller, and returns what is styled.
  private static func filled(_ text: String, naming position: Int? = 0) throws -> [String] {
    let document = try ReportDocument(reading: Array(text.utf8))
    let answers = document.reports.map { report in
      var resolutions = report.frames.map { _ in FrameResolution(basis: .none, reason: .notLookedUp) }
      if let position {
        resolutions[position] = FrameResolution(
          basis: .line, symbol: "main", symbolOffset: 8,
          sources: [
            SourceFrame(function: "pick", file: "/src/a.c", line: 3, inlined: true),
            SourceFrame(function: "main", file: "/src/b.c", line: 9, column: 2),
          ])
      }
      var owned = report
      for image in owned.images.indices where owned.images[image].name == "Shop" { owned.images[image].inApp = true }
      return SymbolicatedReport(report: owned, resolutions: resolutions, imageStatuses: [], path: "-")
    }
    let filled = document.filled(with: answers, style: FrameStyle(), isStyled: true)
    let plain = document.filled(with: answers, style: FrameStyle())
    #expect(plain.bytes == filled.bytes && plain.styles.isEmpty)
    return marked(filled)
  }

  private static let report = """
    Process: Shop [1]

    Thread 0 name:  main
    Thread 0 Crashed:
    0   Shop  0x0000000100001000 0x100000000 + 4096
    1   Shop  0x0000000100002000 f [inlined] (f.c:1)
    1   Shop  0x0000000100002000 go + 8 (g.c:12, approximate) [mismatch]
    2   libfoo.dylib  0x0000000200002000 h(int) + 8 (h.c:1)

    Binary Images:
    0x100000000 - 0x10000ffff Shop arm64 <8c1e0a528e6b3b5e9c0b0a4f2e6d1c11> /Applications/Shop.app/Shop
    0x200000000 - 0x20000ffff libfoo.dylib arm64 <8c1e0a528e6b3b5e9c0b0a4f2e6d1c12> /usr/lib/libfoo.dylib

    """

  @Test(arguments: ["", "> "]) func apple(margin: String) throws {
    let text = Self.report.split(separator: "\n", omittingEmptySubsequences: false).map { margin + $0 }.joined(separator: "\n")
    #expect(
      try Self.filled(text)
        == [
          "crashedThread{Thread 0 Crashed:}",
          "appFrame{0   Shop  0x0000000100001000 pickinlinedMark{ [inlined]} place{(a.c:3)}}",
          "appFrame{0   Shop  0x0000000100001000 main + 8 place{(b.c:9)}}",
          "appFrame{1   Shop  0x0000000100002000 finlinedMark{ [inlined]} place{(f.c:1)}}",
          "appFrame{1   Shop  0x0000000100002000 go + 8 place{(g.c:12, approximate)}warning{ [mismatch]}}",
          "2   libfoo.dylib  0x0000000200002000 h(int) + 8 place{(h.c:1)}",
        ].map { margin + $0 })
  }

  @Test func addressLists() throws {
    let title = "Thread 0 name:"
    let list = Self.report.replacing(title, with: "Last Exception Backtrace:\n(0x100001000 0x200002000)\n\n\(title)")
    let lines = try Self.filled(list)
    #expect(
      lines.prefix(2) == [
        "appFrame{0   Shop                          \t0x0000000100001000 pickinlinedMark{ [inlined]} place{(a.c:3)}}",
        "appFrame{0   Shop                          \t0x0000000100001000 main + 8 place{(b.c:9)}}",
      ])
  }

  @Test func callTrees() throws {
    let tree = """
      Process:         Shop [1]
      Path:            /Applications/Shop.app/Shop

      Call graph:
          10 Thread_1   DispatchQueue_1: com.apple.main-thread  (serial)
            10 ???  (in Shop)  load address 0x100000000 + 0x1000  [0x100001000]
              10 go  (in Shop) + 8  [0x100002000]

      Binary Images:
             0x100000000 -        0x10000ffff +Shop (1.0 - 1) <8C1E0A52-8E6B-3B5E-9C0B-0A4F2E6D1C11> /Applications/Shop.app/Shop

      """
    #expect(
      try Self.filled(tree) == [
        "appFrame{      10 pickinlinedMark{ [inlined]}  (in Shop)  [0x100001000]  place{a.c:3}}",
        "appFrame{      10 main  (in Shop) + 8  [0x100001000]  place{b.c:9}}",
        "appFrame{        10 go  (in Shop) + 8  [0x100002000]}",
      ])
  }

  @Test func logs() throws {
    let log = """
      Thread 0 Crashed:
      0   Shop  0x0000000100001000 Shop + 4096
      1   Shop  0x0000000100002000 go + 8 (g.c:12)
      2   libfoo.dylib  0x0000000200002000 h + 8
      {"stack": "0   Shop  0x0000000100001000 Shop + 4096\\n1   Shop  0x0000000100002000 go + 8 (g.c:12)"}

      """
    let lines = try Self.filled(log).filter { !$0.contains("stack") }
    #expect(
      lines == [
        "crashedThread{Thread 0 Crashed:}",
        "appFrame{0   Shop  0x0000000100001000 pickinlinedMark{ [inlined]} place{(a.c:3)}}",
        "appFrame{0   Shop  0x0000000100001000 main + 8 place{(b.c:9)}}",
        "appFrame{1   Shop  0x0000000100002000 go + 8 place{(g.c:12)}}",
      ])
  }

  /// Of two lines of one frame, the first is decoded without its colors, and the second is not.
  @Test func aColoredLineAboveAPlainOne() throws {
    let frame = "0   Shop  0x0000000100001000"
    let log = "\(frame) f [inlined] (\u{1B}[1ma.c:1)\n\(frame) g + 8 (a.c:2)\n1   Shop  0x1 h + 1\n"
    #expect(try Self.filled(log, naming: nil) == ["appFrame{1   Shop  0x1 h + 1}"])
  }

  @Test func debuggers() throws {
    let text = """
      * thread #1, stop reason = EXC_BAD_ACCESS (code=1, address=0x0)
        * frame #0: 0x0000000100001000 Shop`lldb_unnamed
          frame #1: 0x0000000200002000 libfoo.dylib`h + 8

      """
    #expect(
      try Self.filled(text) == [
        "crashedThread{* thread #1, stop reason = EXC_BAD_ACCESS (code=1, address=0x0)}",
        "appFrame{  * frame #0: 0x0000000100001000 Shop`main [inlined] pick at place{a.c:3}}",
        "appFrame{  * frame #0: 0x0000000100001000 Shop`main at place{b.c:9:2}}",
      ])
  }

  @Test func swiftBacktraces() throws {
    let text = """
      *** Program crashed: Bad pointer dereference at 0x8 ***

      Thread 0 "shop" crashed:

      0      0x0000000100001000 in Shop
      1 [ra] 0x0000000100002000 go() + 8 in Shop at /src/g.swift:12:4
      2 [ra] 0x0000000200002000 h() + 8 in libfoo.so at /src/h.swift:1

      Images:

      0x0000000100000000–0x0000000100010000 8c1e0a528e6b3b5e9c0b0a4f2e6d1c11 Shop /app/Shop
      0x0000000200000000–0x0000000200010000 8c1e0a528e6b3b5e9c0b0a4f2e6d1c12 libfoo.so /usr/lib/libfoo.so

      """
    #expect(
      try Self.filled(text) == [
        "crashedThread{Thread 0 \"shop\" crashed:}",
        "appFrame{0 [inlined] 0x0000000100001000 pick in Shop at place{/src/a.c:3}}",
        "appFrame{0      0x0000000100001000 main + 8 in Shop at place{/src/b.c:9:2}}",
        "appFrame{1 [ra] 0x0000000100002000 go() + 8 in Shop at place{/src/g.swift:12:4}}",
        "2 [ra] 0x0000000200002000 h() + 8 in libfoo.so at place{/src/h.swift:1}",
      ])
  }

  @Test func removedTextLosesItsStyles() {
    var edits = ByteEdits(isStyled: true)
    edits.style(0..<3, .place)
    edits.style(4..<7, .place)
    edits.style(8..<11, .warning)
    edits.replace(4..<8, with: [])
    edits.replace(11..<11, with: StyledText(Array("new".utf8), styles: [StyledRange(1..<3, .inlinedMark)]))
    let text = edits.applied(to: StyledText(Array("abc def ghi".utf8), styles: [StyledRange(0..<11, .appFrame)]))
    #expect(Self.marked(text) == ["appFrame{place{abc} warning{ghi}}ninlinedMark{ew}"])
  }
}
