import Foundation
import TestSupport
import Testing

/// Facts of text reports that JSON output has like those of `.ips` reports.
@Suite struct TextFactTests {
  private static let codes = "Exception Codes: 0x0000000000000000, 0x0000000000000000\n"

  @Test func bothLinesOfCodesAreRead() throws {
    let lines =
      "Exception Codes: KERN_INVALID_ADDRESS at 0x0000000000000010\nException Codes: 0x0000000000000001, 0x0000000000000010\n"
    let report = SampleText.replacing(Self.codes, with: lines).replacingOccurrences(
      of: "EXC_CRASH (SIGKILL)", with: "EXC_BAD_ACCESS (SIGSEGV)")
    let exception = try #require(try SampleText.object(report)["exception"] as? [String: Any])
    #expect(exception["subtype"] as? String == "KERN_INVALID_ADDRESS at 0x0000000000000010")
    #expect(exception["codes"] as? String == "0x0000000000000001, 0x0000000000000010")
    #expect(exception["faultAddress"] as? String == "0x10")
  }

  @Test func theTerminatingProcessHasItsID() throws {
    let block = "Termination Reason: SIGNAL 9 Killed: 9\nTerminating Process: exc handler [4711]\n"
    let object = try SampleText.object(SampleText.replacing(Self.codes, with: Self.codes + block))
    let termination = try #require(object["termination"] as? [String: Any])
    #expect(termination["byProcess"] as? String == "exc handler" && termination["byPID"] as? Int == 4711)
  }

  @Test func notesOnRegistersAreKept() throws {
    let state = """
      Thread 0 crashed with ARM Thread State (64-bit):
          x0: 0x0000000000000001   x1: 0x0000000000000002
         far: 0x0000000102e1c050  esr: 0x56000080  Address size fault

      Logical CPU:     2
      Error Code:      0x00000006 (no mapping for user data write)
      Trap Number:     14

      Binary Images:
      """
    let object = try SampleText.object(SampleText.replacing("Binary Images:", with: state))
    let thread = try #require((object["threads"] as? [[String: Any]])?.first)
    #expect(
      thread["registerNotes"] as? [String: String] == ["esr": "Address size fault", "trap": "(no mapping for user data write)"])
    let registers = try #require(thread["registers"] as? [String: String])
    #expect(registers["cpu"] == "0x2" && registers["err"] == "0x6" && registers["trap"] == "0xe" && registers["x1"] == "0x2")
  }

  @Test func theRoleAndTheKernelsTriageAreDetails() throws {
    let report = SampleText.replacing("Parent Process:", with: "Role:                Foreground\nParent Process:")
      .replacingOccurrences(of: "Thread 0 Crashed:", with: "Kernel Triage:\nVM - shortage\nVM - retried\n\n\nThread 0 Crashed:")
    let extra = try #require(try SampleText.object(report)["extra"] as? [String: String])
    #expect(extra == ["role": "Foreground", "kernelTriage": "VM - shortage\nVM - retried"])
    #expect(try SampleText.markdown(report).contains("- Role: `Foreground`\n"))
    let page = try Symbolicate.run(["-", "-f", "html"], input: Array(report.utf8)).stdout
    #expect(page.contains("<dt>Role</dt><dd>Foreground</dd>") && !page.contains("<h2>Role</h2>"))
  }

  @Test func theRegionsOfOlderSystemsAreADetail() throws {
    let block = "VM Regions Near 0x1:\n--> \n    __TEXT   0000000102a00000-0000000102a10000 [   64K] r-x\n\nThread 0 Crashed:"
    let text = "Application Specific Information:\ndyld2 mode\n\n" + block
    let report = SampleText.replacing("Thread 0 Crashed:", with: text)
    let extra = try #require(try SampleText.object(report)["extra"] as? [String: String])
    #expect(extra["vmRegionInfo"] == "VM Regions Near 0x1:\n-->\n    __TEXT   0000000102a00000-0000000102a10000 [   64K] r-x")
    let brief = try Symbolicate.run(["-", "-f", "brief"], input: Array(report.utf8)).stdout
    #expect(!brief.contains("dyld2 mode"))
  }

  @Test func aReasonOnTheNextLineBelongsToTheException() throws {
    let text = """
      Application Specific Information:
      *** Terminating app due to uncaught exception 'NSInternalInconsistencyException',
      reason: 'The table is not in a window.'

      Thread 0 Crashed:
      """
    let object = try SampleText.object(SampleText.replacing("Thread 0 Crashed:", with: text))
    let exception = try #require(object["exception"] as? [String: Any])
    #expect(exception["name"] as? String == "NSInternalInconsistencyException")
    #expect(exception["reason"] as? String == "The table is not in a window.")
  }

  @Test func whatKSCrashPrintsAfterTheImagesIsKept() throws {
    let appendix = """

      Extra Information:
      Object referenced by NSException:
      {
          "class": "__NSArrayI"
      }

      CrashDoctor Diagnosis: Application threw exception NSException: x
      Originated at or in a subcall of -[Kiosk open]

      """
    let extra = try #require(try SampleText.object(SampleText.plain + appendix)["extra"] as? [String: String])
    #expect(extra["extraInformation"] == "Object referenced by NSException:\n{\n    \"class\": \"__NSArrayI\"\n}")
    #expect(extra["diagnosis"] == "Application threw exception NSException: x\nOriginated at or in a subcall of -[Kiosk open]")
  }

  private static let leaks = """
    Process:         Kiosk [4711]
    Path:            /Users/USER/Library/Developer/CoreSimulator/Devices/A/data/Containers/Bundle/Application/B/Kiosk.app/Kiosk
    Identifier:      Kiosk
    Version:         ???
    Code Type:       X86-64
    Platform:        iOS Simulator

    Date/Time:       2022-07-26 12:11:47.963 +0400
    Launch Time:     2022-07-25 19:25:29.886 +0400
    OS Version:      iPhone OS 15.5 (19F70)
    Report Version:  7
    Analysis Tool:   /usr/bin/leaks
    ----

    leaks Report Version: 4.0
    Process 4711: 32077 nodes malloced for 6030 KB
    Process 4711: 2 leaks for 64 total leaked bytes.

    STACK OF 2 INSTANCES OF 'ROOT LEAK: <Basket>':
    1   dyld          0x10f1a351e start + 462
    0   Kiosk         0x1021caa4f Basket.add() + 63  Basket.swift:22
    ====
        2 (64 bytes) << TOTAL >>
          1 (32 bytes) ROOT LEAK: <Basket 0x600001431a40> [32]
          1 (32 bytes) ROOT LEAK: <Basket 0x600001440440> [32]

    """

  @Test func leaksAreCountedAndListed() throws {
    let object = try SampleText.object(Self.leaks)
    #expect(object["applicationSpecificInformation"] as? [String] == ["2 leaks for 64 total leaked bytes."])
    let listed = (object["extra"] as? [String: String])?["leaks"]
    #expect(
      listed == "1 (32 bytes) ROOT LEAK: <Basket 0x600001431a40> [32]\n1 (32 bytes) ROOT LEAK: <Basket 0x600001440440> [32]")
    let tree = try #require((object["callTrees"] as? [[String: Any]])?.first)
    #expect(tree["name"] as? String == "STACK OF 2 INSTANCES OF 'ROOT LEAK: <Basket>'")
    let speaker = (object["triage"] as? [String: Any])?["speaker"] as? [String: Any]
    #expect(speaker?["reason"] as? String == "the stack of the first leak")
    #expect((object["os"] as? [String: Any])?["name"] as? String == "iOS Simulator")
    let brief = try Symbolicate.run(["-", "-f", "brief"], input: Array(Self.leaks.utf8)).stdout
    #expect(
      brief.contains("Message: 2 leaks for 64 total leaked bytes.\n") && brief.contains("Ran 16 h 46 min\n"),
      "\(brief)")
  }

  /// The version and the build are then those of the Mac, and not of the simulator.
  @Test func theMacOfASimulatorStaysAMac() throws {
    let report = Self.leaks.replacingOccurrences(of: "iPhone OS 15.5 (19F70)", with: "macOS 12.4 (21F79)")
    let system = try SampleText.object(report)["os"] as? [String: String]
    #expect(system == ["name": "macOS", "version": "12.4", "build": "21F79"])
  }

  @Test func theStackOfALeakWasNotSampled() throws {
    let page = try Symbolicate.run(["-", "-f", "html"], input: Array(Self.leaks.utf8)).stdout
    #expect(page.contains("<span class=\"hint\"> 2 frames</span>") && !page.contains("1 sample<"))
  }

  @Test func briefsQuoteWhyAProcessWasEnded() throws {
    let line = "<RBSTerminateContext| domain:10 code:0x8BADF00D explanation:scene-create watchdog transgression"
    let block = "Termination Reason: FRONTBOARD 2343432205\n\(line)\nProcessState: Running\n\n"
    let report = SampleText.replacing(Self.codes, with: Self.codes + block)
    let brief = try Symbolicate.run(["-", "-f", "brief"], input: Array(report.utf8)).stdout
    #expect(brief.contains("Ended by: FRONTBOARD 2343432205 (0x8badf00d)\nDetails: \(line)\n"), "\(brief)")
  }

  /// A call stack without a header names neither a process nor a system.
  @Test func aBriefWithoutAHeaderIsASentence() throws {
    let text =
      "Thread 0 Crashed:\n0   Kiosk   0x0000000104e12118 0x104e0c000 + 24856\n1   Kiosk   0x0000000104e12200 0x104e0c000 + 25088\n"
    let run = try Symbolicate.run(["-", "-f", "brief"], input: Array(text.utf8))
    #expect(["crash", "report"].contains { run.stdout.hasPrefix("\($0)\nReport: ") }, "\(run.stdout)")
    let summary = try Symbolicate.run(["summarize", "-"], input: Array(text.utf8))
    #expect(!summary.stdout.contains("none in"), "\(summary.stdout)")
  }
}
