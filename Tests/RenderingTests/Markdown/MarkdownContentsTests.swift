import CrashModel
import Reports
import SymbolModel
import Testing

@testable import Rendering

/// What Markdown makes of reports of other kinds than crashes, and of long lists.
struct MarkdownContentsTests {
  private func lines(_ report: CrashReport) -> [String] {
    let answers = SymbolicatedReport(
      report: report, resolutions: report.frames.map { _ in FrameResolution(basis: .none, reason: .notLookedUp) },
      imageStatuses: report.images.map { _ in ImageStatus(.unneeded) }, path: "-")
    return String(decoding: MarkdownRenderer().markdown([answers]), as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
  }

  @Test func theReportsOwnWordStandsInTheHeading() {
    var report = CrashReport(format: .ips, kind: .other)
    report.event = "forced reset"
    report.system.build = "20C65"
    #expect(MarkdownOverview.heading(report) == "## Forced reset, build 20C65")
  }

  @Test func severalReportsKeepTheLimitTogether() {
    var renderer = MarkdownRenderer()
    let one = renderer.markdown([SampleAnswers.shop])
    renderer.maxBytes = one.count * 3
    let text = String(decoding: renderer.markdown(Array(repeating: SampleAnswers.shop, count: 20)), as: UTF8.self)
    #expect(text.utf8.count < renderer.maxBytes)
    #expect(text.hasSuffix("more reports left out: comments on GitHub hold 65,536 characters.\n"))
  }

  @Test func memoryThatRanOutSaysMoreThanTheSignal() {
    var report = CrashReport(format: .kscrash, kind: .jetsam)
    report.exception = CrashException()
    report.exception?.signal = "SIGKILL"
    #expect(MarkdownOverview.heading(report) == "## Memory ran out (SIGKILL)")
  }

  @Test func registersStandInTheirOrder() throws {
    var report = CrashReport(format: .ips)
    var thread = CrashThread(index: 0, crashed: true)
    thread.registers = ["r13", "rip", "rax", "cpu", "r8", "rbx", "odd"].enumerated().map {
      Register(name: $1, value: UInt64($0))
    }
    report.threads = [thread]
    let found = lines(report)
    let start = try #require(found.firstIndex { $0.hasPrefix("<summary>Registers") })
    #expect(
      Array(found[(start + 3)...(start + 4)]) == [
        "rax: 0x2  rbx: 0x5   r8: 0x4  r13: 0x0", "rip: 0x1  cpu: 0x3  odd: 0x6",
      ])
    report.format = .appleText
    #expect(lines(report).contains("r13: 0x0  rip: 0x1  rax: 0x2  cpu: 0x3"))
  }

  @Test(arguments: [4, 5]) func manyThreadsWithoutFramesAreAList(count: Int) {
    var report = CrashReport(format: .ips, kind: .hang)
    report.threads = [CrashThread(index: 0)] + (1...count).map { CrashThread(index: $0, name: "kernel_task \($0)") }
    let found = lines(report)
    #expect(found.contains("**Threads without frames**") == (count == 5))
    #expect(found.contains("1  kernel_task 1") == (count == 5))
    #expect(found.contains { $0.contains("kernel_task \(count)") })
  }

  @Test func scriptsHaveColumns() {
    var report = CrashReport(format: .kscrash, kind: .user)
    report.frames = [Frame(index: 0, kind: .javaScript)]
    var symbol = ReportedSymbol(symbol: "onPress", file: "http://localhost:8081/index.bundle", line: 12)
    symbol.column = 1302
    report.frames[0].reported = symbol
    report.backtraces = [Backtrace(kind: .callStack, frames: 0..<1)]
    #expect(lines(report).contains("0  js  onPress (index.bundle:12:1302)"))
  }
}
