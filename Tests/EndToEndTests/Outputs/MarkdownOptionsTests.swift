import Foundation
import TestSupport
import Testing

/// Markdown for sites that fold nothing, and reports cut down to the crash.
@Suite struct MarkdownOptionsTests {
  private static let report = FixtureFolder.path("Reports/kscrash/mach/report.json")
  private static let symbols = FixtureFolder.path("Binaries/shop-cpp/out/ios-arm64")

  @Test func plainMarkdownFoldsNothing() throws {
    let folded = try Symbolicate.run([Self.report, "-s", Self.symbols, "-f", "markdown", "-q"])
    let plain = try Symbolicate.run([Self.report, "-s", Self.symbols, "-f", "markdown", "--plain", "-q"])
    #expect(folded.status == 0 && plain.status == 0 && plain.stderr.isEmpty)
    #expect(folded.stdout.contains("<details>\n<summary>Registers of thread 0</summary>"), "\(folded.stdout)")
    #expect(!plain.stdout.contains("<details>") && !plain.stdout.contains("<summary>"), "\(plain.stdout)")
    #expect(plain.stdout.contains("\n**Registers of thread 0**\n\n```\n"), "\(plain.stdout)")
    let words = folded.stdout.split(separator: "\n").filter { !$0.hasPrefix("<") }
    #expect(plain.stdout.split(separator: "\n").filter { words.contains($0) } == words, "nothing else changes")
  }

  @Test func plainIsForMarkdown() throws {
    let run = try Symbolicate.run([Self.report, "--plain"])
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(run.stderr.hasPrefix("symbolicate: option '--plain' needs '--format markdown'\n"))
  }

  /// Two threads in two images, and a third image that no frame lies in.
  private static let threads =
    #"{"procName":"Shop","procLaunch":"2026-11-20 10:00:00 +0000","faultingThread":1,"exception":{"type":"EXC_CRASH"},"threads":["#
    + #"{"frames":[{"imageOffset":100,"imageIndex":0}],"threadState":{"x":[{"value":7}]}},"#
    + #"{"triggered":true,"frames":[{"imageOffset":200,"imageIndex":1}],"threadState":{"x":[{"value":9}]}}],"usedImages":["#
    + ["Kit", "Shop", "Rest"].enumerated().map { order, name in
      #"{"base":\#(4_340_154_368 + order * 65_536),"size":65536,"name":"\#(name)","arch":"arm64","source":"P","#
        + #""uuid":"8c1e0b1f-0000-3144-a1b0-602671ad96b\#(order)","path":"/private/var/containers/X.app/\#(name)"}"#
    }.joined(separator: ",") + "]}"
  private static let ips = Array((#"{"bug_type":"309","os_version":"iPhone OS 17.1 (21B74)"}"# + "\n" + threads).utf8)

  @Test func onlyTheCrashedThreadsImagesAreListed() throws {
    for format in ["markdown", "text"] {
      let run = try Symbolicate.run(["-", "-f", format, "--only-crashed", "-q"], input: Self.ips)
      #expect(run.status == 4 && run.stderr.isEmpty)
      #expect(!run.stdout.contains("Kit") && !run.stdout.contains("Rest") && run.stdout.contains("Shop"), "\(run.stdout)")
      #expect(run.stdout.contains("x0: 0x") && !run.stdout.contains("0x7"), "\(run.stdout)")
    }
  }

  @Test func inJSONFramesReferToTheImagesThatAreThere() throws {
    let run = try Symbolicate.run(["-", "-f", "json", "--only-crashed", "-q"], input: Self.ips)
    #expect(run.status == 4 && run.stderr.isEmpty)
    let report = try #require(try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
    let images = try #require(report["images"] as? [[String: Any]])
    #expect(images.map { $0["name"] as? String } == ["Shop"])
    let threads = try #require(report["threads"] as? [[String: Any]])
    let frames = try #require(threads.first?["frames"] as? [[String: Any]])
    #expect(threads.count == 1 && frames.map { $0["image"] as? Int } == [0])
    #expect((threads[0]["registers"] as? [String: String]) == ["x0": "0x9"])
  }

  @Test func inTextTheOtherLinesStay() throws {
    let path = FixtureFolder.path("Reports/apple-text/ios-arm64/Shop.crash")
    let original = String(decoding: try FixtureFolder.bytes("Reports/apple-text/ios-arm64/Shop.crash"), as: UTF8.self)
    let run = try Symbolicate.run([path, "--only-crashed", "-q"])
    #expect(run.status == 4 && run.stderr.isEmpty)
    let lines = original.components(separatedBy: "\n")
    let kept = run.stdout.components(separatedBy: "\n")
    #expect(kept.allSatisfy(lines.contains) && kept.count < lines.count)
    let images = try #require(kept.firstIndex(of: "Binary Images:"))
    let names = kept[(images + 1)...].compactMap { $0.firstMatch(of: /- 0x[0-9a-f]+ (\w+)/).map { String($0.1) } }
    #expect(names == ["Shop", "CoreFoundation", "UIKitCore", "dyld", "GraphicsServices"])
  }
}
