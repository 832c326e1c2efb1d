import CrashModel
import Reports
import SymbolModel
import Testing

/// MetricKit's diagnostics, one small one for each habit.
@Suite struct MetricKitReaderTests {
  private static let uuid = "4C4C44E4-5555-3144-A1B0-602671AD96B1"

  private func reports(_ text: String) throws -> [CrashReport] { try ReportDocument(reading: Array(text.utf8)).reports }

  private func frame(_ address: UInt64, _ offset: UInt64, _ more: String = "", key: String = "offsetIntoBinaryTextSegment")
    -> String
  {
    #"{"binaryUUID":"\#(Self.uuid)","\#(key)":\#(offset),"sampleCount":2,"binaryName":"Shop","address":\#(address)\#(more)}"#
  }

  private func tree(_ roots: String, perThread: Bool = true, key: String = "callStackRootFrames") -> String {
    #"{"callStacks":[{"threadAttributed":true,"\#(key)":[\#(roots)]}],"callStackPerThread":\#(perThread)}"#
  }

  /// 0x102b18000 is 4340154368.
  @Test(arguments: [
    // The distance, as since iOS 15; the load address, as in iOS 14; below 2 GB, as on a 32-bit watch, only pages can tell.
    (4_340_171_004, 16_636, 4_340_154_368), (4_340_171_004, 4_340_154_368, 4_340_154_368), (10_797_948, 10_797_056, 10_797_056),
    // Neither is a page's start: what is small is a distance.
    (74_565, 123, 74_442),
  ])
  func theOffsetIsADistanceOrALoadAddressByEvidence(address: UInt64, value: UInt64, load: UInt64) throws {
    let report = try reports(tree(frame(address, value)))[0]
    #expect(report.images[0].loadAddress == RuntimeAddress(load))
    #expect(report.frames[0].address == RuntimeAddress(address) && report.frames[0].image == 0)
  }

  @Test func oneFrameOfAnImageThatIsClearDecidesForTheOthers() throws {
    // 0x102b19000 is itself the start of a page: value and distance are both possible.
    let inner = frame(4_340_158_464, 4_096)
    let report = try reports(tree(frame(4_340_171_004, 16_636, #","subFrames":[\#(inner)]"#)))[0]
    #expect(report.images.map { $0.loadAddress } == [RuntimeAddress(4_340_154_368)])
  }

  @Test func anOffsetBeyondTheAddressPlacesNothing() throws {
    let report = try reports(tree(frame(16, 32)))[0]
    #expect(report.frames.count == 1 && report.images[0].loadAddress == nil)
  }

  @Test func inStacksOfThreadsTheFirstFrameIsExactTheCallersAreReturnAddresses() throws {
    let report = try reports(tree(frame(4_340_171_004, 16_636, #","subFrames":[\#(frame(4_340_171_008, 16_640))]"#)))[0]
    #expect(report.threads.map { $0.crashed } == [true])
    #expect(report.frames.map { $0.kind } == [.exact, .returnAddress])
    #expect(report.frames.map { $0.index } == [0, 1])
  }

  @Test func inTreesOfManyThreadsTheDeepestFramesAreExactAndInnerOnesAreOneByteShort() throws {
    let leaf = frame(4_340_171_008, 16_640)
    let report = try reports(
      tree(frame(4_340_171_004, 16_635, #","subFrames":[\#(leaf),\#(leaf)]"#), perThread: false))[0]
    #expect(report.threads.isEmpty && report.callTrees[0].nodes.map { $0.depth } == [0, 1, 1])
    #expect(report.callTrees[0].nodes.map { $0.sampleCount } == [2, 2, 2] && !report.callTrees[0].beginsInnermost)
    #expect(report.frames.map { $0.kind } == [.returnAddress, .exact, .exact])
    #expect(report.images.map { $0.loadAddress } == [RuntimeAddress(4_340_154_368)])
  }

  @Test func aFrameThatIsOneByteShortIsAReturnAddressWhereverItStands() throws {
    let report = try reports(tree(frame(4_340_171_004, 16_635) + "," + frame(4_340_171_004, 16_635), perThread: false))[0]
    #expect(report.frames.map { $0.kind } == [.returnAddress, .returnAddress])
  }

  @Test func branchesOfOneThreadAreATreeThatBeginsWithTheInnermostFrame() throws {
    let caller = frame(4_340_171_008, 16_640)
    let report = try reports(tree(frame(4_340_171_004, 16_636, #","subFrames":[\#(caller),\#(caller)]"#)))[0]
    #expect(report.callTrees.map { $0.name } == ["Thread_0"] && report.callTrees[0].beginsInnermost)
    #expect(report.frames.map { $0.kind } == [.exact, .returnAddress, .returnAddress])
  }

  @Test func aFlatListOfFramesIsAStack() throws {
    let frames = frame(4_340_171_004, 16_636, key: "offsetAddress") + "," + frame(4_340_171_008, 16_640, key: "offsetAddress")
    let report = try reports(tree(frames, key: "callStackFrames"))[0]
    #expect(report.threads.count == 1 && report.frames.map { $0.kind } == [.exact, .returnAddress])
    #expect(report.images.map { $0.loadAddress } == [RuntimeAddress(4_340_154_368)])
  }

  @Test func everyDiagnosticOfAPayloadIsAReportOfItsKind() throws {
    let one = #"[{"callStackTree":\#(tree(frame(4_340_171_004, 16_636))),"diagnosticMetaData":{}}]"#
    let kinds = ["crash", "hang", "cpuException", "diskWriteException", "appLaunch", "new"]
    let lists = kinds.map { "\"\($0)Diagnostics\":\(one)" }.joined(separator: ",")
    let found = try reports(#"{"timeStampBegin":"a","timeStampEnd":"b",\#(lists)}"#)
    #expect(found.map { $0.kind } == [.crash, .hang, .cpu, .diskWrite, .other, .other])
    #expect(found.allSatisfy { $0.time == "a to b" && $0.frames.count == 1 })
  }

  @Test(arguments: [
    (#""hangDuration":"20 sec""#, ReportKind.hang), (#""totalCPUTime":"20 sec""#, .cpu),
    (#""writesCaused":"2000 byte""#, .diskWrite),
    (#""launchDuration":"5 sec""#, .other), (#""signal":9"#, .crash),
  ])
  func aDiagnosticAloneTellsItsKindByWhatItMeasures(data: String, kind: ReportKind) throws {
    let report = try reports(#"{"callStackTree":\#(tree(frame(1, 0))),"diagnosticMetaData":{\#(data)}}"#)[0]
    #expect(report.kind == kind)
  }

  @Test func whatIsKnownOfTheCrashIsRead() throws {
    let data =
      #"{"osVersion":"iPhone OS 26.0 (23A5297m)","bundleIdentifier":"com.example.Shop","appVersion":"","pid":7,"signal":9,"exceptionType":10,"#
      + #""terminationReason":"<RBSTerminateContext| domain:10 code:0x8BADF00D>","exceptionReason":{"composedMessage":"out of stock","exceptionName":"ShopAudit"},"#
      + #""platformArchitecture":"arm64e"}"#
    let report = try reports(#"{"callStackTree":\#(tree(frame(4_340_171_004, 16_636))),"diagnosticMetaData":\#(data)}"#)[0]
    #expect(report.system.name == "iPhone OS" && report.system.version == "26.0" && report.system.build == "23A5297m")
    #expect(report.process.name == "Shop" && report.process.version == nil && report.process.pid == 7)
    #expect(report.exception?.type == "EXC_CRASH" && report.exception?.signal == "SIGKILL")
    #expect(report.exception?.name == "ShopAudit" && report.exception?.reason == "out of stock")
    #expect(report.termination?.indicator?.contains("0x8BADF00D") == true)
    #expect(report.images[0].inApp && report.images[0].architecture == Architecture("arm64e"))
  }

  @Test(arguments: [
    ("Shop", 4_340_154_368, true), ("libswiftCore.dylib", 4_340_154_368, false), ("dyld", 4_340_154_368, false),
    ("UIKitCore", 6_968_000_512, false), ("PayKit", 4_340_154_368, true),
  ])
  func imagesOfTheAppAreToldFromTheSystemsWithoutPaths(name: String, load: UInt64, inApp: Bool) throws {
    let frame =
      #"{"binaryUUID":"\#(Self.uuid)","offsetIntoBinaryTextSegment":64,"binaryName":"\#(name)","address":\#(load + 64)}"#
    #expect(try reports(tree(frame))[0].images[0].inApp == inApp)
  }

  @Test func aHangsThreadIsHighlightedItDidNotCrash() throws {
    let one = #"[{"callStackTree":\#(tree(frame(4_340_171_004, 16_636))),"diagnosticMetaData":{"signal":9}}]"#
    for (list, header) in [("hang", "Thread 0 Highlighted:"), ("crash", "Thread 0 Crashed:")] {
      let document = try ReportDocument(reading: Array(#"{"\#(list)Diagnostics":\#(one)}"#.utf8))
      #expect(document.layout(of: document.reports[0])?.threadHeaders == [[header]])
    }
  }

  @Test func whatTheSystemAddsToADiagnosticIsKept() throws {
    let data =
      #"{"signal":6,"appVersion":"1","regionFormat":"US","isTestFlightApp":true,"signpostData":[{"name":"load","isInterval":false}]}"#
    let document = try ReportDocument(
      reading: Array(#"{"callStackTree":\#(tree(frame(1, 0))),"diagnosticMetaData":\#(data)}"#.utf8))
    #expect(document.reports[0].details.map(\.key) == ["signposts", "metadata"])
    #expect(
      document.layout(of: document.reports[0])?.epilogue == [
        "", "Signposts:", "[", "    {", "        \"name\": \"load\",", "        \"isInterval\": false", "    }", "]", "",
        "Metadata:", "{",
        "    \"regionFormat\": \"US\",", "    \"isTestFlightApp\": true", "}",
      ])
  }

  @Test func framesWithoutANameAnAddressOrAnything() throws {
    let frames =
      #"{"binaryUUID":"\#(Self.uuid)","offsetIntoBinaryTextSegment":0,"address":0},{"binaryUUID":"\#(Self.uuid)","offsetIntoBinaryTextSegment":64},{},7"#
    let report = try reports(tree(frames, perThread: false))[0]
    #expect(report.frames.count == 3)
    #expect(report.frames[1].address == nil && report.frames[1].imageOffset == ImageOffset(64) && report.frames[1].image != nil)
    #expect(report.frames[2].image == nil)
  }

  @Test func aTreeThatIsCutOffIsReadAsFarAsItGoes() throws {
    let inner = frame(4_340_171_008, 16_640)
    let text = #"{"callStackTree":"# + tree(frame(4_340_171_004, 16_636, #","subFrames":[\#(inner)]"#))
    let report = try reports(String(text.prefix(300)))[0]
    #expect(report.frames.count == 2)
    #expect(report.diagnostics.contains { $0.message.hasPrefix("JSON ends early") })
  }

  @Test func nestingWithoutEndDoesNoHarm() throws {
    let deep = String(repeating: #"{"binaryUUID":"x","address":64,"subFrames":["#, count: 5_000)
    let report = try reports(#"{"callStacks":[{"callStackRootFrames":["# + deep)[0]
    #expect(report.frames.count == 5_000)
    #expect(!report.diagnostics.isEmpty)
  }
}
