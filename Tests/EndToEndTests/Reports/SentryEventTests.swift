import Foundation
import TestSupport
import Testing

/// Events of Sentry that are no crash of the usual kind.
@Suite struct SentryEventTests {
  private static func event(_ parts: String) -> String {
    #"{"event_id":"46b059d2f1ca5c00a7383882cf54833e","platform":"cocoa","timestamp":1763635383.129,"#
      + #""release":"com.example.kiosk@4.2.0+1187","# + parts + "}"
  }

  private static let threads =
    #""threads":{"values":[{"id":0,"current":true,"stacktrace":{"frames":[{"function":"main","instruction_addr":"0x1043f4768"}]}}]}"#

  /// The system ended the app: no exception did.
  @Test func aTerminationByTheWatchdogIsNoException() throws {
    let exception =
      #""exception":{"values":[{"type":"WatchdogTermination","value":"The OS watchdog terminated your app.","#
      + #""mechanism":{"type":"watchdog_termination","handled":false}}]}"#
    let object = try SampleText.object(Self.event(exception))
    let information = object["applicationSpecificInformation"] as? [String]
    #expect(information == ["WatchdogTermination: The OS watchdog terminated your app."], "\(information ?? [])")
  }

  @Test(arguments: [
    #""message":{"formatted":"no stock"}"#, #""message":{"message":"no stock"}"#, #""message":"no stock""#,
    #""logentry":{"formatted":"no stock"}"#,
  ]) func messagesAreShown(message: String) throws {
    let text = Self.event(message + "," + Self.threads)
    #expect(try SampleText.object(text)["applicationSpecificInformation"] as? [String] == ["no stock"])
    let brief = try Symbolicate.run(["-", "-f", "brief"], input: Array(text.utf8)).stdout
    #expect(brief.hasPrefix("com.example.kiosk 4.2.0 (1187): report\n") && brief.contains("Message: no stock\n"), "\(brief)")
  }
}
