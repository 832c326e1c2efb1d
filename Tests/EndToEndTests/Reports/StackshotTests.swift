import Foundation
import TestSupport
import Testing

/// Reports with the threads of all processes of a system, and those of the system itself.
@Suite struct StackshotTests {
  /// A watchdog's report: the process that did not respond is not the first one, and its main thread not its first thread.
  private static func watchdog(pid: Int, name: String = "WindowServer") -> String {
    """
    {"name":"WindowServer","timestamp":"2026-06-23 22:58:51.00 -0600","os_version":"macOS 26.5.1 (25F80)","bug_type":"409"}
    {"pid": \(pid), "procName": "\(name)", "termination": {"namespace": "WATCHDOG", "indicator": "monitoring timed out"},
     "stackshot": {"processByPid": {
       "1": {"pid": 1, "procname": "launchd", "threadById": {"100": {"id": 100, "userFrames": [[0, 1000]]}}},
       "411": {"pid": 411, "procname": "WindowServer", "threadById": {
         "5400": {"id": 5400, "userFrames": [[0, 3000]]}, "5336": {"id": 5336, "userFrames": [[0, 2000]]}}}}}}
    """
  }

  @Test(arguments: [411, -1]) func theProcessThatDidNotRespondSpeaks(pid: Int) throws {
    let object = try SampleText.object(Self.watchdog(pid: pid))
    let marked = (object["threads"] as? [[String: Any]])?.filter { $0["crashed"] as? Bool == true }
    #expect(marked?.map { $0["name"] as? String } == ["WindowServer [411] thread 5336"])
    let speaker = (object["triage"] as? [String: Any])?["speaker"] as? [String: Any]
    #expect(speaker?["stack"] as? String == "threads[2]")
    #expect((object["process"] as? [String: Any])?["pid"] as? Int == (pid < 0 ? nil : pid))
  }

  @Test func noThreadSpeaksForAProcessThatIsNotThere() throws {
    let object = try SampleText.object(Self.watchdog(pid: -1, name: "elsewhere"))
    let speaker = (object["triage"] as? [String: Any])?["speaker"] as? [String: Any]
    #expect(speaker?["stack"] == nil && speaker?["reason"] as? String == "no thread is marked as crashed")
  }

  /// A stackshot that somebody asked for is no hang, and its number of an exception no exception.
  @Test func aStackshotSaysWhyItWasTaken() throws {
    let report = """
      {"bug_type":"288","timestamp":"2023-05-06 07:08:09.10 +0200","os_version":"iPhone OS 16.4.1 (20E252)"}
      {"product": "iPhone12,1", "reason": "com.example: somebody pressed keys", "exception": "0xbaaaaaad",
       "processByPid": {"7": {"procname": "Kiosk", "threadById": {"70": {"id": 70, "name": "", "userFrames": [[0, 16]]}}}},
       "binaryImages": [["4c4c44e4-5555-3144-a1b0-602671ad96b1", 4368026624, "P"]]}
      """
    let object = try SampleText.object(report)
    #expect(object["kind"] as? String == "other" && object["event"] as? String == "stackshot" && object["exception"] == nil)
    #expect((object["extra"] as? [String: Any])?["reason"] as? String == "com.example: somebody pressed keys")
    let text = try Symbolicate.run(["-"], input: Array(report.utf8)).stdout
    #expect(
      text.contains("Event:               bug type 288 (stackshot)\n") && text.contains("\nReason: com.example: somebody"),
      "\(text)")
    #expect(text.contains("Thread 0 name:  Kiosk [7] thread 70\n") && !text.contains("Version:             ???"))
    #expect(try SampleText.markdown(report).hasPrefix("## Stackshot, iPhone12,1, iPhone OS 16.4.1 (20E252)\n"))
  }

  @Test func anUpdatesErrorIsKept() throws {
    let report = """
      {"restore_type":"OTAUpdate","os_version":"23A5297m","bug_type":"183","restore_error":"78","name":"iPhoneRestore"}
      209b68600 : Update finish took too long
      """
    let run = try Symbolicate.run(["-"], input: Array(report.utf8))
    #expect(!run.stdout.contains("Binary Images:") && run.stdout.contains("\"restore_error\": \"78\""), "\(run.stdout)")
    let metadata = (try SampleText.object(report)["extra"] as? [String: Any])?["metadata"] as? [String: String]
    #expect(metadata == ["restore_type": "OTAUpdate", "restore_error": "78"])
  }

  @Test func memoryHasOneUnit() throws {
    let report = """
      {"bug_type":"298","timestamp":"2026-06-14 15:08:19.00 -0600","os_version":"iPhone OS 27.0 (24A5355q)"}
      {"product": "iPhone18,1", "memoryStatus": {"pageSize": 16384}, "largestProcess": "Kiosk", "processes": [
       {"pid": 4711, "name": "Kiosk", "states": ["frontmost"], "rpages": 131200, "lifetimeMax": 131264, "reason": "per-process-limit"}]}
      """
    let page = try Symbolicate.run(["-", "-f", "html"], input: Array(report.utf8)).stdout
    #expect(
      page.contains("class=\"num\">MiB</th>") && page.contains("<td class=\"num\">2050.0</td><td class=\"num\">2051.0</td>"),
      "\(page)")
    #expect(!page.contains(" GB<") && !page.contains(" MB<"))
    let brief = try Symbolicate.run(["-", "-f", "brief"], input: Array(report.utf8)).stdout
    #expect(brief.contains("Memory: 2050.0 MiB, limit 2050.0 MiB (inferred)\n"), "\(brief)")
  }
}
