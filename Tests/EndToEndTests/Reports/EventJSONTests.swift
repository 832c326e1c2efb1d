import Foundation
import TestSupport
import Testing

/// Events of services whose JSON is read by its keys.
@Suite struct EventJSONTests {
  @Test func anOffsetBesideASymbolsAddressIsNotThatInTheImage() throws {
    let text = """
      {"exceptions": [{"frames": [
        {"binary_name": "libc", "binary_address": "00000001028d0000", "symbol_address": "00000001028d885c", "offset": 8, "in_app": false},
        {"binary_name": "Cart", "binary_address": "0000000102324000", "symbol_address": "0000000102330020", "offset": 49184, "in_app": true}]}],
       "binary_images": [
        {"name": "Cart", "start_addr": "0000000102324000", "end_addr": "0000000102468000", "uuid": "0a1b2c3d4e5f60718293a4b5c6d7e8f9", "system": false},
        {"name": "libc", "start_addr": "00000001028d0000", "end_addr": "000000010290c000", "uuid": "b1b2b3b4b1b2c1c2d1d2e1e2e3e4e5e6", "system": true}]}
      """
    let report = try #require(try SampleText.reports(text).first)
    #expect(SampleText.frames(report, "backtraces", "address") == [["0x1028d885c", "0x102330020"]])
    #expect(SampleText.frames(report, "backtraces", "imageOffset") == [["0x885c", "0xc020"]])
    let images = report["images"] as? [[String: Any]] ?? []
    #expect(images.map { $0["inApp"] as? Bool } == [true, false])
  }

  @Test func anImageMayBeAnObject() throws {
    let text = """
      {"threads": [{"frames": [
        {"address": 4295000064, "image": {"name": "Cart", "uuid": "0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9", "offset": 32768}},
        {"address": 4295000128, "image": {"name": "Cart", "offset": 32832}}]}]}
      """
    let report = try #require(try SampleText.reports(text).first)
    let images = report["images"] as? [[String: Any]] ?? []
    #expect(images.map { $0["id"] as? String } == ["0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9"])
    #expect(SampleText.frames(report, "threads", "imageOffset") == [["0x8000", "0x8040"]])
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
    #expect(SampleText.frames(object, "threads", "address")[0] == ["0x1084c6cf4", "0x108900fe0"] && object["backtraces"] == nil)
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
}
