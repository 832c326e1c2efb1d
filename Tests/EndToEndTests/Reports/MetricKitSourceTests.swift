import Foundation
import TestSupport
import Testing

/// MetricKit's reports of iOS 27 and App Store Connect's logs, in the shapes that apps and servers pass on.
@Suite struct MetricKitSourceTests {
  private static let id = "4C4C4401-5555-3144-A100-0000000000A1"
  private static let system = "4C4C4401-5555-3144-A100-0000000000A2"

  private static func frame(_ address: Int, _ load: Int, _ id: String, _ below: String = "", _ more: String = "") -> String {
    #"{"subFrames":[\#(below)],"address":\#(address),"offsetIntoBinaryTextSegment":\#(address - load),"binaryUUID":"\#(id)"\#(more)}"#
  }

  private static func tree(_ roots: [String], isPerThread: Bool = true, binaries: String? = nil) -> String {
    let list = #"[{"name":"Kiosk","uuid":"\#(id)"},{"name":"dyld","uuid":"\#(system)"}]"#
    let stacks = roots.map { #"{"rootFrames":[\#($0)]}"# }.joined(separator: ",")
    return #"{"callStackPerThread":\#(isPerThread),"binaryInfo":\#(binaries ?? list),"callStackThreads":[\#(stacks)]}"#
  }

  private static let load = 0x1_0400_0000
  private static let start = frame(0x1_8a00_1000, 0x1_8a00_0000, system)
  /// Innermost outside: the crash, its caller, dyld.
  private static let chain = frame(load + 0x1234, load, id, frame(load + 0x2348, load, id, start))

  private static func frames(_ object: [String: Any], thread: Int = 0) throws -> [[String: Any]] {
    let threads = try #require(object["threads"] as? [[String: Any]])
    return try #require(threads[thread]["frames"] as? [[String: Any]])
  }

  @Test func everyFrameOfAReportIsRead() throws {
    let environment =
      #"{"bundleIdentifier":"com.example.Kiosk","applicationVersion":"3.1","applicationBuildVersion":"42","osVersion":{"platform":"iPhone OS","number":"27.0","buildNumber":"24A1"}}"#
    let report =
      #"{"timeRange":{"begin":800000000,"end":800000060.5},"environment":\#(environment),"crashDiagnostic":{"callStackTree":\#(Self.tree(["", Self.chain])),"signal":5},"version":"2.0.0"}"#
    let object = try SampleText.object(report)
    #expect(object["format"] as? String == "metrickit" && object["kind"] as? String == "crash")
    #expect(object["time"] as? String == "2026-05-09T06:13:20Z to 2026-05-09T06:14:20Z")
    let process = try #require(object["process"] as? [String: Any])
    #expect(process["version"] as? String == "3.1" && process["build"] as? String == "42")
    #expect((object["os"] as? [String: Any])?["build"] as? String == "24A1")
    #expect(try Self.frames(object).isEmpty, "a thread without frames keeps its number")
    let frames = try Self.frames(object, thread: 1)
    #expect(frames.map { $0["imageOffset"] as? String } == ["0x1234", "0x2348", "0x1000"])
    #expect(frames.map { $0["kind"] as? String } == ["pc", "return", "return"])
    let images = try #require(object["images"] as? [[String: Any]])
    #expect(images.map { $0["name"] as? String } == ["Kiosk", "dyld"] && images[0]["id"] as? String == Self.id)
    #expect(images[0]["loadAddress"] as? String == "0x104000000" && images[0]["inApp"] as? Bool == true)
  }

  @Test(arguments: [
    ("crashDiagnostic", "crash"), ("hangDiagnostic", "hang"), ("cpuExceptionDiagnostic", "cpu"),
    ("diskWriteExceptionDiagnostic", "disk-write"), ("memoryExceptionDiagnostic", "jetsam"), ("appLaunchDiagnostic", "other"),
  ])
  func aDiagnosticAloneHasItsKind(key: String, kind: String) throws {
    let object = try SampleText.object(#"{"\#(key)":{"callStackTree":\#(Self.tree([Self.chain]))}}"#)
    #expect(object["kind"] as? String == kind)
    #expect(try Self.frames(object).count == 3)
  }

  @Test func aTreeAloneAndSwiftsOwnFormOfBinariesAreRead() throws {
    let pairs = #"["\#(Self.id)",{"name":"Kiosk"},"\#(Self.system)",{"name":"dyld"}]"#
    for tree in [Self.tree([Self.chain]), Self.tree([Self.chain], binaries: pairs)] {
      let object = try SampleText.object(tree)
      #expect(try Self.frames(object).count == 3)
      #expect((object["images"] as? [[String: Any]])?.map { $0["name"] as? String } == ["Kiosk", "dyld"])
    }
  }

  /// A tree alone says neither which app nor which build of the system it is from: the images without debug files are named.
  @Test(arguments: [
    (load, "0 of 2 frames of app images resolved; 1 image without symbols", "Kiosk \(id), 2 frames"),
    (0x42_7000, "0 of 2 frames of app images resolved; 1 image without symbols", "Kiosk \(id), 2 frames"),
    (0x1_8b00_0000, "no frames of app images; 0 of 3 frames resolved; 2 images without symbols", "Kiosk \(id), 2 frames"),
  ])
  func aTreeAloneNamesWhatIsMissing(load: Int, summary: String, image: String) throws {
    let chain = Self.frame(load + 0x1234, load, Self.id, Self.frame(load + 0x2348, load, Self.id, Self.start))
    let run = try Symbolicate.run(["-"], input: Array(Self.tree([chain]).utf8))
    #expect(run.stderr.hasPrefix("symbolicate: standard input: \(summary)\n  missing  \(image)\n"), "\(run.stderr)")
    #expect(run.stderr.contains("missing  dyld \(Self.system), 1 frame") == summary.hasPrefix("no frames"))
  }

  /// With a build of the system to ask for, its images are not listed one by one, and of many only the first.
  @Test func imagesOfTheSystemAreListedOnlyIfNothingElseIs() throws {
    let ids = (0..<5).map { "4C4C4401-5555-3144-A100-0000000000B\($0)" }
    let names = ids.enumerated().map { #"{"name":"libkiosk\#($0).dylib","uuid":"\#($1)"}"# }.joined(separator: ",")
    let chain = ids.reversed().reduce("") { Self.frame(0x1_9000_1000, 0x1_9000_0000, $1, $0) }
    let tree = Self.tree([chain], binaries: "[\(names)]")
    let run = try Symbolicate.run(["-"], input: Array(tree.utf8))
    #expect(run.stderr.contains("0 of 5 frames resolved; 5 images without symbols\n"), "\(run.stderr)")
    #expect(run.stderr.hasSuffix("  missing  2 more images\n") && !run.stderr.contains("libkiosk3"))
    let system = #"{"platform":"iPhone OS","number":"27.0","buildNumber":"24A1"}"#
    let report = #"{"environment":{"osVersion":\#(system)},"crashDiagnostic":{"callStackTree":\#(tree)},"version":"2.0.0"}"#
    let whole = try Symbolicate.run(["-"], input: Array(report.utf8))
    #expect(!whole.stderr.contains("missing") && whole.stderr.contains("no symbols for iPhone OS 27.0 (24A1)"), "\(whole.stderr)")
  }

  /// The system killed the app because it did not respond.
  @Test func aWatchdogsCrashIsAHang() throws {
    let more = #","signal":9,"terminationReason":"FRONTBOARD 0x8badf00d scene-update watchdog transgression""#
    let object = try SampleText.object(#"{"crashDiagnostic":{"callStackTree":\#(Self.tree([Self.chain]))\#(more)}}"#)
    #expect(object["kind"] as? String == "hang")
  }

  /// A tree of many threads begins with dyld; if all its leaves are there, it is the other way round.
  @Test func theOrderOfATreeFollowsWhereThreadsBegin() throws {
    let outermost = Self.frame(0x1_8a00_1000, 0x1_8a00_0000, Self.system, Self.frame(Self.load + 0x1234, Self.load, Self.id))
    for (roots, isInnermost) in [(outermost, false), (Self.chain, true)] {
      let object = try SampleText.object(Self.tree([roots], isPerThread: false))
      let trees = try #require(object["callTrees"] as? [[String: Any]])
      #expect((trees[0]["innermostFirst"] as? Bool ?? false) == isInnermost)
    }
  }

  /// Where the system writes them as in a crash report, the namespace and the code of a termination are facts of their own.
  @Test func aTerminationHasItsNamespaceAndCode() throws {
    func brief(_ reason: String) throws -> String {
      let more = #","signal":9,"terminationReason":"\#(reason)""#
      let report = #"{"crashDiagnostic":{"callStackTree":\#(Self.tree([Self.chain]))\#(more)}}"#
      let object = try SampleText.object(report)
      let code = (object["termination"] as? [String: Any])?["code"] as? String ?? "no code"
      return code + "\n" + (try Symbolicate.run(["-", "-f", "brief"], input: Array(report.utf8)).stdout)
    }
    let dyld = try brief("Namespace DYLD, Code 0x1 Library missing")
    #expect(dyld.hasPrefix("0x1\n") && dyld.contains("\nEnded by: DYLD 0x1 Library missing\n"), "\(dyld)")
    #expect(dyld.contains("DYLD 0x1: library missing"), "\(dyld)")
    let signal = try brief("Namespace SIGNAL, Code 0x9")
    #expect(signal.hasPrefix("0x9\n") && !signal.contains("Ended by"), "the signal says so: \(signal)")
  }

  @Test func aMetricReportIsNamed() throws {
    let run = try Symbolicate.run(
      ["-"], input: Array(#"{"version":"2.0.0","timeRange":{"begin":1,"end":2},"environment":{}}"#.utf8))
    #expect(run.status == 1 && run.stderr.contains("a MetricKit report of metrics without call stacks"))
  }

  /// Frames that Apple named have no offset; numbers are strings.
  @Test func logsOfAppStoreConnectAreTrees() throws {
    func node(_ more: String, _ below: String = "") -> String {
      #"{"sampleCount":9,"isBlameFrame":false,"subFrames":[\#(below)],\#(more)}"#
    }
    let blamed =
      #"{"sampleCount":9,"isBlameFrame":true,"binaryName":"Kiosk","binaryUUID":"\#(Self.id)","address":"\#(Self.load + 0x1234)","offsetIntoBinaryTextSegment":"\#(0x1234)","subFrames":[]}"#
    let named = node(
      #""binaryName":"Kiosk","binaryUUID":"\#(Self.id)","address":"\#(Self.load + 0x2348)","symbolName":"main","offsetIntoSymbol":"8","fileName":"main.swift","lineNumber":"12""#,
      blamed)
    let root = node(
      #""binaryName":"dyld","binaryUUID":"\#(Self.system)","address":"0x18a001000","symbolName":"start","offsetIntoSymbol":"16""#,
      named)
    let metadata =
      #"{"bundleId":"com.example.kiosk","event":"diskwrites","eventDetail":"over 24 hours","writesCaused":"1.2 GB","osVersion":"iPhone OS 17.4 (21E219)","appVersion":"3.1","buildVersion":"42"}"#
    let insights = #"[{"insightsString":"Large writes.","insightsCategory":"DiskWrites","insightsURL":"https://example.com"}]"#
    let log =
      #"{"callStackTree":[{"callStackPerThread":true,"callStacks":[{"callStackRootFrames":[\#(root)]}]}],"diagnosticMetaData":\#(metadata)}"#
    let file =
      #"{"version":"1.0","productData":[{"signatureId":"a","diagnosticInsights":\#(insights),"diagnosticLogs":[\#(log),\#(log)]}]}"#
    let objects = try SampleText.json(file)
    #expect(objects.count == 2 && objects[0]["kind"] as? String == "disk-write")
    #expect((objects[0]["extra"] as? [String: Any])?["insights"] as? String == "DiskWrites: Large writes. (https://example.com)")
    #expect(objects[0]["applicationSpecificInformation"] as? [String] == ["writesCaused: 1.2 GB", "eventDetail: over 24 hours"])
    let trees = try #require(objects[0]["callTrees"] as? [[String: Any]])
    var nodes: [[String: Any]] = []
    var level = trees[0]["nodes"] as? [[String: Any]] ?? []
    while let node = level.first {
      nodes.append(node)
      level = node["children"] as? [[String: Any]] ?? []
    }
    #expect(nodes.map { $0["imageOffset"] as? String } == [nil, "0x2348", "0x1234"])
    #expect(nodes.map { $0["symbol"] as? String } == ["start", "main", nil])
    #expect(nodes.map { $0["blamed"] as? Bool } == [nil, nil, true])
    let images = try #require(objects[0]["images"] as? [[String: Any]])
    #expect(images.map { $0["name"] as? String } == ["dyld", "Kiosk"])
    #expect(try SampleText.markdown(file).contains("  * blamed\n"))
    let brief = try Symbolicate.run(["-", "-f", "brief"], input: Array(file.utf8)).stdout
    #expect(brief.contains("Insight: DiskWrites: Large writes. (https://example.com)\n"), "\(brief)")
    let page = try Symbolicate.run(["-", "-f", "html"], input: Array(file.utf8)).stdout
    #expect(page.contains("Blamed by the reporter: Kiosk + 4660"))
  }
}
