import Jobs
import ReportTrial
import Reports

/// Logs, in pieces and as a whole.
enum LogBodies {
  /// The splitter and `filter`: whatever the pieces, the parts are the stream, and the work is in proportion.
  @Sendable static func log() -> FuzzTarget.Body {
    let trial = Trial(symbols: [])
    return { bytes in
      var result = Result<Void, Finding>.success(())
      ReportBodies.count(2_000 * bytes.count + 200_000, "filter") {
        result = Result { () throws(Finding) in
          try split(bytes)
          try trial.runFilter(bytes)
        }
      }
      try result.get()
    }
  }

  /// Splits in random pieces, which the contents determine.
  private static func split(_ bytes: [UInt8]) throws(Finding) {
    var numbers = SeededNumbers(seed: bytes.reduce(14_695_981_039) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 })
    var splitter = LogSplitter()
    var parts: [LogSplitter.Chunk] = []
    var at = 0
    while at < bytes.count {
      let end = min(bytes.count, at + 1 + numbers.below(numbers.pick([2, 40, 4_000])))
      parts += splitter.take(Array(bytes[at..<end]))
      if numbers.below(40) == 0 { parts += splitter.flush() }
      at = end
    }
    parts += splitter.flush()
    let joined = parts.flatMap { part -> [UInt8] in
      switch part {
      case .plain(let bytes), .report(let bytes): bytes
      case .stacks(let bytes, _): bytes
      }
    }
    try expect(joined == bytes, "the parts of a log in pieces are not the log")
  }

  /// `stream`: one line of JSON for a line.
  @Sendable static func stream() -> FuzzTarget.Body {
    let trial = Trial(symbols: [])
    return { try trial.runStream($0) }
  }
}
