import CrashModel

/// The process that the start of a line in a log names:
///
///     2026-11-20 11:43:03.129 Shop[3608:51707] *** Terminating app ...                              NSLog
///     Nov 20 11:43:03 phone Shop(CoreFoundation)[3608] <Error>: *** Terminating app ...             syslog, devices
struct LoggedProcess {
  /// The process's name.
  let name: String
  /// Its process ID.
  let pid: Int
  /// The time of the line in the log's spelling, or nil if it has none with a date.
  let time: String?

  /// Reads the part of a line before a message. Returns nil if it names no process.
  init?(_ bytes: [UInt8], _ prefix: Range<Int>) {
    guard let found = Self.brackets(bytes, prefix) else { return nil }
    let head = prefix.lowerBound..<found.open
    let stamp = Self.timestamp(bytes, head)
    // NSLog writes the name after the time: it may contain blanks. Elsewhere the name of the machine is between them.
    var start = TextScan.wordStart(bytes, before: found.open, from: head.lowerBound)
    if found.hasThread, let stamp { start = TextScan.skipBlanks(bytes, stamp.upperBound, found.open) }
    var end = found.open
    if bytes[end - 1] == UInt8(ascii: ")"), let library = TextScan.findLast(bytes, start..<end, "(") { end = library }
    guard start < end else { return nil }
    name = TextScan.text(bytes, start..<end)
    pid = found.pid
    time = stamp.map { TextScan.text(bytes, $0) }
  }

  /// Returns the first `[3608]` or `[3608:51707]` after a name.
  private static func brackets(_ bytes: [UInt8], _ range: Range<Int>) -> (open: Int, pid: Int, hasThread: Bool)? {
    var at = range.lowerBound + 1
    while at < range.upperBound, let open = TextScan.find(bytes, at..<range.upperBound, "[") {
      at = open + 1
      guard bytes[open - 1] > TextScan.space, let number = TextScan.decimal(bytes, at, range.upperBound),
        number.end < range.upperBound, let pid = Int(exactly: number.value)
      else { continue }
      var end = number.end
      let hasThread = bytes[end] == UInt8(ascii: ":")
      if hasThread { repeat { end += 1 } while end < range.upperBound && isHexadecimal(bytes[end]) }
      if end < range.upperBound, bytes[end] == UInt8(ascii: "]") { return (open, pid, hasThread) }
    }
    return nil
  }

  /// Returns the last `2026-11-20 11:43:03.129` with the zone after it.
  private static func timestamp(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int>? {
    let shape = Array("0000-00-00 00:00:00".utf8)
    var start = range.upperBound - shape.count
    while start >= range.lowerBound {
      let fits = shape.indices.allSatisfy { index in
        switch shape[index] {
        case UInt8(ascii: "0"): TextScan.isDigit(bytes[start + index])
        case TextScan.space: bytes[start + index] == TextScan.space || bytes[start + index] == UInt8(ascii: "T")
        default: bytes[start + index] == shape[index]
        }
      }
      if fits { return start..<TextScan.skipWord(bytes, start + shape.count, range.upperBound) }
      start -= 1
    }
    return nil
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    TextScan.isDigit(byte) || byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "f")
  }
}
