import CrashModel
import JSONText
import Reports
import SymbolModel
import Testing

/// Habits of writers of JSON reports that a reader has to live with, one small report for each.
@Suite struct JSONOddityTests {
  private func report(_ text: String) throws -> CrashReport { try ReportDocument(reading: Array(text.utf8)).reports[0] }

  private func lines(_ text: String) throws -> [String] {
    let translation = try #require(try ReportDocument(reading: Array(text.utf8)).layoutAsRead)
    let images = String(decoding: translation.images, as: UTF8.self).split(separator: "\n").map(String.init)
    return translation.preamble + images + translation.epilogue
  }

  // MARK: .ips

  private static let header =
    #"{"bug_type":"309","app_name":"Shop","timestamp":"t","os_version":"iPhone OS 17.1 (21B74)"}"# + "\n"

  private static func body(_ more: String = "", images: String = image, frames: String = #"{"imageOffset":4660,"imageIndex":0}"#)
    -> String
  {
    header
      + #"{"procName":"Shop","procLaunch":"t","usedImages":[\#(images)],"threads":[{"id":4711,"triggered":true,"frames":[\#(frames)]}]\#(more)}"#
  }

  private static let image =
    #"{"source":"P","base":4294967296,"size":65536,"uuid":"8c1e2f30-0000-1111-2222-333344445555","path":"\/private\/var\/Shop.app\/Shop","arch":"arm64"}"#

  @Test func slashesAreEscaped() throws {
    #expect(try report(Self.body()).images[0].path == "/private/var/Shop.app/Shop")
  }

  @Test func aThreadsIdIsNotItsIndex() throws {
    #expect(try report(Self.body()).threads.map(\.index) == [0])
  }

  @Test func aThreadMayHaveNoFrames() throws {
    let report = try report(Self.body(frames: ""))
    #expect(report.threads.map { $0.frames.count } == [0])
    #expect(report.threads[0].crashed)
  }

  @Test(arguments: ["1", "true"]) func truthsAreNumbersOrWords(word: String) throws {
    #expect(try lines(Self.body(#","isCorpse":\#(word)"#)).contains("Exception Note:  EXC_CORPSE_NOTIFY"))
    #expect(try report(Self.body().replacing(#""triggered":true"#, with: #""triggered":\#(word)"#)).threads[0].crashed)
  }

  @Test(arguments: [
    #""vmRegionInfo":"0 is not in any region""#, #""vmregioninfo":"0 is not in any region""#,
    #""vmRegionInfo":"0 is not in any region","vmregioninfo":"0 is not in any region""#,
  ])
  func theMemoryRegionHasTwoSpellings(member: String) throws {
    let found = try lines(Self.body("," + member)).filter { $0.contains("not in any region") }
    #expect(found == ["VM Region Info: 0 is not in any region"])
  }

  @Test(arguments: [#""faultingThread":0,"#, ""]) func theFaultingThreadMayBeMissing(member: String) throws {
    let text = Self.body().replacing(#""triggered":true,"#, with: "").replacing(#"{"procName""#, with: #"{\#(member)"procName""#)
    #expect(try report(text).threads[0].crashed == !member.isEmpty)
  }

  @Test func aTrialsPacksAreAnObjectOrAList() throws {
    for packs in ["{}", "[]", #"{"a":["b"]}"#] {
      #expect(try report(Self.body(#","trialInfo":{"factorPackIds":\#(packs)}"#)).diagnostics.isEmpty)
    }
  }

  @Test(arguments: ["ARM-64", "ARM64"]) func theProcessorHasTwoSpellings(name: String) throws {
    let image = Self.image.replacing(#","arch":"arm64""#, with: "")
    let state = #","threadState":{"pc":{"value":9151314447111819828}}"#
    let text = Self.body(#","cpuType":"\#(name)""#, images: image).replacing(
      #""triggered":true"#, with: #""triggered":true\#(state)"#)
    // 0x7f000001_00001234: the counter is the frame's own once pointer authentication is taken off.
    #expect(try report(text).frames.map(\.kind) == [.exact])
  }

  @Test func imagesOfOperatingSystemFaultsHaveNeitherNameNorPath() throws {
    let image = #"{"source":"P","base":4294967296,"size":65536,"uuid":"8c1e2f30-0000-1111-2222-333344445555"}"#
    let report = try report(Self.body(images: image).replacing(#""309""#, with: #""308""#))
    #expect(report.images[0].id?.description == "8C1E2F30-0000-1111-2222-333344445555")
    #expect(report.frames[0].image == 0)
    #expect(report.diagnostics.map(\.message) == ["bug type 308 (operating system fault): its call stacks were read"])
  }

  @Test func aStackshotsProcessMayHaveANumberBelowZero() throws {
    let report = try report(
      #"{"bug_type":"409"}"# + "\n"
        + #"{"stackshot":{"binaryImages":[["8c1e2f30-0000-1111-2222-333344445555",4294967296,"P"]],"processByPid":{"-1":{"pid":-1,"procname":"Shop","threadById":{"7":{"userFrames":[[0,4660],[5,1]],"kernelFrames":[]}}}}}}"#
    )
    #expect(report.threads.map(\.name) == ["Shop [-1] thread 7"])
    #expect(report.frames.map { $0.address?.value } == [4_294_971_956, nil])
    #expect(report.diagnostics.contains { $0.message == "1 frame names an image that the report does not list" })
  }

  @Test func namesOfTheFirstLineMayDifferThatOfTheBodyCounts() throws {
    let text = Self.body().replacing(#""app_name":"Shop""#, with: #""app_name":"Shopping","name":"Store""#)
    #expect(try report(text).process.name == "Shop")
  }

  // MARK: KSCrash

  private static func kscrash(_ report: String, images: String = ksImage, contents: String = ksFrame) -> String {
    #"{"report":{"id":"x",\#(report)},"binary_images":[\#(images)],"crash":{"error":{"type":"mach"},"threads":[{"index":0,"crashed":true,"backtrace":{"contents":[\#(contents)],"skipped":0}}]}}"#
  }

  @Test(arguments: [
    "4294971956", #""0x100001234""#, #""0X100001234""#, #""4294971956""#, #""0x\u0031\u0030000\u0031234""#,
  ])
  func addressesAreNumbersOrTextInAnySpelling(_ spelling: String) throws {
    let frames = #"{"instruction_addr":\#(spelling)},{"instruction_addr":"0x1000012g4"},{"instruction_addr":"0x"}"#
    let report = try report(
      #"{"report":{"version":"3.4.0","type":"standard"},"crash":{"error":{"type":"mach"},"threads":[{"index":0,"backtrace":{"contents":[\#(frames)]}}]}}"#
    )
    #expect(report.frames.map { $0.address?.value } == [0x1_0000_1234])
  }

  private static let ksImage =
    #"{"image_addr":4294967296,"image_vmaddr":0,"image_size":65536,"name":"/var/Shop.app/Shop","uuid":"DFBF7BE2-4616-3213-8910-B341DA781E25","cpu_type":16777228,"cpu_subtype":0}"#
  private static let ksFrame = #"{"instruction_addr":4294971956}"#

  @Test(
    arguments: [
      (#""timestamp":"2013-01-02T03:04:05Z""#, "2013-01-02T03:04:05Z"), (#""timestamp":1500000000"#, "2017-07-14T02:40:00Z"),
      (#""timestamp":1765315753629383"#, "2025-12-09T21:29:13Z"),
      (#""timestamp":"1970-01-17T18:47:06Z""#, "1970-01-17T18:47:06Z"),
      (#""version":"3.4.0""#, nil),
    ] as [(String, String?)]) func timesAreTextSecondsMicrosecondsOrMissing(member: String, time: String?) throws
  {
    #expect(try report(Self.kscrash(member)).time == time)
  }

  @Test func swiftsReportsWithoutImagesSayHowToGetThem() throws {
    let report = try report(Self.swift(#"{ "kind": "programCounter", "address": "0x1004" }"#))
    #expect(report.diagnostics.map(\.message) == ["the report lists no images: run the program with SWIFT_BACKTRACE=images=all"])
  }

  @Test(arguments: [
    (-2_147_483_646, 16_777_228, "arm64e"), (0, 16_777_228, "arm64"), (-2_147_483_645, 16_777_223, "x86_64"),
    (8, 16_777_223, "x86_64h"), (9, 12, "armv7"), (6, 12, "armv6"),
  ])
  func subtypesOfProcessorsAreSigned(subtype: Int, type: Int, name: String) throws {
    let image = Self.ksImage.replacing(
      #""cpu_type":16777228,"cpu_subtype":0"#, with: #""cpu_type":\#(type),"cpu_subtype":\#(subtype)"#)
    #expect(try report(Self.kscrash(#""version":"3.3.0""#, images: image)).images[0].architecture?.name == name)
  }

  @Test func anImageMayHaveNoUUID() throws {
    let image = Self.ksImage.replacing(#""DFBF7BE2-4616-3213-8910-B341DA781E25""#, with: "null")
    #expect(try report(Self.kscrash(#""version":{"major":2,"minor":0}"#, images: image)).images[0].id == nil)
  }

  @Test func aFrameMaySayNothingButItsAddress() throws {
    #expect(try report(Self.kscrash(#""version":"3.3.0""#)).frames[0].image == 0)
  }

  @Test func aNameAtTheImagesOwnStartIsNone() throws {
    let frame =
      #"{"instruction_addr":4294971956,"object_addr":4294967296,"object_name":"Shop","symbol_addr":4294967296,"symbol_name":"near"}"#
    #expect(try report(Self.kscrash(#""version":"3.3.0""#, contents: frame)).frames[0].reported == nil)
  }

  @Test func bugsnagWritesACodeInHexadecimalDigits() throws {
    let text = Self.kscrash(#""version":"3.3.0""#).replacing(
      #""type":"mach""#, with: #""type":"mach","mach":{"exception":1,"code":"0x1","subcode":"0x18"}"#)
    #expect(try report(text).exception?.codes == "0x1, 0x18")
  }

  @Test func aTrailingCommaCostsNothing() throws {
    let text = Self.kscrash(#""version":"3.3.0""#).dropLast() + #","user":{"a":1,},}"#
    let report = try report(String(text))
    #expect(report.frames.count == 1)
    #expect(report.diagnostics.contains { $0.message == "JSON has a comma with nothing after it" && $0.byte != nil })
  }

  @Test func aReportMayHoldNothingButTheReportInsideIt() throws {
    let report = try report(#"{"recrash_report":\#(Self.kscrash(#""version":"3.1.0""#))}"#)
    #expect(report.frames.count == 1)
    #expect(report.images.count == 1)
  }

  @Test func aReportOfATerminationHasNeitherThreadsNorImages() throws {
    let report = try report(
      #"{"report":{"id":"x","version":"3.9.0","process_name":""},"system":{"process_name":"","CFBundleExecutable":"Shop"},"crash":{"error":{"type":"termination","termination_reason":"os_upgrade","is_fatal":true}}}"#
    )
    #expect(report.process.name == "Shop")
    #expect(report.kind == .other)
    #expect(report.termination?.indicator == "os_upgrade")
  }

  @Test func aListOfImagesMayBeEmptyAndFramesNameTheirOwn() throws {
    let frame = #"{"instruction_addr":4294971956,"object_addr":4294967296,"object_name":"Shop"}"#
    let report = try report(Self.kscrash(#""version":"3.1.0""#, images: "", contents: frame))
    #expect(report.images.map(\.name) == ["Shop"])
    #expect(report.frames.map(\.image) == [0])
  }

  // MARK: MetricKit

  private static func metricKit(_ data: String = "", frame: String, more: String = "") -> String {
    #"{"version":"1.0.0","diagnosticMetaData":{"osVersion":"iPhone OS 26.0 (23A5297m)","platformArchitecture":"arm64"\#(data)},"callStackTree":{"callStackPerThread":true,"callStacks":[{"threadAttributed":true,"callStackRootFrames":[\#(frame)]}]}\#(more)}"#
  }

  @Test func madeUpPayloadsOfTheSimulatorPlaceNothingWrongly() throws {
    let report = try report(
      Self.metricKit(
        frame:
          #"{"binaryUUID":"70B89F27-1634-3580-A695-57CDB41D7743","offsetIntoBinaryTextSegment":123,"sampleCount":20,"binaryName":"testBinaryName","address":74565}"#
      ))
    #expect(report.frames.map { $0.address?.value } == [74_565])
    #expect(report.images[0].loadAddress?.value == 74_442)
  }

  @Test func unknownMembersAndBytesAfterThePayloadCostNothing() throws {
    let frame =
      #"{"binaryUUID":"70B89F27-1634-3580-A695-57CDB41D7743","offsetIntoBinaryTextSegment":54784,"x":{"y":[1]},"address":4331327932,"binaryName":"Shop"}"#
    let report = try report(Self.metricKit(#","unknown":{"a":1}"#, frame: frame, more: #","z":[{}]"#) + "\n\u{1}garbage")
    #expect(report.frames.count == 1)
    #expect(
      report.diagnostics.contains { $0.severity == .warning && $0.message.hasSuffix("is not a crash report and was skipped") })
  }

  @Test func aReasonOfTerminationIsShownWhole() throws {
    let reason = "RBSTerminateContext| domain:10 code:0x8BADF00D explanation:scene-update watchdog transgression"
    let frame = #"{"address":4331327932}"#
    let text = Self.metricKit(#","terminationReason":"\#(reason)""#, frame: frame)
    #expect(try report(text).termination?.indicator == reason)
    #expect(try lines(text).contains("Termination Reason: " + reason))
  }

  // MARK: Swift

  private static func swift(_ frames: String, images: String = "") -> String {
    #"{ "timestamp": "t", "kind": "crashReport", "platform": "x86_64 Linux (Debian)", "architecture": "x86_64", "threads": [ { "crashed": true, "frames": [ \#(frames) ] } ], "images": [ \#(images) ] }"#
  }

  @Test func swiftsFramesMayBeGarbage() throws {
    let report = try report(
      Self.swift(#"{ "kind": "programCounter", "address": "0x3" }, { "kind": "returnAddress", "address": "0xffffffffffffffff" }"#)
    )
    #expect(report.frames.map { $0.address?.value } == [3, UInt64.max])
  }

  @Test func swiftsBuildIDsAreThoseOfELFOrMachO() throws {
    let elf =
      #"{ "name": "a", "buildId": "0123456789abcdef0123456789abcdef01234567", "path": "/a", "baseAddress": "0x1000", "endOfText": "0x2000" }"#
    let mach =
      #"{ "name": "b", "buildId": "8c1e2f30000011112222333344445555", "path": "/b", "baseAddress": "0x3000", "endOfText": "0x4000" }"#
    let none = #"{ "name": "c", "path": "/c", "baseAddress": "0x5000", "endOfText": "0x6000" }"#
    let images = try report(
      Self.swift(#"{ "kind": "programCounter", "address": "0x1004" }"#, images: [elf, mach, none].joined(separator: ", "))
    ).images
    #expect(images.map { $0.id?.bytes.count } == [20, 16, nil])
  }

  @Test func swiftsResumePointsAreExactItsCallsAreNot() throws {
    let kinds = ["programCounter", "returnAddress", "asyncResumePoint"]
    let frames = kinds.map { #"{ "kind": "\#($0)", "address": "0x1004" }"# }.joined(separator: ", ")
    #expect(try report(Self.swift(frames)).frames.map(\.kind) == [.exact, .returnAddress, .asyncResume])
  }

  @Test func memoryThatSwiftsRuntimeCapturedAndThreadsThatItLeftOutAreKept() throws {
    let text = Self.swift(#"{ "kind": "programCounter", "address": "0x1004" }"#).replacing(
      #""images""#, with: #""omittedThreads": 3, "capturedMemory": { "0x16d887110": "7077886d" }, "images""#)
    #expect(
      try lines(text).suffix(6)
        == ["", "Omitted Threads: 3", "", "Captured Memory:", "{", #"    "0x16d887110": "7077886d""#, "}"].suffix(6))
    #expect(try report(text).details.map(\.key) == ["omittedThreads", "capturedMemory"])
  }

  @Test(
    arguments: [
      ("macOS 26.1 (25B64)", "macOS", "26.1", "25B64"), ("Windows 11.0 build 26200", "Windows", "11.0", "26200"),
      ("x86_64 Linux (Debian GNU/Linux 12 (bookworm))", "Debian GNU/Linux", "12 (bookworm)", nil),
      ("aarch64 Linux (Ubuntu 22.04.3 LTS)", "Ubuntu", "22.04.3 LTS", nil), ("Haiku", "Haiku", nil, nil),
    ] as [(String, String, String?, String?)])
  func swiftsPlatforms(platform: String, name: String, version: String?, build: String?) throws {
    let text = Self.swift(#"{ "kind": "programCounter", "address": "0x3" }"#).replacing("x86_64 Linux (Debian)", with: platform)
    let system = try report(text).system
    #expect(system.name == name && system.version == version && system.build == build)
  }

  // MARK: Sentry

  @Test func sentrysListsStandAloneOrInValues() throws {
    let exception = #"{"type":"E","stacktrace":{"frames":[{"instruction_addr":"0x100001234"}]}}"#
    for list in [#"{"values":[\#(exception)]}"#, "[\(exception)]"] {
      #expect(try report(#"{"event_id":"a","platform":"cocoa","exception":\#(list)}"#).frames.count == 1)
    }
  }

  // MARK: Meter

  @Test func meterNumbersItsLines() throws {
    let text = """
      1 {"type":"objc","name":"c29tZXRoaW5n","reason":"a2Fib29t","time_ms":1646487651000}
      2 {"pc":4294971956}
      2 {"pc":4294971999}
      3 {"address":4294967296, "uuid":"8C1E2F30-0000-1111-2222-333344445555", "path":"/x/Shop.app/Shop"}

      """
    let report = try report(text)
    #expect(report.exception?.name == "something")
    #expect(report.exception?.reason == "kaboom")
    #expect(report.backtraces.map(\.kind) == [.lastException])
    #expect(report.frames.map { $0.address?.value } == [4_294_971_956, 4_294_971_999])
    #expect(report.frames.map(\.image) == [0, 0])
  }

  @Test func namesGoIntoTheObjectsOfMetersLines() throws {
    let text = """
      1 {"type":"objc","name":"c29tZXRoaW5n"}
      2 {"pc":4294971956}
      2 {"pc":4294971999}

      """
    let document = try ReportDocument(reading: Array(text.utf8))
    let source = SourceFrame(function: "pick()", file: "/src/Basket.swift", line: 12)
    let named = FrameResolution(basis: .line, symbol: "pick()", symbolOffset: 24, sources: [source])
    let answers = SymbolicatedReport(
      report: document.reports[0], resolutions: [FrameResolution(basis: .none, reason: .notLookedUp), named], imageStatuses: [],
      path: "-")
    let filled = String(decoding: document.filled(with: [answers]) { _, _ in nil }, as: UTF8.self)
    let expected = text.replacing(
      #"{"pc":4294971999}"#,
      with: #"{"pc":4294971999,"symbolication":[{"function":"pick()","file":"/src/Basket.swift","line":12}]}"#)
    #expect(filled == expected)
  }
}
