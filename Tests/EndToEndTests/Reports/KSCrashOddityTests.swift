import Foundation
import TestSupport
import Testing

/// KSCrash's reports that are not those of one crash on a device: of its handler, of a simulator, of an event without a crash.
@Suite struct KSCrashOddityTests {
  private static func report(_ crash: String, images: String = "", system: String = "", type: String = "standard") -> String {
    #"{"report":{"version":"3.2.0","id":"5256F92A-A0D5-43B7-93BF-D424943E36BF","process_name":"Kiosk","type":"\#(type)"},"#
      + #""binary_images":[\#(images)],"system":{"CFBundleExecutable":"Kiosk",\#(system)"system_version":"17.1"},"crash":\#(crash)}"#
  }

  private static let frame =
    #"{"object_name":"Kiosk","object_addr":4342890496,"instruction_addr":4342907420,"symbol_name":"pay","symbol_addr":4342907400}"#
  private static let badAccess =
    #""error":{"type":"mach","mach":{"exception":1,"exception_name":"EXC_BAD_ACCESS","code":1,"code_name":"KERN_INVALID_ADDRESS"},"address":24}"#

  private static func thread(_ frames: String, crashed: Bool = false) -> String {
    #"{"index":0,"crashed":\#(crashed),"backtrace":{"contents":[\#(frames)]}}"#
  }

  /// The thread is not marked as crashed, but it is the report's; the stack of the handler is not what the report is about.
  @Test func theOnlyThreadSpeaksBeforeTheHandlersStack() throws {
    let inner = Self.report(#"{\#(Self.badAccess),"threads":[\#(Self.thread(Self.frame))]}"#)
    let handler = Self.frame.replacingOccurrences(of: "pay", with: "strcmp")
    let outer =
      #"{"recrash_report":\#(inner),"crash":{"error":{"type":"signal","signal":{"signal":11}},"crashed_thread":\#(Self.thread(handler, crashed: true))}}"#
    let object = try SampleText.object(outer)
    let triage = try #require(object["triage"] as? [String: Any])
    let speaker = try #require(triage["speaker"] as? [String: Any])
    #expect(speaker["stack"] as? String == "threads[0]" && speaker["reason"] as? String == "the only thread with frames")
    #expect((triage["blame"] as? [String: Any])?["function"] as? String == "pay")
  }

  /// The report of the first crash is lost; this one is of the crash in its handler.
  @Test func aMinimalReportSaysWhatItIsOf() throws {
    let crash = #"{\#(Self.badAccess),"crashed_thread":\#(Self.thread(Self.frame, crashed: true))}"#
    let run = try Symbolicate.run(["inspect", "-"], input: Array(Self.report(crash, type: "minimal").utf8))
    let note = "note: the crash handler itself crashed: this is its crash, and the report of the first one is not in the file"
    #expect(run.stdout.contains(note), "\(run.stdout)")
    let standard = try Symbolicate.run(["inspect", "-"], input: Array(Self.report(crash).utf8))
    #expect(!standard.stdout.contains("the first one"), "\(standard.stdout)")
  }

  /// KSCrash states the build of the Mac, which no simulator has: the paths have that of the runtime.
  @Test func theSymbolsOfASimulatorAreThoseOfItsRuntime() throws {
    func image(_ path: String) -> String {
      #"{"name":"\#(path)","uuid":"4C4C4401-5555-3144-A100-0000000000A2","image_addr":6442450944,"image_size":65536,"cpu_type":16777228,"cpu_subtype":0}"#
    }
    let system = #"{"object_name":"UIKitCore","object_addr":6442450944,"instruction_addr":6442455040}"#
    let crash = #"{\#(Self.badAccess),"threads":[\#(Self.thread(system, crashed: true))]}"#
    let device = #""system_name":"iOS","os_version":"25B78","#
    let runtime = "Library/Developer/CoreSimulator/Profiles/Runtimes/iOS 26.1.simruntime/Contents/Resources/RuntimeRoot"
    let platform = "/Applications/Xcode.app/Contents/Developer/Platforms/iPhoneSimulator.platform"
    let cases = [
      ("/Library/Developer/CoreSimulator/Volumes/iOS_23B86/\(runtime)/UIKitCore", "iOS Simulator 26.1 (23B86) arm64", "23B86"),
      ("\(platform)/UIKitCore", "iOS Simulator 17.1 arm64", "BUILD"),
    ]
    for (path, name, build) in cases {
      let run = try Symbolicate.run(["-"], input: Array(Self.report(crash, images: image(path), system: device).utf8))
      #expect(run.stderr.contains("no symbols for \(name): 1 frame without a name, 1 system image\n"), "\(run.stderr)")
      #expect(run.stderr.contains("from a Mac with that simulator") && run.stderr.contains("--os-build \(build) DIR"))
    }
    let run = try Symbolicate.run(
      ["-"], input: Array(Self.report(crash, images: image("/System/UIKitCore"), system: device).utf8))
    #expect(run.stderr.contains("no symbols for iOS 17.1 (25B78) arm64"), "\(run.stderr)")
  }

  /// Bugsnag's reports of handled errors have no crash: everything is in the event. An image has its path in some frames only.
  @Test func anEventWithoutACrashHasItsFacts() throws {
    let id = "4C4C4401-5555-3144-A100-0000000000A1"
    func frame(_ file: String, _ method: String) -> String {
      #"{"method":"\#(method)","machoFile":"\#(file)","machoUUID":"\#(id)","machoLoadAddress":"0x10026a000","frameAddress":"0x1008b8c17"}"#
    }
    let path = "/Users/USER/Kiosk.app/Kiosk"
    let event =
      #"{"unhandled":false,"app":{"id":"com.example.kiosk","version":"3.1","bundleVersion":"42"},"#
      + #""device":{"modelNumber":"simulator","model":"iPhone12,1","osName":"iOS","osVersion":"13.7"},"#
      + #""exceptions":[{"errorClass":"Error","message":"Oops","stacktrace":[\#(frame("Kiosk", "reject")),\#(frame("Kiosk", "resolve"))]}],"#
      + #""threads":[{"id":"0","errorReportingThread":true,"stacktrace":[\#(frame(path, "main"))]}]}"#
    let text =
      #"{"report":{"version":"3.1.0","id":"5256F92A-A0D5-43B7-93BF-D424943E36BF","process_name":"Kiosk","type":"standard"},"user":{"event":\#(event)}}"#
    let object = try SampleText.object(text)
    #expect(object["kind"] as? String == "user", "the app handled the error")
    let process = try #require(object["process"] as? [String: Any])
    #expect(process["bundleID"] as? String == "com.example.kiosk" && process["build"] as? String == "42")
    #expect((object["device"] as? [String: Any])?["model"] as? String == "iPhone12,1")
    #expect((object["exception"] as? [String: Any])?["reason"] as? String == "Oops")
    let images = try #require(object["images"] as? [[String: Any]])
    #expect(images.count == 1 && images[0]["path"] as? String == path && images[0]["inApp"] as? Bool == true, "\(images)")
    let run = try Symbolicate.run(["-"], input: Array(text.utf8))
    #expect(run.stdout.contains("Exception Type:  Error\n") && run.stdout.contains("Application Specific Information:\nOops\n"))
  }

  /// KSCrash calls code 1 of a trap `KERN_INVALID_ADDRESS`, which it is only for an access to memory.
  @Test func theCodeOfATrapIsNoInvalidAddress() throws {
    let mach =
      #""mach":{"exception":6,"exception_name":"EXC_BREAKPOINT","code":1,"code_name":"KERN_INVALID_ADDRESS","subcode":4342907420}"#
    let error = #"{"type":"mach",\#(mach),"signal":{"signal":5,"name":"SIGTRAP"},"address":4342907420}"#
    let text = Self.report(#"{"error":\#(error),"threads":[\#(Self.thread(Self.frame, crashed: true))]}"#)
    let exception = try #require(try SampleText.object(text)["exception"] as? [String: Any])
    #expect(exception["codes"] as? String == "0x1, 0x102db821c" && exception["subtype"] == nil, "\(exception)")
    let markdown = try SampleText.markdown(text)
    #expect(markdown.contains("- Codes: `0x1, 0x102db821c`\n") && !markdown.contains("INVALID"), "\(markdown)")
    #expect(!markdown.contains("Fault address"), "it is in the codes")
  }

  /// Several lines of information: the one that the cause rests on says what happened. Codes of zeros say nothing.
  @Test func theBriefHasWhatTells() throws {
    let error =
      #"{"type":"mach","mach":{"exception":6,"exception_name":"EXC_BREAKPOINT","code":1},"signal":{"signal":5,"name":"SIGTRAP"}}"#
    func image(_ name: String, _ message: String) -> String {
      #"{"name":"/usr/lib/\#(name)","image_addr":4096,"image_size":1,"crash_info_message":"\#(message)"}"#
    }
    let images = [
      image("AppKit", "Performing @selector(pay:) from sender NSButton"),
      image("libswiftCore.dylib", "Kiosk/Basket.swift:14: Fatal error: empty"),
    ].joined(separator: ",")
    let crash = #"{"error":\#(error),"threads":[\#(Self.thread(Self.frame, crashed: true))]}"#
    let run = try Symbolicate.run(["-", "-f", "brief"], input: Array(Self.report(crash, images: images).utf8))
    #expect(run.stdout.contains("\nMessage: Kiosk/Basket.swift:14: Fatal error: empty\n"), "\(run.stdout)")
    let text = try Symbolicate.run(["-"], input: Array(Self.report(crash, images: images).utf8)).stdout
    #expect(text.contains("Performing @selector(pay:)"), "the other line is not lost")
  }
}
