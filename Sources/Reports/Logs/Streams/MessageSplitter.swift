import Bytes

/// Divides a stream as `LogSplitter` does. If the lines of the stream are JSON objects with a message (`JSONMessageLine`), their texts
/// decide, and the parts have the lines themselves.
package struct MessageSplitter: Sendable {
  private var splitter = LogSplitter()
  /// Whether the stream began like JSON, or nil before its first byte.
  private var beginsLikeJSON: Bool?
  /// The beginning of a line.
  private var partial: [UInt8] = []
  /// The lines that were not passed on, from `first` on, each with the number of bytes that the splitter got for it.
  private var lines: [(bytes: [UInt8], count: Int)] = []
  private var first = 0
  /// The number of bytes of the first of them that were passed on.
  private var passed = 0

  /// Prepares to divide a stream.
  package init() {}

  /// What is held.
  package var held: LogSplitter.Held { splitter.held }

  /// Whether the last of the held bytes are a line without its end.
  package var holdsPartOfLine: Bool { !partial.isEmpty || splitter.holdsPartOfLine }

  /// Takes the next bytes of the stream, and returns the parts that are complete.
  package mutating func take(_ bytes: [UInt8]) -> [LogSplitter.Chunk] {
    if beginsLikeJSON == nil { beginsLikeJSON = bytes.first.map { $0 == UInt8(ascii: "{") } }
    guard beginsLikeJSON == true else { return splitter.take(bytes) }
    partial += bytes
    var chunks: [LogSplitter.Chunk] = []
    var start = 0
    while true {
      let end = ByteSearch.first(TextScan.newline, in: partial.span, from: start, to: partial.count)
      guard end < partial.count else { break }
      chunks += take(line: Array(partial[start...end]))
      start = end + 1
    }
    partial.removeFirst(start)
    // No line of messages is this long.
    if partial.count > JSONMessageLine.longest { chunks += takePartial() }
    return chunks
  }

  /// Passes on everything that is held but the beginning of a line: nothing arrived for a while.
  package mutating func flush() -> [LogSplitter.Chunk] { whole(splitter.flush()) }

  /// Passes on everything that is held: the stream has ended.
  package mutating func finish() -> [LogSplitter.Chunk] { takePartial() + whole(splitter.flush()) }

  private mutating func takePartial() -> [LogSplitter.Chunk] {
    guard !partial.isEmpty else { return [] }
    defer { partial = [] }
    return take(line: partial)
  }

  private mutating func take(line: [UInt8]) -> [LogSplitter.Chunk] {
    let text = JSONMessageLine(line, 0..<line.count).map { $0.text(line) } ?? line
    lines.append((line, text.count))
    return whole(splitter.take(text))
  }

  /// Returns parts with the lines of the stream in place of their texts. A line of which a part has only the beginning is in the next
  /// one.
  private mutating func whole(_ chunks: [LogSplitter.Chunk]) -> [LogSplitter.Chunk] {
    guard beginsLikeJSON == true else { return chunks }
    return chunks.compactMap { chunk in
      var bytes: [UInt8] = []
      switch chunk {
      case .plain(let text), .report(let text), .stacks(let text, _): passed += text.count
      }
      while first < lines.count, lines[first].count <= passed {
        bytes += lines[first].bytes
        passed -= lines[first].count
        first += 1
      }
      if first > 1024 || first == lines.count {
        lines.removeFirst(first)
        first = 0
      }
      guard !bytes.isEmpty else { return nil }
      return switch chunk {
      case .plain: .plain(bytes)
      case .report: .report(bytes)
      case .stacks(_, let context): .stacks(bytes, context: context)
      }
    }
  }
}
