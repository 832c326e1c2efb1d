import Foundation
import TestSupport
import Testing

/// Stacks that overflowed, in trees that nest two levels of JSON a frame.
@Suite struct DeepNestingTests {
  private static let id = "4C4C44E4-5555-3144-A1B0-602671AD96B1"

  /// A MetricKit diagnostic of one stack with `count` frames, each nested in the one before.
  private static func diagnostic(_ count: Int, perThread: Bool = true) -> [UInt8] {
    let start =
      #"{"diagnosticMetaData":{"bundleIdentifier":"com.example.Shop","platformArchitecture":"arm64"},"callStackTree":"#
      + #"{"callStackPerThread":\#(perThread),"callStacks":[{"threadAttributed":true,"callStackRootFrames":["#
    let frames = (0..<count).map { index in
      #"{"binaryUUID":"\#(id)","offsetIntoBinaryTextSegment":\#(16_636 + 4 * index),"sampleCount":1,"binaryName":"Shop","#
        + #""address":\#(4_340_154_368 + 16_636 + 4 * index)"#
    }
    let end = String(repeating: "]}", count: count - 1)
    return Array((start + frames.joined(separator: #","subFrames":["#) + "}" + end + "]}]}}").utf8)
  }

  private static func missing(_ frames: String) -> String {
    """
    symbolicate: standard input: 0 of \(frames) frames of app images resolved; 1 image without symbols
      missing  Shop (arm64) \(id), \(frames) frames
               no search path given; use -s PATH
      get the dSYM from the .xcarchive (Xcode Organizer), the CI job, or for builds
        with bitcode App Store Connect's build page; pass it with -s PATH; on a Mac:
        mdfind "com_apple_xcode_dsym_uuids == 4C4C44E4-5555-3144-A1B0-602671AD96B1"

    """
  }

  @Test func everyFrameOfADeepStackIsShown() throws {
    let run = try Symbolicate.run(["-"], input: Self.diagnostic(5_000))
    #expect(run.status == 4)
    #expect(run.stderr == Self.missing("5,000"))
    let frames = run.stdout.split(separator: "\n").filter { $0.contains(" 0x102b18000 + ") }
    #expect(frames.count == 5_000)
    #expect(frames.last == "4999 Shop                          \t       0x102b20f18 0x102b18000 + 36632")
    #expect(!run.stdout.contains("..."))
  }

  @Test func theSameStackAsJSON() throws {
    let run = try Symbolicate.run(["-", "-f", "json", "-q"], input: Self.diagnostic(5_000))
    #expect(run.status == 4 && run.stderr.isEmpty)
    let report = try #require(try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
    let threads = try #require(report["threads"] as? [[String: Any]])
    #expect((threads[0]["frames"] as? [Any])?.count == 5_000)
  }

  /// Readers of JSON refuse 512 levels (Foundation) or 1,000 (Python).
  @Test func deepTreesAreFlattenedInJSON() throws {
    let run = try Symbolicate.run(["-", "-f", "json", "-q"], input: Self.diagnostic(3_000, perThread: false))
    #expect(run.status == 4 && run.stderr.isEmpty)
    let report = try #require(try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
    let tree = try #require((report["callTrees"] as? [[String: Any]])?.first)
    var nodes = try #require(tree["nodes"] as? [[String: Any]])
    var levels = 0
    while nodes.count == 1, let children = nodes[0]["children"] as? [[String: Any]] {
      nodes = children
      levels += 1
    }
    #expect(levels == 200 && nodes.count == 2_800)
    #expect(nodes.map { $0["depth"] as? Int } == [nil] + (201..<3_000).map { $0 })
  }

  @Test func deepTreesAsTextSayTheLevel() throws {
    let run = try Symbolicate.run(["-"], input: Self.diagnostic(1_000, perThread: false))
    #expect(run.status == 4 && run.stderr == Self.missing("1,000"))
    #expect(run.stdout.contains("Call graph (levels below 200 have their number instead of more indentation):\n"))
    #expect(run.stdout.contains("1  ??? (Shop + 20632) [0x102b1d098]  (level 999)\n"))
  }

  @Test func whatIsCutIsSaidAndMarked() throws {
    let run = try Symbolicate.run(["-"], input: Self.diagnostic(500_100))
    #expect(run.status == 4)
    #expect(
      run.stderr.hasPrefix(
        "symbolicate: standard input: JSON is nested deeper than 1,000,000 levels: what is deeper was not read (byte "))
    #expect(run.stdout.contains("\n...\n"))
  }

  @Test func treesInOtherJSONAreReadToTheirEnd() throws {
    let wrapped = Array(#"{"event":"crash","payload":"#.utf8) + Self.diagnostic(700) + Array("}".utf8)
    let run = try Symbolicate.run(["-"], input: wrapped)
    #expect(run.status == 4)
    #expect(
      run.stderr == """
        symbolicate: standard input: 0 of 700 frames of app images resolved; 1 image without symbols
          missing  Shop (arm64) 4C4C44E4-5555-3144-A1B0-602671AD96B1, 700 frames
                   no search path given; use -s PATH
          get the dSYM from the .xcarchive (Xcode Organizer), the CI job, or for builds
            with bitcode App Store Connect's build page; pass it with -s PATH; on a Mac:
            mdfind "com_apple_xcode_dsym_uuids == 4C4C44E4-5555-3144-A1B0-602671AD96B1"

        """)
    #expect(run.stdout.split(separator: "\n").filter { $0.contains(" 0x102b18000 + ") }.count == 700)
  }

  @Test func callStacksBelowTheSearchAreSaidToBeMissing() throws {
    let frames = #"{"frames":[{"address":"0x102b18100","image":"Shop"}]}"#
    let deep = String(repeating: #"{"a":"#, count: 1_200) + frames + String(repeating: "}", count: 1_200)
    let run = try Symbolicate.run(["-"], input: Array(#"{"near":\#(frames),"far":\#(deep)}"#.utf8))
    #expect(run.status == 4)
    #expect(run.stderr.contains(": values more than 1000 levels deep were not searched for call stacks (byte "))
    #expect(run.stdout.contains("0   Shop"))
  }

  /// What an app adds to a report may nest as deeply; it comes out as text where it does.
  @Test(arguments: ["json", "text", "markdown"]) func deepValuesOfTheAppBecomeText(format: String) throws {
    let deep = String(repeating: "[", count: 3_000) + "7" + String(repeating: "]", count: 3_000)
    let report =
      #"{"report":{"id":"1","version":"3.4","type":"standard"},"crash":{"error":{"type":"user"},"threads":[{"index":0,"#
      + #""crashed":true,"backtrace":{"contents":[{"instruction_addr":4340171004}]}}]},"user":{"deep":\#(deep)}}"#
    let run = try Symbolicate.run(["-", "-f", format], input: Array(report.utf8))
    #expect(run.status == 4)
    #expect(run.stdout.contains(String(repeating: "[", count: 2_800) + "7]"), "nothing is lost")
    if format == "json" { _ = try JSONSerialization.jsonObject(with: Data(run.output)) }
  }
}
