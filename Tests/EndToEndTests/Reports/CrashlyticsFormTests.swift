import Foundation
import TestSupport
import Testing

/// Other forms in which stack traces of Crashlytics are passed on: nothing is lost without a message.
@Suite struct CrashlyticsFormTests {
  private static let plain = """
    Fatal Exception: NSRangeException
    0  CoreFoundation                 0x83f20 __exceptionPreprocess
    1  Kiosk                          0x452c (Missing UUID 4c4c44e455553144a1b0602671ad96b1)

    Crashed: com.apple.main-thread
    0  libsystem_kernel.dylib         0xb4c8 __pthread_kill + 8
    1  Kiosk                          0x4370 (Missing UUID 4c4c44e455553144a1b0602671ad96b1)

    """

  private static func quoted(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { "> " + $0 }.joined(separator: "\n")
  }

  private static func offsets(_ object: [String: Any], _ list: String) -> [[String?]] {
    (object[list] as? [[String: Any]] ?? []).map { stack in
      (stack["frames"] as? [[String: Any]] ?? []).map { $0["imageOffset"] as? String }
    }
  }

  /// Firebase writes times as JavaScript prints them; Fabric names the app, the system by its platform, and the identifier.
  @Test func headersHaveTimesAndNames() throws {
    let firebase =
      "# Crashlytics - Stack trace\n# Application: com.example.kiosk\n# Platform: apple\n# Version: 3.1 (12)\n"
      + "# Date: Sat Jun 22 2024 23:09:07 GMT-0700 (Pacific Daylight Time)\n\n" + Self.plain
    let summary = try Symbolicate.run(["summarize", "-"], input: Array(firebase.utf8)).stdout
    #expect(summary.contains("2024-06-22 "), "the day on the clock of whoever downloaded it: \(summary)")
    let fabric =
      "# Organization: Example\n# Platform: ios\n# Application: Kiosk\n# Version: 3.1\n# Bundle Identifier: com.example.kiosk\n"
      + "# OS Version: 12.2.0 (16E227)\n# Date: 2019-05-20T10:21:00Z\n\n" + Self.plain
    let object = try SampleText.object(fabric)
    let process = try #require(object["process"] as? [String: Any])
    #expect(process["name"] as? String == "Kiosk" && process["bundleID"] as? String == "com.example.kiosk")
    #expect((object["os"] as? [String: Any])?["name"] as? String == "iOS")
  }

  @Test func aQuotedCopyIsReadAndFilledIn() throws {
    let text = Self.quoted(Self.plain)
    let object = try SampleText.object(text)
    #expect(object["format"] as? String == "crashlytics")
    #expect(Self.offsets(object, "backtraces") == [["0x83f20", "0x452c"]])
    #expect(Self.offsets(object, "threads") == [["0xb4c8", "0x4370"]])
    let symbols = ["-s", FixtureFolder.path("Binaries/shop-cpp/out/ios-arm64")]
    let run = try Symbolicate.run(["-"] + symbols, input: Array(text.utf8))
    #expect(
      run.stdout.contains("> 1  Kiosk                          0x4370 checkout_entry + 12 (checkout.cpp:27)\n"), "\(run.stdout)")
    let alone = try Symbolicate.run(["-"] + symbols, input: Array(Self.plain.utf8))
    #expect(run.stdout == Self.quoted(alone.stdout))
  }

  /// Frames of Android are named with their place, and the text stays as it is.
  @Test func framesOfAndroidAreReported() throws {
    let text = """
      # Crashlytics - Stack trace
      # Application: com.example.kiosk
      # Platform: android
      # Version: 3.1 (12)

      Fatal Exception: java.lang.NullPointerException: Attempt to invoke a method
             at com.example.kiosk.MainActivity.pay(MainActivity.java:39)
             at android.app.Activity.performCreate(Activity.java:8000)
      #00 pc 000000000000113c  /data/app/libkiosk.so (pay+12) (BuildId: 00112233445566778899aabbccddeeff)

      """
    let run = try Symbolicate.run(["-"], input: Array(text.utf8))
    #expect(run.stdout == text)
    #expect(
      run.stderr.contains(
        "3 frames of Java or Android were skipped: only those of Apple's systems are read from Crashlytics (line 7)"),
      "\(run.stderr)")
  }

  @Test func aTableOfFramesIsNamed() throws {
    let text = "event_id,threads.frames.symbol,threads.frames.offset,threads.frames.library\n1,main,64,Kiosk\n"
    let run = try Symbolicate.run(["-"], input: Array(text.utf8))
    #expect(run.status == 1 && run.stderr.contains("a table (CSV) of frames; export its rows as JSON, one per line"))
  }
}
