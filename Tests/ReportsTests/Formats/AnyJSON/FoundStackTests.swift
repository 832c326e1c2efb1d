import CrashModel
import JSONText
import Reports
import SymbolModel
import TestSupport
import Testing

/// Call stacks at any key of JSON whose form nobody knows.
@Suite struct FoundStackTests {
  private static let header =
    #"{"bug_type":"999","timestamp":"2026-11-20 10:00:00 +0000","os_version":"iPhone OS 26.1 (23B85)","name":"Shop"}"# + "\n"
  private static let images =
    #""modules":[{"uuid":"8C1E2F30-0000-1111-2222-333344445555","base":4294967296,"size":65536,"path":"/private/var/Shop.app/Shop"}]"#

  private func report(_ text: String) throws -> CrashReport { try ReportDocument(reading: Array(text.utf8)).reports[0] }

  private func addresses(_ report: CrashReport, _ frames: Range<Int>) -> [UInt64?] {
    report.frames[frames].map { $0.address?.value }
  }

  @Test func anUnknownBugTypesCallStacksAreReadWhereverTheyStand() throws {
    let body = """
      {\(Self.images),"a":{"hangs":[{"stack":[{"imageIndex":0,"imageOffset":4660},{"imageIndex":0,"imageOffset":64}],
      "threads":[{"name":"io","triggered":true,"frames":[{"address":"0x100001234","imageName":"Shop"}]}]}]},
      "log":"hello\\n0   Shop      0x0000000100001234 Shop + 4660\\n1   Shop      0x0000000100001244 main + 3\\n",
      "callStack":[4294971956,4294971999],"numbers":[4294971956,4294971999]}
      """
    let report = try report(Self.header + body)
    #expect(report.format == .ips)
    #expect(report.backtraces.map(\.name) == ["a.hangs[0].stack", "log", "callStack"])
    #expect(report.threads.map(\.name) == ["io"])
    #expect(report.threads[0].crashed)
    #expect(addresses(report, report.backtraces[0].frames) == [0x1_0000_1234, 0x1_0000_0040])
    #expect(addresses(report, report.threads[0].frames) == [0x1_0000_1234])
    #expect(addresses(report, report.backtraces[1].frames) == [0x1_0000_1234, 0x1_0000_1244])
    #expect(addresses(report, report.backtraces[2].frames) == [4_294_971_956, 4_294_971_999])
    #expect(report.images.map { $0.id?.description } == ["8C1E2F30-0000-1111-2222-333344445555"])
    #expect(report.frames.allSatisfy { $0.image == 0 })
    #expect(
      report.diagnostics.map(\.message) == [
        "bug type 999 (unknown): its call stacks were read", "a call stack was found at a.hangs[].stack",
        "a call stack was found at a.hangs[].threads[].frames", "a call stack was found at log",
        "a call stack was found at callStack",
      ])
    #expect(report.diagnostics.allSatisfy { $0.severity == .warning && $0.byte != nil })
  }

  @Test func anUnknownBugTypeWithoutACallStackSaysSo() throws {
    let report = try report(Self.header + #"{"a":[{"address":4096,"size":16}],"b":"0x1 0x2"}"#)
    #expect(report.diagnostics.map(\.message) == ["bug type 999 (unknown): it has no call stacks"])
  }

  @Test func callStacksInTheTextAfterAnUnknownFirstLineAreReadWhereTheyStand() throws {
    let text =
      Self.header + "what happened\n0   Shop                                0x0000000100001234 main + 12\n"
      + "1   Shop                                0x0000000100001244 start + 3\nend\n"
    let document = try ReportDocument(reading: Array(text.utf8))
    #expect(document.reports[0].frames.count == 2)
    #expect(document.reports[0].process.name == "Shop")
    #expect(
      document.reports[0].diagnostics.map(\.message) == [
        "bug type 999 (unknown): only the call stacks in its text were read"
      ])
  }

  @Test func anEventOfAnUnknownLibraryIsReadByTheUsualNamesOfItsMembers() throws {
    let text = """
      {"event":{"threads":[{"id":"0","errorReportingThread":true,"stacktrace":[
      {"isPC":true,"frameAddress":"0x100001234","machoFile":"/x/Shop.app/Shop","machoUUID":"8C1E2F30-0000-1111-2222-333344445555",
       "machoLoadAddress":"0x100000000","method":"main","symbolAddress":"0x100001200"},
      {"frameAddress":"0x100001300","machoFile":"/x/Shop.app/Shop","machoUUID":"8C1E2F30-0000-1111-2222-333344445555",
       "machoLoadAddress":"0x100000000"}]}]}}
      """
    let report = try report(text)
    #expect(report.format == .json)
    #expect(report.threads.map(\.crashed) == [true])
    #expect(report.frames.map(\.kind) == [.exact, .returnAddress])
    #expect(report.frames[0].reported == ReportedSymbol(symbol: "main", offset: 0x34))
    #expect(report.images.map(\.name) == ["Shop"])
    #expect(report.images[0].loadAddress == RuntimeAddress(0x1_0000_0000))
    #expect(
      report.diagnostics.map(\.message) == [
        "unknown JSON layout; used the call stacks at event.threads[].stacktrace"
      ])
  }

  @Test func indexesCountInTheListOfImagesThatStandsBesideThem() throws {
    let text = """
      {"jobs":[{"memoryMap":[["A","8C1E2F30000011112222333344445555A"]],"stacks":[[[0,16],[-1,4294967296]]]},
      {"memoryMap":[["B","9C1E2F300000111122223333444455550"],["C","0"]],"stacks":[[[0,32],[1,48]]]}]}
      """
    let report = try report(text)
    #expect(report.frames.map { $0.image.flatMap { report.images[$0].name } } == ["A", nil, "B", "C"])
    #expect(report.frames.map { $0.imageOffset?.value } == [16, nil, 32, 48])
    #expect(report.frames[1].address?.value == 0x1_0000_0000)
    #expect(report.images[0].id?.description == "8C1E2F30-0000-1111-2222-333344445555")
  }

  @Test(arguments: [
    #"{"regions":[{"address":4096000,"name":"heap"}]}"#, #"{"stack":[1,2,3]}"#, #"{"points":[[1,2],[3,4]]}"#,
    #"{"frames":[{"x":1,"y":2}]}"#, #"{"peers":[{"ip":"10.0.0.1","address":"Main St"}]}"#,
    #"{"images":[{"address":99999999,"uuid":"x"}]}"#,
  ])
  func listsThatOnlyLookLikeCallStacksAreLeftAlone(text: String) {
    #expect(throws: ReportError.self) { try ReportDocument(reading: Array(text.utf8)) }
  }

  @Test func answersGoIntoTheObjectsAsAListOfTheirOwn() throws {
    let text =
      #"{"module":{"frames":[{"address":"0x100001234","image":"Shop","loadAddress":"0x100000000"},{"address":"0x100001300","image":"Shop"}]}}"#
    let filled = String(decoding: try JSONEditorTests.fill(Array(text.utf8)), as: UTF8.self)
    #expect(filled.contains(#""loadAddress":"0x100000000","symbolication":[{"function":"inner"#))
    #expect(JSONDocument(Array(filled.utf8)).firstError == nil)
    #expect(try ReportDocument(reading: Array(filled.utf8)).reports[0].frames.count == 2)
  }

  @Test func answersGoIntoStringsTooOneLineAFrame() throws {
    let lines = #"hello \"you\"\n0   Shop      0x0000000100001234 Shop + 4660\n1   Shop      0x0000000100001244 main + 3\nend"#
    let body = #"{\#(Self.images),"log":"\#(lines)","asiBacktraces":["0   Shop   0x0000000100001300 Shop + 4864\n"]}"#
    let text = Array((Self.header + body).utf8)
    let document = try ReportDocument(reading: text)
    func filled(_ document: ReportDocument) -> String {
      let bytes = document.filled(with: JSONEditorTests.answers(document)) { _, frame in
        ["inner [inlined] (a.c:1)", "call\(frame) + 4 (b.c:2)"]
      }
      return String(decoding: bytes, as: UTF8.self)
    }
    let result = filled(document)
    #expect(
      result.contains(
        #""log":"hello \"you\"\n0   Shop      0x0000000100001234 call1 + 4 (b.c:2)\n1   Shop      0x0000000100001244 call2 + 4 (b.c:2)\nend""#
      ))
    #expect(result.contains(#"["0   Shop   0x0000000100001300 call0 + 4 (b.c:2)\n"]"#))
    #expect(filled(try ReportDocument(reading: Array(result.utf8))) == result)
  }
}
