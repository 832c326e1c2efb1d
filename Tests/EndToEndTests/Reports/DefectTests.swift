import Foundation
import TestSupport
import Testing

/// Small inputs that were read wrongly, besides those of the other suites here.
@Suite struct DefectTests {
  private static func frames(_ object: [String: Any], _ list: String) -> [[String?]] {
    (object[list] as? [[String: Any]] ?? []).map { stack in
      (stack["frames"] as? [[String: Any]] ?? []).map { $0["address"] as? String }
    }
  }

  @Test func aBlankLineDoesNotSplitTheStackOfAnException() throws {
    let text = """
      *** First throw call stack:
      (
      0 CoreFoundation 0x000000010f1941bb __exceptionPreprocess + 331

      1   libobjc.A.dylib                     0x000000010e2b6735 objc_exception_throw + 48
      2   Kiosk                               0x000000010df16000 -[Basket pay:] + 132
      )

      """
    #expect(Self.frames(try SampleText.object(text), "backtraces") == [["0x10f1941bb", "0x10e2b6735", "0x10df16000"]])
  }

  @Test func whatBacktracePrintsIsRead() throws {
    let text = """
      * thread #1, queue = 'com.apple.main-thread', stop reason = EXC_BAD_ACCESS (code=1, address=0x0)
        * frame #0: 0x0000000100003f5c Kiosk`main at main.swift:3:5
          frame #1: 0x000000019b0e7f28 dyld`start + 2236
          frame #3: 0x0000000104e12118 Kiosk`-[Basket pay] at Basket.m:20

      """
    let object = try SampleText.object(text)
    #expect(object["format"] as? String == "lldb")
    #expect(Self.frames(object, "threads") == [["0x100003f5c", "0x19b0e7f28", "0x104e12118"]])
    let frames = try #require((object["threads"] as? [[String: Any]])?.first?["frames"] as? [[String: Any]])
    #expect(frames.compactMap { ($0["reported"] as? [String: Any])?["line"] as? Int } == [3, 20])
  }

  @Test func theErrorOfASanitizerIsRead() throws {
    let text = """
      ==12345==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000010 at pc 0x55d4f5a1b2c3
      READ of size 4 at 0x602000000010 thread T0
          #0 0x55d4f5a1b2c2 in use /src/kiosk/main.cpp:13:7
          #1 0x55d4f5a1a0e4 in _start (/srv/kiosk+0x20e4) (BuildId: 00112233445566778899aabbccddeeff00112233)

      """
    let object = try SampleText.object(text)
    let exception = try #require(object["exception"] as? [String: Any])
    #expect(exception["type"] as? String == "AddressSanitizer" && object["kind"] as? String == "crash")
    #expect(exception["reason"] as? String == "heap-use-after-free on address 0x602000000010 at pc 0x55d4f5a1b2c3")
    let frames = try #require((object["backtraces"] as? [[String: Any]])?.first?["frames"] as? [[String: Any]])
    #expect(frames.map { $0["symbol"] as? String } == ["use", "_start"])
    #expect(try Symbolicate.run(["-"], input: Array(text.utf8)).stdout == text)
  }

  /// Measure marks all images of a simulator as the system's, counts threads from the crashed one, and gives frames outside of images
  /// the base 0.
  @Test func anEventOfMeasureIsOfTheApp() throws {
    let app = "/Users/USER/Library/Developer/CoreSimulator/Devices/0/data/Containers/Bundle/Application/0/Kiosk.app/Kiosk"
    let text = """
      {"handled": false, "threads": [{"name": "Thread 1", "sequence": 1, "frames": [
        {"binary_name": "Kiosk", "binary_address": "1084c4000", "symbol_address": "00000001084c6a03", "offset": 10755, "in_app": false}]}],
       "exceptions": [{"signal": "SIGABRT", "type": "", "thread_name": "Thread 0 Crashed", "frames": [
        {"binary_name": "Kiosk", "binary_address": "1084c4000", "symbol_address": "00000001084c6cf4", "offset": 11508, "in_app": false},
        {"binary_name": "???", "binary_address": "0", "symbol_address": "0000000108900fe0", "offset": 4438626272, "in_app": false}]}],
       "binary_images": [{"name": "Kiosk", "path": "\(app)", "start_addr": "1084c4000", "end_addr": "1084d1fff", "system": true,
        "uuid": "df8a3fadfcae3c9f93653b50aefbdcd2", "arch": "x86_64"}]}
      """
    let object = try SampleText.object(text)
    #expect(object["kind"] as? String == "crash" && (object["exception"] as? [String: Any])?["signal"] as? String == "SIGABRT")
    #expect((object["process"] as? [String: Any])?["name"] as? String == "Kiosk")
    let threads = try #require(object["threads"] as? [[String: Any]])
    #expect(threads.map { $0["index"] as? Int } == [0, 1] && threads.allSatisfy { $0["name"] == nil })
    #expect(threads.map { $0["crashed"] as? Bool } == [true, false], "the exception has the stack of the crashed thread")
    let images = try #require(object["images"] as? [[String: Any]])
    #expect(
      images.map { $0["name"] as? String } == ["Kiosk"] && images[0]["inApp"] as? Bool == true
        && images[0]["size"] as? Int == 57_344)
    #expect(Self.frames(object, "threads")[0] == ["0x1084c6cf4", "0x108900fe0"] && object["backtraces"] == nil)
    let run = try Symbolicate.run(["-"], input: Array(text.utf8))
    #expect(run.stdout.contains("Triggered by Thread:  0\n\nThread 0 Crashed:\n0   Kiosk"), "\(run.stdout)")
    #expect(run.stdout.contains("\n\nThread 1:\n") && !run.stdout.contains("Call stack at"))
    let markdown = try SampleText.markdown(text)
    #expect(markdown.hasPrefix("## SIGABRT in Kiosk") && markdown.contains("1  ???    0x108900fe0\n"), "\(markdown)")
  }

  /// The export of a session has many events: the facts are those of the event with the stack, not of the first one.
  @Test func theFactsAreThoseOfTheEventWithTheStack() throws {
    let frame = #"{"binary_name": "Kiosk", "binary_address": "1084c4000", "symbol_address": "00000001084c6cf4", "offset": 11508}"#
    func event(_ number: Int, _ more: String) -> String {
      #"{"timestamp": "2025-03-17T08:21:0\#(number).000Z", "attribute": {"app_version": "3.\#(number)"}\#(more)}"#
    }
    let exception =
      #"{"type": "NSRangeException", "message": "beyond bounds", "signal": "SIGABRT", "thread_name": "Thread 0 Crashed", "#
      + #""os_build_number": "22E252", "frames": [\#(frame)]}"#
    let crash = #", "exception": {"handled": false, "exceptions": [\#(exception)], "threads": []}"#
    let events = (0..<7).map { event($0, $0 == 5 ? crash : #", "http": {"type": "get"}"#) }.joined(separator: ", ")
    let object = try SampleText.object(#"{"events": [\#(events)]}"#)
    #expect(object["time"] as? String == "2025-03-17T08:21:05.000Z" && object["kind"] as? String == "crash")
    #expect((object["process"] as? [String: Any])?["version"] as? String == "3.5")
    let found = try #require(object["exception"] as? [String: Any])
    #expect(found["name"] as? String == "NSRangeException" && found["signal"] as? String == "SIGABRT", "\(found)")
    #expect(found["reason"] as? String == "beyond bounds")
    #expect((object["os"] as? [String: Any])?["build"] as? String == "22E252")
  }

  /// The text of a report is read again with all of its stacks, also if information is before the first one.
  @Test func aCallStackAfterInformationIsAStack() throws {
    let text = """
      Process:             Kiosk
      Exception Type:  ArgumentError

      Application Specific Information:
      Invalid argument(s)

      Call stack at exceptions[0].frames:
      0   Kiosk                         \t       0x1094e7deb 0x109400000 + 949739
      1   Kiosk                         \t       0x1094e7dab 0x109400000 + 949675

      Binary Images:
             0x109400000 -                ??? Kiosk arm64  <4521584f028b36c4b2e3d99c9acee25f> ???

      """
    let object = try SampleText.object(text)
    #expect(Self.frames(object, "backtraces") == [["0x1094e7deb", "0x1094e7dab"]])
    #expect(object["applicationSpecificInformation"] as? [String] == ["Invalid argument(s)"])
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
