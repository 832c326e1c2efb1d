import TestSupport
import Testing

@testable import Reports

/// What a stream of text is cut into, however it arrives.
@Suite struct LogSplitterTests {
  private static func bytes(_ part: LogSplitter.Chunk) -> [UInt8] {
    switch part {
    case .plain(let bytes), .stacks(let bytes, _), .report(let bytes): bytes
    }
  }

  private static func stacks(_ parts: [LogSplitter.Chunk]) -> [String] {
    parts.compactMap { part in
      if case .stacks(let bytes, _) = part { String(decoding: bytes, as: UTF8.self) } else { nil }
    }
  }

  private static let frames = "0   Shop   0x0000000102f10d14 main + 3\n1   Shop   0x0000000102f10d18 start + 7\n"

  @Test func plainLinesPassAtOnce() {
    var splitter = LogSplitter()
    #expect(splitter.take(Array("one\ntwo 0x12 + 5\n".utf8)) == [.plain(Array("one\ntwo 0x12 + 5\n".utf8))])
    #expect(splitter.held == .nothing)
  }

  @Test func theBeginningOfALineIsHeldAndGivenAwayWhenNothingComes() {
    var splitter = LogSplitter()
    #expect(splitter.take(Array("login: ".utf8)).isEmpty)
    #expect(splitter.held == .line && splitter.holdsPartOfLine)
    #expect(splitter.flush() == [.plain(Array("login: ".utf8))])
    #expect(splitter.take(Array("0   Shop   0x1 main + 3\n".utf8)) == [.plain(Array("0   Shop   0x1 main + 3\n".utf8))])
  }

  @Test func framesAreHeldUntilAnotherLine() {
    var splitter = LogSplitter()
    #expect(Self.stacks(splitter.take(Array(Self.frames.utf8))).isEmpty)
    #expect(splitter.held == .frames && !splitter.holdsPartOfLine)
    #expect(splitter.take(Array("end\n".utf8)) == [.stacks(Array(Self.frames.utf8), context: []), .plain(Array("end\n".utf8))])
  }

  @Test func framesAtTheEndOfTheStreamWithoutALineEndAreACallStack() {
    var splitter = LogSplitter()
    let text = Array(Self.frames.dropLast().utf8)
    #expect((splitter.take(text) + splitter.flush()).flatMap(Self.bytes) == text)
    #expect(splitter.held == .nothing)
  }

  @Test func aTitleBeforeACallStackIsItsContext() {
    var splitter = LogSplitter()
    let parts = splitter.take(Array(("Backtrace of Thread 771:\n" + Self.frames + "end\n").utf8))
    #expect(parts.contains(.stacks(Array(Self.frames.utf8), context: Array("Backtrace of Thread 771:\n".utf8))))
  }

  @Test func anEventInOneLineIsDoneWithItsLine() {
    var splitter = LogSplitter()
    let line = #"{"stack":"0   Shop   0x0000000102f10d14 main + 3\n1   Shop   0x0000000102f10d18 start + 7"}"# + "\n"
    #expect(splitter.take(Array(line.utf8)) == [.stacks(Array(line.utf8), context: [])])
    #expect(splitter.held == .nothing)
  }

  @Test func aSwiftBacktraceIsHeldUntilItsLastLine() throws {
    let text = try FixtureFolder.bytes("Reports/swift-backtrace/text/server.log")
    var splitter = LogSplitter()
    let parts = splitter.take(text) + splitter.flush()
    let stacks = Self.stacks(parts)
    #expect(stacks.count == 1)
    #expect(stacks.first?.hasPrefix("Thread 0 \"shop\" crashed:") == true)
    #expect(stacks.first?.hasSuffix("Backtrace took 0.04s\n") == true)
    #expect(parts.flatMap(Self.bytes) == text)
  }

  @Test func tooLongALinePasses() {
    var splitter = LogSplitter(limits: LogSplitter.Limits(lines: 64, reports: 64))
    let long = [UInt8](repeating: UInt8(ascii: "x"), count: 100)
    #expect(splitter.take(long) == [.plain(long)])
    #expect(splitter.take(long) == [.plain(long)])
    #expect(splitter.take(Array("\n0   Shop   0x1 main + 3\n".utf8)) == [.plain([10])])
    #expect(splitter.held == .frames)
  }

  @Test func noByteIsLostHoweverTheStreamIsCut() throws {
    var generator = SeededGenerator(0x1095)
    for name in FixtureFolder.files(below: "Reports") {
      let text = try FixtureFolder.bytes(name)
      guard text.count < 60_000 else { continue }
      var splitter = LogSplitter(limits: LogSplitter.Limits(lines: 4096, reports: 4096))
      var result: [UInt8] = []
      var position = 0
      while position < text.count {
        let end = min(text.count, position + Int.random(in: 1...700, using: &generator))
        result += splitter.take(Array(text[position..<end])).flatMap(Self.bytes)
        if Int.random(in: 0..<8, using: &generator) == 0 { result += splitter.flush().flatMap(Self.bytes) }
        position = end
      }
      result += splitter.flush().flatMap(Self.bytes)
      #expect(result == text, "\(name)")
    }
  }
}

/// Whole reports in a stream of text.
@Suite struct LogReportTests {
  private static func cut(_ text: String) -> [LogSplitter.Chunk] {
    var splitter = LogSplitter()
    return splitter.take(Array(text.utf8)) + splitter.flush()
  }

  private static func reports(_ parts: [LogSplitter.Chunk]) -> [String] {
    parts.compactMap { part in
      if case .report(let bytes) = part { String(decoding: bytes, as: UTF8.self) } else { nil }
    }
  }

  private static func all(_ parts: [LogSplitter.Chunk]) -> String {
    String(
      decoding: parts.flatMap { part -> [UInt8] in
        switch part {
        case .plain(let bytes), .stacks(let bytes, _), .report(let bytes): bytes
        }
      }, as: UTF8.self)
  }

  @Test func anObjectOverSeveralLinesIsOnePart() {
    let object = "{\n  \"a\": [\n    1, 2\n  ],\n  \"b\": \"} text {\"\n}\n"
    let parts = Self.cut("before\n" + object + "after\n")
    #expect(Self.reports(parts) == [object])
    #expect(Self.all(parts) == "before\n" + object + "after\n")
  }

  @Test func textBeforeTheObjectOfTheSameLinePasses() {
    let parts = Self.cut("report: {\n\"a\": 1\n}\n")
    #expect(parts.first == .plain(Array("report: ".utf8)))
    #expect(Self.reports(parts) == ["{\n\"a\": 1\n}\n"])
  }

  @Test(arguments: ["func f() {\n  return 1\n}\n", "{\n{\n{\nx\n", "[\n[\nxyz\n", "{\n\"open\n\"}\n", "{\r\nno: 1\r\n}\r\n"])
  func whatIsNoJSONPassesAsItIs(_ text: String) {
    let parts = Self.cut(text)
    #expect(Self.reports(parts).isEmpty)
    #expect(Self.all(parts) == text)
  }

  @Test func framesInWhatTurnedOutToBeNoJSONAreFound() {
    let frames = "0   Shop   0x0000000102f10d14 main + 3\n1   Shop   0x0000000102f10d18 start + 7\n"
    let parts = Self.cut("{\n" + frames + "}\n")
    #expect(parts.contains(.stacks(Array(frames.utf8), context: [])))
  }

  @Test func aLineOfJSONWithABugTypeWaitsForItsBody() {
    let header = #"{"app_name":"Shop","bug_type":"309","os_version":"iPhone OS 17.1 (21B74)"}"# + "\n"
    let body = "{\n  \"procName\" : \"Shop\"\n}\n"
    #expect(Self.reports(Self.cut(header + body + "end\n")) == [header + body])
    #expect(Self.all(Self.cut(header + "end\n")) == header + "end\n")
    #expect(Self.reports(Self.cut(header + "end\n")).isEmpty)
  }

  @Test(arguments: ["apple-text/ios-arm64/Shop.crash", "plcrash/text/Shop.crash"])
  func applesTextIsOnePartUpToItsImages(_ name: String) throws {
    let files = FixtureFolder.files(below: "Reports").filter { $0.hasSuffix(name) }
    for file in files {
      let text = String(decoding: try FixtureFolder.bytes(file), as: UTF8.self)
      let parts = Self.cut("log\n" + text + "\nlog again\n")
      #expect(Self.reports(parts).count == 1, "\(file)")
      #expect(Self.all(parts) == "log\n" + text + "\nlog again\n")
    }
  }

  @Test func jsonWithoutAnEndIsNoReportAndItsLinesAreJudgedOneByOne() {
    var splitter = LogSplitter(limits: LogSplitter.Limits(lines: 64, reports: 256))
    let frames = "0   Shop   0x0000000102f10d14 main + 3\n1   Shop   0x0000000102f10d18 start + 7\n"
    let start = "{\n" + String(repeating: "  \"key\": [1, 2, 3],\n", count: 20)
    let parts = splitter.take(Array(start.utf8)) + splitter.take(Array((frames + "end\n").utf8))
    #expect(Self.reports(parts).isEmpty && Self.all(parts) == start + frames + "end\n")
    #expect(parts.contains(.stacks(Array(frames.utf8), context: [])))
    #expect(splitter.held == .nothing)
  }

  @Test func linesThatOnlyLookLikeAHeaderPass() {
    let text = "Process: Shop [12]\n" + String(repeating: "a line of a log\n", count: 30)
    #expect(Self.reports(Self.cut(text)).isEmpty)
    #expect(Self.all(Self.cut(text)) == text)
  }
}
