import Bytes
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Reports

/// Reading text takes no more than so many steps a byte, whatever the text: nothing stands still, nothing goes back again and again.
@Suite(.serialized) struct ProgressTests {
  /// The most steps that a byte may cost, and what every text may cost beside that. Fixtures take 30 to 110.
  private static let perByte = 400
  private static let beside = 20_000

  /// The steps of reading a text in all ways; nil if they pass the limit. Then the thread that reads stays where it is.
  private func steps(_ bytes: [UInt8]) -> Int? {
    let ended = DispatchSemaphore(value: 0)
    let isOver = Mutex(false)
    let count = StepCount(limit: Self.perByte * bytes.count + Self.beside) {
      isOver.withLock { $0 = true }
      ended.signal()
      while true { Thread.sleep(forTimeInterval: 3600) }
    }
    Thread.detachNewThread {
      count.during {
        _ = try? ReportDocument(reading: bytes)
        _ = ReportDocument(readingLog: bytes)
        var splitter = LogSplitter()
        _ = splitter.take(bytes) + splitter.flush()
      }
      ended.signal()
    }
    ended.wait()
    return isOver.withLock { $0 } ? nil : count.total
  }

  private static let blanks = ["\u{A0}", "\u{202F}", "\u{3000}", "\u{2009}", "\u{85}", "\u{FEFF}", " \u{A0}", "\u{A0}\t"].map {
    Array($0.utf8)
  }

  @Test func aNoBreakSpaceBeforeAHexadecimalNumber() {
    for text in ["ok\nM\u{A0}A 0x1234 x", "Prix: 12\u{A0}EUR object at 0x600001f3 freed\n", "\u{A0} 0x1 \u{A0}", "à 0x1"] {
      #expect(steps(Array(text.utf8)) != nil, "\(text)")
    }
  }

  @Test func everyTextAmongTheFixtures() throws {
    for name in FixtureFolder.files(below: "Reports") {
      #expect(steps(try FixtureFolder.bytes(name)) != nil, "\(name)")
    }
  }

  @Test func blanksOfSeveralBytesAnywhere() throws {
    let seed = SeededGenerator.seed(of: "blanks", usual: 0xb1a4)
    var generator = SeededGenerator(seed)
    let names = FixtureFolder.files(below: "Reports")
    for name in names {
      let original = try FixtureFolder.bytes(name)
      let spaces = original.indices.filter { original[$0] == 0x20 }
      guard original.count < 40_000, !spaces.isEmpty else { continue }
      for _ in 0..<SeededGenerator.rounds(4, files: names.count) {
        var bytes = original
        for _ in 0..<Int.random(in: 1...30, using: &generator) {
          let blank = Self.blanks[Int.random(in: 0..<Self.blanks.count, using: &generator)]
          let space = min(spaces[Int.random(in: 0..<spaces.count, using: &generator)], bytes.count - 1)
          bytes.replaceSubrange(space..<space + Int.random(in: 0...1, using: &generator), with: blank)
        }
        #expect(steps(bytes) != nil, "\(name)")
      }
    }
  }

  @Test func longLinesAndManyLines() {
    let texts = [
      String(repeating: "1 ", count: 5_000) + "0x1234 x", String(repeating: "M\u{A0}", count: 5_000) + " 0x12 x\n",
      String(repeating: "0 a 0x1 b + 1\n", count: 2_000), String(repeating: "(in a) ", count: 3_000) + "[0x1]",
      "0 a 0x1 " + String(repeating: "b (c:1) ", count: 3_000), String(repeating: "Thread 0:\n", count: 3_000),
    ]
    for text in texts { #expect(steps(Array(text.utf8)) != nil, "\(text.prefix(40))") }
  }
}
