import Foundation
import TestSupport
import Testing

/// Kernel panics: the thread that panicked comes first, and Markdown fits into a comment.
@Suite struct PanicTests {
  private static let panic = [
    "panic(cpu 1 caller 0xfffffff02e156784): watchdog timeout", "OS version: 21E219",
    "Panicked task 0xffffffeadba39378: 0 pages, 263 threads: pid 7: kiosk_task",
    "Panicked thread: 0xffffffe90ed3ced8, backtrace: 0xffffffecfb44f7e0, tid: 798",
    "\t\t  lr: 0xfffffff02cfc6ba8  fp: 0xffffffecfb44f820", "\t\t  lr: 0xfffffff02e1430a4  fp: 0x0000000000000000",
    "      Kernel Extensions in backtrace:",
    "         com.example.driver.Printer(1.0)[6AAC7152-26B3-355D-95F0-EC89EFA4152C]@0xfffffff02e13c800->0xfffffff02e156783",
    "            dependency: com.example.Family(1.0)[98A24B67-A443-3C7F-A0D6-F33C1BADF6D4]@0xfffffff02d85a740->0xfffffff02d8a796f",
    "", "loaded kexts:",
  ].joined(separator: "\n")

  /// A report with a stackshot of `threads` threads besides the one that panicked.
  private static func stackshot(threads: Int) throws -> String {
    var byID: [String: Any] = ["798": ["id": 798, "name": "timer", "kernelFrames": [[0, 64], [0, 128]]]]
    for id in 0..<threads { byID[String(1000 + id)] = ["id": 1000 + id, "kernelFrames": (0..<8).map { [0, 4096 + $0 * 8] }] }
    let body: [String: Any] = [
      "panicString": panic, "product": "iPhone13,2", "build": "iPhone OS 17.4 (21E219)",
      "processByPid": ["7": ["procname": "kiosk_task", "threadById": byID]],
      "binaryImages": [["8c1e2f30-0000-1111-2222-333344445555", 4_294_967_296, "T"]],
    ]
    let text = String(decoding: try JSONSerialization.data(withJSONObject: body), as: UTF8.self)
    return #"{"bug_type":"210","timestamp":"2024-05-06 07:08:09.10 +0200","os_version":"iPhone OS 17.4 (21E219)"}"# + "\n" + text
  }

  private static func frames(_ stack: [String: Any]?) -> [String?] {
    (stack?["frames"] as? [[String: Any]] ?? []).map { $0["address"] as? String }
  }

  @Test func thePanickedThreadLeads() throws {
    let report = try Self.stackshot(threads: 3)
    let object = try SampleText.object(report)
    #expect((object["process"] as? [String: Any])?["name"] as? String == "kiosk_task")
    #expect((object["process"] as? [String: Any])?["pid"] as? Int == 7)
    let backtrace = (object["backtraces"] as? [[String: Any]])?.first
    #expect(backtrace?["kind"] as? String == "panic" && backtrace?["name"] as? String == "kiosk_task [7] thread 798")
    #expect(Self.frames(backtrace) == ["0xfffffff02cfc6ba8", "0xfffffff02e1430a4"])
    let crashed = (object["threads"] as? [[String: Any]])?.filter { $0["crashed"] as? Bool == true }
    #expect(crashed?.count == 1 && (crashed?[0]["name"] as? String)?.contains("thread 798 timer") == true)
    let markdown = try SampleText.markdown(report)
    let stack = try #require(markdown.range(of: "**Panicked Thread: kiosk_task [7] thread 798**"))
    let thread = try #require(markdown.range(of: "crashed**: `kiosk_task [7] thread 798 timer`"))
    let others = try #require(markdown.range(of: "3 other threads"))
    #expect(stack.lowerBound < thread.lowerBound && thread.lowerBound < others.lowerBound)
    #expect(markdown.contains("1  com.example.driver.Printer  0xfffffff02e13c800 + 26788"))
    let text = try Symbolicate.run(["-"], input: Array(report.utf8)).stdout
    #expect(text.contains("Panicked thread: kiosk_task [7] thread 798\n0   kernel"))
  }

  @Test func markdownFitsIntoAComment() throws {
    let report = try Self.stackshot(threads: 3_000)
    let markdown = try SampleText.markdown(report)
    #expect(markdown.utf8.count < 65_536 && markdown.utf8.count > 50_000)
    #expect(markdown.contains("thread 798 timer") && markdown.contains("3,000 other threads"))
    let shown = markdown.components(separatedBy: "**Thread ").count - 2
    let rest = (3_000 - shown).formatted(.number.locale(Locale(identifier: "en_US")))
    #expect(markdown.contains("... \(rest) more threads left out"))
    #expect(markdown.components(separatedBy: "<details>").count == markdown.components(separatedBy: "</details>").count)
    #expect(markdown.components(separatedBy: "\n```").count % 2 == 1, "every fence is closed")
  }

  /// The crashed thread stays whole, also beside very long text of other kinds.
  @Test func theCrashedThreadStaysWhole() throws {
    let frames = (0..<400).map { "\($0)   Kiosk   0x0000000102a04f10 0x102a00000 + 20240" }.joined(separator: "\n")
    var report = SampleText.replacing("0   Kiosk                         \t0x0000000102a04f10 0x102a00000 + 20240", with: frames)
    let lines = (0..<3_000).map { "line \($0) of a very long message of the app" }.joined(separator: "\n")
    report = report.replacingOccurrences(
      of: "Thread 0 Crashed:", with: "Application Specific Information:\n\(lines)\n\nThread 0 Crashed:")
    let markdown = try SampleText.markdown(report)
    #expect(markdown.utf8.count < 65_536)
    #expect(markdown.components(separatedBy: "  Kiosk  0x102a00000 + ").count == 402)
    #expect(markdown.contains("more lines of application specific information"))
  }

  @Test func textOfAPanicIsRead() throws {
    let text = """
      Anonymous UUID:       01234567-89AB-CDEF-0123-456789ABCDEF

      Wed Jan 10 12:00:00 2018

      *** Panic Report ***
      panic(cpu 2 caller 0xffffff8012b6e3b9): Kernel trap at 0xffffff8012a1b2c3, type 14=page fault, registers:
      CR0: 0x000000008001003b, CR2: 0x0000000000000010

      Backtrace (CPU 2), Frame : Return Address
      0xffffff9118e3b0a0 : 0xffffff80129cc2e6
      0xffffff9118e3b120 : 0xffffff7f95cd4123

      BSD process name corresponding to current thread: WindowServer

      Mac OS version:
      16G1114

      System model name: MacBookPro11,3 (Mac-2BD1B31983FE1663)

      """
    let run = try Symbolicate.run(["-"], input: Array(text.utf8))
    #expect(run.stdout == text && run.status == 4 && !run.stderr.contains("--image"))
    let object = try SampleText.object(text)
    #expect((object["process"] as? [String: Any])?["name"] as? String == "WindowServer")
    #expect(object["os"] as? [String: String] == ["name": "Mac OS", "build": "16G1114"])
    #expect(object["time"] as? String == "Wed Jan 10 12:00:00 2018")
    #expect((object["device"] as? [String: Any])?["model"] as? String == "MacBookPro11,3")
    #expect(Self.frames((object["backtraces"] as? [[String: Any]])?.first) == ["0xffffff80129cc2e6", "0xffffff7f95cd4123"])
    #expect(try SampleText.markdown(text).hasPrefix("## Kernel panic in WindowServer, MacBookPro11,3, Mac OS (16G1114)\n"))
  }
}
