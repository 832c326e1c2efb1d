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
