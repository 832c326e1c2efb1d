import Foundation
import TestSupport
import Testing

/// Outputs that once said different things of one report.
@Suite struct OneReportTests {
  /// A KSCrash report without its list of images.
  static func withoutImages() throws -> [UInt8] {
    let bytes = try FixtureFolder.bytes("Reports/kscrash/mach/report.json")
    var report = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    report["binary_images"] = nil
    return [UInt8](try JSONSerialization.data(withJSONObject: report, options: .sortedKeys))
  }

  @Test func aKSCrashReportWithoutImagesShowsInTextTheIDThatImageGives() throws {
    let binding = "Shop=0x102db4000,4C4C44E4-5555-3144-A1B0-602671AD96B1"
    let arguments = ["-", "--image", binding, "-s", "Binaries/shop-cpp/out/ios-arm64"]
    let run = try Symbolicate.run(arguments, input: Self.withoutImages(), directory: FixtureFolder.path)
    #expect(run.stdout.contains(" Shop ???  <4c4c44e455553144a1b0602671ad96b1> "))
    #expect(run.stdout.contains("(main.cpp:"))
    let again = try Symbolicate.run(
      ["-", "-s", "Binaries/shop-cpp/out/ios-arm64", "--format", "json"], input: run.output, directory: FixtureFolder.path)
    #expect(again.stdout.contains(#""id": "4C4C44E4-5555-3144-A1B0-602671AD96B1""#))
    #expect(again.stdout.contains(#""status": "found""#), "the text can be symbolicated again")
  }

  /// An `.ips` report whose body says nothing of the process: only its first line does.
  static let bare = #"""
    {"app_name":"Shop","timestamp":"2026-11-20 11:43:03.00 +0000","app_version":"4.2.0","build_version":"1187","bundleID":"com.example.shop","os_version":"iPhone OS 17.1 (21B74)","bug_type":"309"}
    {"product":"iPhone14,5","pid":411,"exception":{"type":"EXC_CRASH","signal":"SIGABRT"},"faultingThread":0,"threads":[{"triggered":true,"frames":[{"imageOffset":16,"imageIndex":0}]}],"usedImages":[{"source":"P","arch":"arm64","base":4294967296,"size":4096,"uuid":"8c1e2f30-0000-1111-2222-333344445555","path":"/a/Shop"}]}

    """#

  @Test func textOfAnIPSReportTakesProcessAndModelFromWhereJSONTakesThem() throws {
    let text = try Symbolicate.run(["-"], input: Array(Self.bare.utf8)).stdout
    for line in [
      "Hardware Model:      iPhone14,5", "Process:             Shop [411]", "Identifier:          com.example.shop",
      "Version:             4.2.0 (1187)", "OS Version:          iPhone OS 17.1 (21B74)",
    ] {
      #expect(text.contains(line + "\n"))
    }
    let json = try Symbolicate.run(["-", "--format", "json"], input: Array(Self.bare.utf8)).stdout
    #expect(json.contains(#""name": "Shop""#) && json.contains(#""model": "iPhone14,5""#))
  }
}
