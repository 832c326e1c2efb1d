import CrashModel
import TestSupport
import Testing

@testable import Reports

/// Apple's text reports of public projects.
@Suite(.corpus)
struct AppleTextCorpusTests {
  /// Rows of INDEX.tsv whose counts are not ours, with ours and the reason.
  static let exceptions: [String: (frames: Int, reason: String)] = [
    "apple-text/inket-MacSymbolicator__919901c4-Samples_singlethread-sample.txt":
      (6, "the index counts the two unsymbolicated of six nodes; the same sample once symbolicated has six there too"),
    "apple-text/inket-MacSymbolicator__c1c69067-Samples_singlethread-sample.txt":
      (6, "the index counts the two unsymbolicated of six nodes; the same sample once symbolicated has six there too"),
    "apple-text/mobile-dev-inc-Symbolicator__memory_leak_unicode_unsymbolicated.txt": (
      133, "the index counts seven lines such as `1 (176 bytes) ROOT LEAK: 0x6000013746e0 [176]`, which list objects on the heap"
    ),
    "apple-text/mobile-dev-inc-Symbolicator__memory_leak_with_symbolicated_stacktrace.txt": (
      135, "the index counts one line that lists an object on the heap"
    ),
  ]

  /// The rows whose body is text.
  static func rows() throws -> [[String: String]] {
    try (Corpus.table("INDEX.tsv") + Corpus.moreTable("INDEX.tsv")).filter { row in
      let isTextBody = row["oddities", default: ""].contains("body is not JSON: legacy text")
      return row["format"] == "apple-text" || row["format"] == "ips" && isTextBody
    }
  }

  @Test func threadsAndFramesAreThoseOfTheIndex() throws {
    var seen = 0
    for row in try Self.rows() {
      let file = row["file", default: ""]
      let bytes = try Corpus.bytes(file)
      // An update log and a template that is JSON: no call stacks and no text report.
      if file.hasSuffix("otaSample.ips") || file.hasSuffix(".template.ips") {
        #expect(!AppleTextReader.recognises(bytes), "\(file)")
        continue
      }
      #expect(AppleTextReader.recognises(bytes), "\(file)")
      let reports = AppleTextReader.read(bytes)
      let frames = reports.reduce(0) { $0 + $1.frames.count }
      let wanted = Self.exceptions[file]?.frames ?? Int(row["frames", default: ""]) ?? 0
      #expect(frames == wanted, "\(file)")
      if let threads = Int(row["threads", default: ""]) {
        // The index counts a spindump's sampled threads, which are call trees here, and the thread of a crash handler.
        let found = reports.map { report in
          let handlers = report.backtraces.count { $0.kind == .recrash }
          return (report.threads.isEmpty ? report.callTrees.count : report.threads.count) + handlers
        }
        #expect(found.reduce(0, +) == threads, "\(file)")
      }
      let process = row["process", default: ""]
      #expect(process.hasPrefix(reports.first?.process.name ?? "?"), "\(file)")
      seen += 1
    }
    #expect(seen > 50)
  }

  @Test func everyFrameKnowsItsPlace() throws {
    for row in try Self.rows() {
      let file = row["file", default: ""]
      let bytes = try Corpus.bytes(file)
      for report in AppleTextReader.read(bytes) {
        var last = 0
        for frame in report.frames {
          let isInOrder = frame.sourceRange.lowerBound >= last && frame.sourceRange.upperBound <= bytes.count
          let isTail =
            frame.replaceableRange.lowerBound >= frame.sourceRange.lowerBound
            && frame.replaceableRange.upperBound == frame.sourceRange.upperBound
          if !isInOrder || !isTail { Issue.record("\(file): frame \(frame.index) has a wrong place") }
          last = frame.sourceRange.upperBound
        }
      }
    }
  }

  @Test func fillingChangesOnlyTailsAndInsertedLines() throws {
    for row in try Self.rows() {
      let file = row["file", default: ""]
      try AppleTextEditing.check(Corpus.bytes(file), name: file)
    }
  }

  @Test func cutReportsAreReadAsFarAsTheyGo() throws {
    for row in try Self.rows() {
      let bytes = try Corpus.bytes(row["file", default: ""])
      var random = SeededGenerator(0x5eed)
      let cuts =
        bytes.count <= 2048 ? Array(0...bytes.count) : (0..<12).map { _ in Int.random(in: 0...bytes.count, using: &random) }
      for cut in cuts {
        let prefix = Array(bytes[..<cut])
        _ = AppleTextReader.recognises(prefix)
        let reports = AppleTextReader.read(prefix)
        #expect(reports.allSatisfy { $0.frames.allSatisfy { $0.sourceRange.upperBound <= cut } })
      }
    }
  }
}
