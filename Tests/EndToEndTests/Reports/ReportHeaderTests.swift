import Foundation
import TestSupport
import Testing

/// What text reports say besides call stacks, in every spelling that was met.
@Suite struct ReportHeaderTests {
  private static let codes = "Exception Codes: 0x0000000000000000, 0x0000000000000000\n"

  private static func process(_ report: String) throws -> [String: Any] {
    try SampleText.object(report)["process"] as? [String: Any] ?? [:]
  }

  @Test func everyLineOfATerminationIsKept() throws {
    let lines = [
      "Library not loaded: @rpath/PayKit.framework/PayKit", "Referenced from: <0B0C0D0E> /Applications/Kiosk.app/Kiosk",
      "Reason: tried: '/usr/lib/swift/PayKit' (no such file)", "(terminated at launch; ignore backtrace)",
    ]
    let block = "Termination Reason: DYLD 1 Library missing\n" + lines.joined(separator: "\n") + "\n\n"
    let report = SampleText.replacing(Self.codes, with: Self.codes + block)
    let object = try SampleText.object(report)
    let termination = try #require(object["termination"] as? [String: Any])
    #expect(termination["namespace"] as? String == "DYLD" && termination["indicator"] as? String == "Library missing")
    #expect(termination["details"] as? [String] == lines)
    #expect(object["threads"].map { ($0 as? [Any])?.count } == 1)
    #expect(try SampleText.markdown(report).contains("**Termination**\n\n```\n" + lines.joined(separator: "\n") + "\n```"))
  }

  @Test func aWatchdogsStatisticsAreKept() throws {
    let lines = [
      "<RBSTerminateContext| domain:10 code:0x8BADF00D explanation:scene-update watchdog transgression",
      "ProcessVisibility: Foreground", "ProcessState: Running", "WatchdogEvent: scene-update", "WatchdogCPUStatistics: (",
      "\"Elapsed total CPU time (seconds): 5.2 (user 5.2, system 0.0), 9% CPU\",",
      ") reportType:CrashLog maxTerminationResistance:Interactive>",
    ]
    let block =
      "Termination Reason: FRONTBOARD 2343432205\n" + lines.joined(separator: "\n")
      + "\nTerminating Process: runningboardd [33]\n\n"
    let report = SampleText.replacing(Self.codes, with: Self.codes + block)
    let termination = try #require(try SampleText.object(report)["termination"] as? [String: Any])
    #expect(termination["details"] as? [String] == lines && termination["code"] as? String == "2343432205")
    let markdown = try SampleText.markdown(report)
    #expect(markdown.contains("FRONTBOARD 2343432205 (0x8badf00d) by runningboardd"))
    for line in lines { #expect(markdown.contains(line)) }
  }

  @Test func dyldsMessageOfOlderSystemsIsPartOfTheTermination() throws {
    let block = "\nDyld Error Message:\n  Library not loaded: @rpath/PayKit\n  Reason: image not found\n\n"
    let report = SampleText.replacing(Self.codes, with: Self.codes + block)
    let termination = try #require(try SampleText.object(report)["termination"] as? [String: Any])
    #expect(termination["details"] as? [String] == ["Library not loaded: @rpath/PayKit", "Reason: image not found"])
  }

  @Test func theLinesOfARegionStayLines() throws {
    let lines = [
      "0x10 is not in any region.  Bytes before following region: 4375117808", "      REGION TYPE                 START - END",
      "--->  ", "      __TEXT                   102a00000-102a10000 [   64K] r-x/r-x",
    ]
    let report = SampleText.replacing(Self.codes, with: Self.codes + "VM Region Info: " + lines.joined(separator: "\n") + "\n\n")
    let extra = try #require(try SampleText.object(report)["extra"] as? [String: Any])
    let shown = [lines[0], lines[1], "--->", lines[3]].joined(separator: "\n")
    #expect(extra["vmRegionInfo"] as? String == shown)
    #expect(try SampleText.markdown(report).contains("```\n\(shown)\n```"))
  }

  /// Watchdogs write what kept the app awake after a blank line.
  @Test func everyParagraphOfTheAppsInformationIsKept() throws {
    let lines = [
      "Elapsed total CPU time (seconds): 10.130 (user 10.090, system 0.040), 100% CPU", "",
      "Kiosk has active assertions preventing suspending for 10.17s:", "  BackgroundTask - 50s (\"Print\") active for 10.17s",
    ]
    let block = "\nApplication Specific Information:\n" + lines.joined(separator: "\n") + "\n\n"
    let report = SampleText.replacing("Thread 0 Crashed:", with: block + "Thread 0 Crashed:")
    let object = try SampleText.object(report)
    #expect(object["applicationSpecificInformation"] as? [String] == lines)
    #expect((object["threads"] as? [[String: Any]])?.count == 1)
    #expect(try SampleText.markdown(report).contains(lines.joined(separator: "\n")))
  }

  /// The metadata object decides; without it, writers are known by what they call the system.
  @Test func versionAndBuildAreNotSwapped() throws {
    let header = #"{"bug_type":"109","os_version":"Watch OS 7.6","build_version":"42","app_version":"3.1","name":"Kiosk"}"#
    let swapped = SampleText.replacing("3.1 (42)", with: "42 (3.1)")
    let watch = swapped.replacingOccurrences(of: "iPhone OS 17.4", with: "Watch OS 7.6")
    let ksCrash = swapped.replacingOccurrences(of: "iPhone OS 17.4", with: "iOS 17.4")
      .replacingOccurrences(of: "launchd [1]", with: "? [1]")
    let resources = SampleText.plain.replacingOccurrences(of: "iPhone OS 17.4 (21E219)", with: "iPhone OS 11.4 (Build 15F79)")
    for report in [SampleText.plain, header + "\n" + watch, watch, ksCrash, resources] {
      let process = try Self.process(report)
      #expect(process["version"] as? String == "3.1" && process["build"] as? String == "42", "\(report.prefix(900))")
    }
  }

  @Test func aProcessIDMayTouchTheName() throws {
    let process = try Self.process(SampleText.replacing("Kiosk [4711]", with: "Kiosk[4711]"))
    #expect(process["name"] as? String == "Kiosk" && process["pid"] as? Int == 4711)
  }

  /// Three frameworks are in the tree, and nothing says which one is the app.
  @Test func theAppIsNotNamedAfterTheFirstFrame() throws {
    let frames = ["Alpha", "Beta"].enumerated().map { order, name in
      let id = "0B0C0D0E-0F10-1112-1314-15161718191\(order)"
      return
        #"{"binaryName":"\#(name)","binaryUUID":"\#(id)","address":\#(4_370_000_000 + order * 65536),"offsetIntoBinaryTextSegment":1152}"#
    }
    let tree =
      #"{"callStackPerThread":true,"callStacks":[{"threadAttributed":true,"callStackRootFrames":[{"subFrames":["#
      + frames[1] + "]," + frames[0].dropFirst() + "]}]}"
    #expect(try Self.process(tree)["name"] == nil)
    #expect(try !SampleText.markdown(tree).split(separator: "\n")[0].contains("Alpha"))
  }
}
