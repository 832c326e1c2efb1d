import Bytes

/// Assembles lines of text as bytes. Every line begins with the same head; a line end inside a text, which a hostile debug file
/// or report may contain, becomes a blank.
///
/// Example: with the head `0 App 0x1000 `, the lines `f [inlined] (a.c:3)` and `main + 12 (a.c:9)` of one frame.
public struct LineWriter: Sendable {
  /// The finished lines with their ends.
  public private(set) var bytes: [UInt8] = []
  /// The beginning of every line.
  public var head: [UInt8] = []
  /// The end of every line.
  public var end: [UInt8] = [UInt8(ascii: "\n")]

  /// Starts without a line.
  public init() {}

  /// The finished lines as strings, if there is no head and the ends are line feeds.
  public var lines: [String] {
    bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast().map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// Reserves this many bytes in total.
  public mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

  /// Writes a line with `body`, which has capacity for `room` bytes.
  public mutating func writeLine(room: Int, _ body: (inout OutputSpan<UInt8>) -> Void) {
    Self.writeLine(head, end, room: room, to: &bytes, body)
  }

  private static func writeLine(
    _ head: borrowing [UInt8], _ end: borrowing [UInt8], room: Int, to bytes: inout [UInt8],
    _ body: (inout OutputSpan<UInt8>) -> Void
  ) {
    let (head, end) = (head.span, end.span)
    bytes.append(addingCapacity: head.count + room + end.count) { output in
      output.append(copying: head)
      body(&output)
      output.append(copying: end)
    }
  }

  /// Adds whole lines, without the head.
  public mutating func append(lines: [String]) {
    for line in lines {
      bytes.append(lineOf: line)
      bytes += end
    }
  }

  /// Adds lines, each with the head.
  public mutating func write(_ texts: [String]) {
    for text in texts { writeLine(room: text.utf8.count) { $0.append(line: text.utf8.span) } }
  }

  /// Adds bytes that are whole lines already.
  public mutating func append(ready lines: [UInt8]) { bytes += lines }
}
