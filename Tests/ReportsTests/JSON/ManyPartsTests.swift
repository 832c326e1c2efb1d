import AppleLayout
import Bytes
import CrashModel
import Testing

@testable import Reports

/// Reports with many parts of one kind, in which every part must still find what belongs to it.
@Suite struct ManyPartsTests {
  private func reports(_ text: String) throws -> [CrashReport] { try ReportDocument(reading: Array(text.utf8)).reports }

  private static let head = "Incident Identifier: A\nProcess:             Shop [1]\n\n"
  private static let image = "\nBinary Images:\n0x1000 - 0x1fff +Shop arm64  <11111111111111111111111111111111> /a/Shop\n"

  // MARK: Apple's text

  @Test func everyListOfAddressesIsOpenedWhereItStands() throws {
    let lists = (0..<40).map { "Application Specific Backtrace \($0):\n(0x10\($0 + 10) 0x1020)\n\n" }.joined()
    let bytes = Array((Self.head + lists + Self.image).utf8)
    let reports = try ReportDocument(reading: bytes).reports
    let filled = AppleTextEditor.fill(bytes, reports: reports) { _, frame in frame == 41 ? ["second"] : nil }
    let text = String(decoding: filled, as: UTF8.self)
    #expect(text.contains("Backtrace 20:\n0   Shop                          \t0x00001030 0x1000 + 48\n1   Shop"))
    #expect(text.contains("\t0x00001020 second\n\nApplication Specific Backtrace 21:\n(0x1031 0x1020)\n"))
  }

  @Test func registersBelongToTheLastThreadOfTheirNumber() throws {
    let threads = [0, 1, 0, 2].map { "Thread \($0):\n0   Shop  0x1010 0x1000 + 16\n\n" }.joined()
    let registers = "Thread 0 crashed with ARM Thread State (64-bit):\n    x0: 0x7\n\n"
    let report = try reports(Self.head + threads + registers + Self.image)[0]
    #expect(report.threads.map { $0.registers.map(\.value) } == [[], [], [7], []])
  }

  @Test func theHeaderAboveTheFirstProcessHoldsForAllAndCountsBeforeTheirOwn() throws {
    let process = { (name: String) in
      "Process: \(name) [1]\nOS Version: other\nPath: /\(name)\nThread 0x1 DispatchQueue 1\n  1 start + 1 (dyld + 2) [0x1010]\n"
    }
    let reports = try reports("Date/Time: now\nOS Version: macOS 14.1 (23B74)\n" + process("a") + process("b") + process("c"))
    #expect(reports.map(\.process.path) == ["/a", "/b", "/c"])
    #expect(reports.map(\.time) == ["now", "now", "now"])
    #expect(reports.map(\.system.version) == ["14.1", "14.1", "14.1"])
  }

  @Test func notesArePutBelowTheFramesOfTheirOwnReports() throws {
    let bytes = Array((0..<3).map { _ in Self.head + "Thread 0:\n0   Shop  0x1010 0x1000 + 16\n" + Self.image }.joined().utf8)
    let reports = try ReportDocument(reading: bytes).reports
    let notes = [2: FrameNote(frame: 0, lines: ["note 2"]), 0: FrameNote(frame: 0, lines: ["note 0"])]
    let filled = AppleTextEditor.fill(bytes, reports: reports, notes: notes) { part, _ in part == 0 ? ["main"] : nil }
    let lines = String(decoding: filled, as: UTF8.self).split(separator: "\n").map(String.init)
    let below = lines.indices.filter { lines[$0].hasPrefix("note") }.map { lines[$0 - 1...$0].joined(separator: "|") }
    #expect(below == ["0   Shop  0x1010 main|note 0", "0   Shop  0x1010 0x1000 + 16|note 2"])
  }

  // MARK: JSON

  private static let frame = #"{"imageIndex":0,"imageOffset":16}"#

  private static func images(_ base: Int) -> String {
    #""images":[{"uuid":"11111111-1111-1111-1111-111111111111","base":\#(base),"size":4096,"name":"Shop"}]"#
  }

  @Test func anIndexMeansTheInnermostListOfImagesAroundItElseTheFirst() throws {
    let stack = #""frames":[\#(Self.frame),\#(Self.frame)]"#
    let inner = #"{\#(Self.images(8192)),"thread":{\#(stack)}}"#
    let text = #"{"x":{\#(stack)},"a":{\#(Self.images(4096)),"b":[\#(inner)],"c":{\#(stack)}},"d":{\#(stack)}}"#
    let report = try reports(text)[0]
    let addresses = report.backtraces.map { backtrace in report.frames[backtrace.frames.lowerBound].address?.value ?? 0 }
    let wanted: [UInt64] = [4112, 8208, 4112, 4112]
    #expect(addresses == wanted)
  }

  @Test func scopesAreEnteredAndLeftInTheOrderOfTheText() {
    var scopes = ImageListScopes([0..<100, 10..<50, 20..<30, 20..<30, 60..<70])
    #expect([5, 15, 25, 30, 55, 65, 99, 100].map { scopes.list(at: $0) } == [0, 1, 2, 1, 0, 4, 0, 0])
    var none = ImageListScopes([])
    #expect(none.list(at: 3) == nil)
  }

  @Test func pathsTellTheLastStepsOfMany() {
    var trail = JSONTrail.key("event", after: nil)
    trail = .key("frames", after: .element(2, after: .key("threads", after: trail)))
    #expect(trail.path() == "event.threads[2].frames")
    #expect(trail.path(withIndexes: false) == "event.threads[].frames")
    for _ in 0..<1_000 { trail = .key(String(repeating: "k", count: 1_000), after: trail) }
    #expect(trail.path().hasPrefix("....kkk") && trail.path().utf8.count < 1_100)
  }

  @Test func aWholeReportFarAfterManyCutOnesIsFound() throws {
    let whole = #"{"usedImages":[],"threads":[{"frames":[\#(Self.frame)]}],"bug_type":"309"}"# + "\n"
    let cut = #"{"usedImages":[{"a":1},"# + "\n"
    let other = String(repeating: #"{"msg":"x"}"# + "\n", count: 100)
    let reports = try reports(String(repeating: cut + other + whole, count: 30))
    #expect(reports.count { $0.frames.count == 1 } == 30)
  }

  @Test func sizesOfSeveralPayloadsGrowByWhatIsSetInEach() {
    var edits = ByteEdits()
    edits.replace(25..<26, with: Array("abc".utf8))
    edits.replace(5..<5, with: Array("xy".utf8))
    edits.replace(12..<14, with: [])
    edits.replace(18..<18, with: Array("far".utf8))
    #expect(edits.growth(in: [0..<10, 12..<15, 20..<30, 40..<50]) == [2, -2, 2, 0])
  }

  @Test func anExceptionFindsItsThreadByNumberElseTheOneThatCrashed() throws {
    let stack = { (address: Int) in #""stacktrace":{"frames":[{"instruction_addr":"\#(address)"}]}"# }
    let threads = #"{"values":[{"id":7,\#(stack(16))},{"id":8,"crashed":true},{"id":7,\#(stack(32))}]}"#
    let values = #"{"values":[{"type":"A","thread_id":7,\#(stack(16))},{"type":"B","thread_id":9,\#(stack(64))}]}"#
    let report = try reports(#"{"event_id":"x","platform":"cocoa","threads":\#(threads),"exception":\#(values)}"#)[0]
    #expect(report.threads.map { report.frames[$0.frames].map { $0.address?.value } } == [[16], [64], [32]])
    #expect(report.frames[report.threads[0].frames.lowerBound].otherPlaces.count == 1)
    #expect(report.backtraces.isEmpty)
  }

  @Test func diagnosticsAreOfTheKindOfTheListThatTheyStandInAndDamageIsToldWhereItIs() throws {
    let one = { (address: Int) in
      #"{"callStackTree":{"callStacks":[{"callStackRootFrames":[{"address":\#(address)}]}],"callStackPerThread":true},"diagnosticMetaData":{}}"#
    }
    let text = #"{"hangDiagnostics":[\#(one(4112)),\#(one(4113))],"crashDiagnostics":[\#(one(4114)),,\#(one(4115))]}"#
    let reports = try reports(text)
    #expect(reports.map(\.kind) == [.hang, .hang, .crash, .crash])
    let whole = try self.reports(#"{"crashDiagnostics":[\#(one(4114)),{"callStackTree":{"callStacks":[,]}}]}"#)
    #expect(whole.map { $0.diagnostics.contains { $0.message.hasPrefix("JSON has") } } == [false, true])
  }

  @Test func whatListsNoImagesIsToldByAKind() throws {
    let thread = #"{"crashed":true,"frames":[{"kind":"programCounter","address":"0x1010"}]}"#
    let texts = [
      #"{"kind":"crashReport","threads":[\#(thread)],"images":[]}"#,
      "*** Program crashed: Bad pointer dereference at 0x8 ***\n\nThread 0 crashed:\n\n0 0x0000000000001010 main in shop\n",
      #"{"report":{"id":"x"},"crash":{"threads":[{"backtrace":{"contents":[{"instruction_addr":4112}]}}]}}"#,
      #"{"event_id":"x","platform":"cocoa","threads":{"values":[{"stacktrace":{"frames":[{"instruction_addr":"0x1010"}]}}]}}"#,
    ]
    for text in texts { #expect(try reports(text)[0].diagnostics.count { $0.kind == .noImages } == 1) }
  }

  @Test(arguments: [
    ("/a/b.swift", "b.swift"), (#"C:\a\b.swift"#, "b.swift"), ("b.swift", "b.swift"), ("/a/", "/a/"), ("", ""), (#"a\"#, #"a\"#),
  ])
  func theLastPartOfAPathIsToldByEitherSeparator(path: String, last: String) {
    #expect(PathText.lastComponent(of: path) == last)
  }

  @Test func numbersOfFourDigitsDoNotRunIntoTheImage() {
    var line = GrowingBytes()
    FrameColumns.append(1_024, "Shop", 0x1010, layout: .tabbed, to: &line)
    #expect(String(decoding: line.array, as: UTF8.self).hasPrefix("1024 Shop "))
  }
}
