import Foundation
import TestSupport
import Testing

/// Reports as the backends of vendors store and export them, read by their keys.
@Suite struct VendorEventTests {
  private static let reports = "Reports/json/"
  private static let symbols = FixtureFolder.path("Binaries/shop-cpp/out/ios-arm64")

  private static func object(_ name: String) throws -> [String: Any] {
    let run = try Symbolicate.run([FixtureFolder.path(reports + name + "/report.json"), "-f", "json", "-s", symbols])
    return try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any] ?? [:]
  }

  private static func crashed(_ object: [String: Any]) throws -> [[String: Any]] {
    let threads = try #require(object["threads"] as? [[String: Any]]).filter { $0["crashed"] as? Bool == true }
    return threads.count == 1 ? threads[0]["frames"] as? [[String: Any]] ?? [] : []
  }

  @Test(arguments: ["datadog", "app-center", "new-relic", "raygun", "crash-report-kit"])
  func theCrashedThreadIsResolved(name: String) throws {
    let object = try Self.object(name)
    #expect(
      object["kind"] as? String == "crash" && (object["process"] as? [String: Any])?["version"] as? String ?? "4.2.0" == "4.2.0")
    let frames = try Self.crashed(object)
    #expect(frames.map { $0["kind"] as? String } == ["pc"] + Array(repeating: "return", count: frames.count - 1))
    let lines = frames.compactMap { ($0["sources"] as? [[String: Any]])?.last?["line"] as? Int }
    #expect(lines == [9, 27, 22, 33, 19, 31, 40, 71], "\(name)")
    let images = try #require(object["images"] as? [[String: Any]]).filter { $0["name"] as? String == "Shop" }
    #expect(images.count == 1 && images[0]["inApp"] as? Bool == true && images[0]["status"] as? String == "found")
    #expect((object["exception"] as? [String: Any])?["type"] as? String != nil)
    #expect((object["os"] as? [String: Any])?["version"] as? String == "17.1")
  }

  /// The crashed thread is in Datadog's events twice: it is shown once, and both are filled in.
  @Test func aStackThatIsRepeatedIsShownOnce() throws {
    let object = try Self.object("datadog")
    #expect(object["backtraces"] == nil)
    let notes = (object["diagnostics"] as? [[String: Any]] ?? []).compactMap { $0["message"] as? String }
    #expect(notes.contains("the call stack at error.stack repeats that of thread 0, and is not shown"), "\(notes)")
    let path = FixtureFolder.path(Self.reports + "datadog/report.json")
    let run = try Symbolicate.run([path, "-f", "same", "-s", Self.symbols])
    #expect(run.stdout.components(separatedBy: "checkout_entry + 12 (checkout.cpp:27)").count == 3)
    let text = try Symbolicate.run([path, "-s", Self.symbols]).stdout
    #expect(text.components(separatedBy: "checkout_entry + 12").count == 2 && !text.contains("Thread 0 name:  Thread 0"))
  }

  /// Every vendor's report of one crash has the same group, exception and cause.
  @Test(arguments: [
    ("datadog", "SIGSEGV", "SEGV_MAPERR at 0x18"), ("app-center", "SIGSEGV", "SEGV_MAPERR"),
    ("new-relic", "SIGSEGV", "SEGV_MAPERR"), ("crash-report-kit", "EXC_BAD_ACCESS", "0x1, 0x18"),
  ])
  func theExceptionIsWhole(name: String, type: String, codes: String) throws {
    let object = try Self.object(name)
    let exception = try #require(object["exception"] as? [String: Any])
    #expect(exception["type"] as? String == type && exception["codes"] as? String == codes)
    #expect(exception["faultAddress"] as? String == "0x18" && exception["reason"] as? String != codes)
    let triage = try #require(object["triage"] as? [String: Any])
    #expect(triage["class"] as? String == "bad-access" && (triage["group"] as? String)?.hasSuffix("/1:df4534339b4fe2b4") == true)
    #expect((triage["causes"] as? [[String: Any]])?.first?["id"] as? String == "null-member")
    let run = try Symbolicate.run([FixtureFolder.path(Self.reports + name + "/report.json")])
    #expect(run.stdout.contains("Exception Type:  \(type)\n"))
    #expect(run.stdout.contains("0x18\n"), "the address that was accessed")
  }

  /// The end of an image is its last byte, or the byte after it, or it is not given.
  @Test(arguments: ["datadog", "app-center", "new-relic", "raygun", "crash-report-kit"])
  func imagesHaveTheirSizeAndTheProcessItsName(name: String) throws {
    let object = try Self.object(name)
    let image = try #require((object["images"] as? [[String: Any]])?.first { $0["name"] as? String == "Shop" })
    #expect(image["size"] as? Int == 32_768)
    #expect(image["arch"] as? String == (name == "raygun" ? nil : "arm64"))
    #expect((object["process"] as? [String: Any])?["name"] as? String == "Shop")
    if name == "crash-report-kit" { #expect(object["id"] as? String == "2B1F4C1E-0A2B-4C3D-8E4F-5A6B7C8D9E0F") }
  }

  /// Few outputs have room for more than a line: what was accessed, and of which system, is in it.
  @Test(arguments: [
    ("app-center", "Shop 4.2.0 (1187) on iPhone14,5 iOS 17.1: bad-access", "What: SIGSEGV, SEGV_MAPERR at 0x18"),
    ("datadog", "Shop on iPhone14,5 iOS 17.1: bad-access", "What: SIGSEGV, SEGV_MAPERR at 0x18"),
    ("new-relic", "Shop 4.2.0 (1187) on iPhone14,5 OS 17.1: bad-access", "What: SIGSEGV, SEGV_MAPERR at 0x18"),
    ("crash-report-kit", "Shop 4.2.0 (1187) on iPhone14,5 iOS 17.1: bad-access", "What: EXC_BAD_ACCESS, 0x1, 0x18"),
  ])
  func theBriefHasTheAddress(name: String, subject: String, what: String) throws {
    let path = FixtureFolder.path(Self.reports + name + "/report.json")
    let lines = try Symbolicate.run([path, "-f", "brief"]).stdout.split(separator: "\n").map(String.init)
    #expect(lines.first == subject && lines.contains(what), "\(lines)")
  }

  /// The reason of an exception is in every output.
  @Test func theReasonIsInTheText() throws {
    let path = FixtureFolder.path(Self.reports + "datadog/report.json")
    #expect(try Symbolicate.run([path]).stdout.contains("\nApplication Specific Information:\nApplication crash: SIGSEGV\n"))
  }

  /// App Store Connect answers a request for a crash of TestFlight with the whole report in a string.
  @Test func aReportOfTestFlightIsRead() throws {
    for report in ["apple-text/ios-arm64/Shop.crash", "ips/ios-arm64/Shop-2026-11-20-114303.ips"] {
      let text = try FixtureFolder.text("Reports/" + report)
      let answer: [String: Any] = ["data": ["type": "betaCrashLogs", "id": "1", "attributes": ["logText": text]], "links": [:]]
      let bytes = [UInt8](try JSONSerialization.data(withJSONObject: answer))
      let run = try Symbolicate.run(["-", "-s", Self.symbols, "-f", "json"], input: bytes)
      let object = try #require(try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
      #expect((object["process"] as? [String: Any])?["build"] as? String == "1187", "\(report)")
      #expect(run.stdout.contains("checkout.cpp") && run.status == 0)
      // The text of the report is what a file with it gives, with all of its lines.
      for options in [[], ["--only-crashed"], ["-f", "side-by-side"]] {
        let nested = try Symbolicate.run(["-", "-s", Self.symbols] + options, input: bytes)
        let file = try Symbolicate.run(["-", "-s", Self.symbols] + options, input: Array(text.utf8))
        // What App Store Connect says beside it is other information.
        let text = nested.stdout.replacing("data.type: betaCrashLogs\n", with: "").replacing("data.id: 1\n", with: "")
        #expect(text == file.stdout && text.contains(".cpp:"), "\(report) \(options)")
      }
    }
  }

  /// The app's image of KSCrash's MetricKit plugin has neither a path nor a size.
  @Test func reportsOfKSCrashsMetricKitPluginAreOfTheApp() throws {
    let name = try #require(FixtureFolder.files(below: "Reports/kscrash/mach").first)
    let value = try JSONSerialization.jsonObject(with: Data(try FixtureFolder.bytes(name)))
    var report = try #require(value as? [String: Any])
    var head = try #require(report["report"] as? [String: Any])
    head["version"] = ["major": 3, "minor": 9, "patch": 0]
    head["finalized"] = false
    head["monitor_id"] = "MetricKit"
    report["report"] = head
    report["binary_images"] = (report["binary_images"] as? [[String: Any]])?.map { image in
      var image = image
      image["name"] = (image["name"] as? String)?.split(separator: "/").last.map(String.init)
      for key in ["image_size", "cpu_type", "cpu_subtype"] { image[key] = 0 }
      return image
    }
    let bytes = [UInt8](try JSONSerialization.data(withJSONObject: report))
    let run = try Symbolicate.run(["-", "-s", Self.symbols, "-v"], input: bytes)
    #expect(run.stderr.contains("of app images resolved") && !run.stderr.contains("no frames of app images"))
    #expect(run.stderr.contains("the report is not finalized") && run.stdout.contains("(checkout.cpp:9)"))
  }
}
