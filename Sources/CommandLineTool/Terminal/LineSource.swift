internal import Bytes
internal import System

/// The lines of standard input, one by one; empty ones are passed over. Of a line that is too long nothing is kept.
struct LineSource: Sendable {
  /// One line.
  struct Line: Sendable {
    /// Its number, counted from 1.
    let number: Int
    /// The line without its end; nil when it is too long.
    let bytes: [UInt8]?
  }

  /// Why reading ended before the input did; nil when it did not.
  private(set) var failure: SystemError?
  /// What was read, of which the lines before `start` are done, and no line ends before `searched`.
  private var bytes: [UInt8] = []
  private var start = 0
  private var searched = 0
  private var number = 0
  private var isAtEnd = false
  /// Whether the line that begins at `start` was too long already, and is passed over.
  private var isPassing = false
  private let limit: Int
  private let readMore: @Sendable () throws(SystemError) -> [UInt8]

  /// The longest line, in MB: ten times as long as any report that is known, and the whole line is in memory with what is made of it.
  static let megabytes = 256

  /// Lines of no more than `limit` bytes, from what `readMore` gives until it gives nothing.
  init(
    limit: Int = megabytes << 20,
    readMore: @escaping @Sendable () throws(SystemError) -> [UInt8] = { () throws(SystemError) in
      try FileSystem.readAvailable(from: 0, limit: 1 << 18)
    }
  ) {
    self.limit = limit
    self.readMore = readMore
  }

  /// The next line, after waiting for it; nil at the end of the input.
  mutating func next() -> Line? {
    while let line = nextLine() {
      if line.bytes?.contains(where: { $0 > 0x20 }) != false { return line }
    }
    return nil
  }

  private mutating func nextLine() -> Line? {
    while true {
      let end = ByteSearch.first(UInt8(ascii: "\n"), in: bytes.span, from: searched, to: bytes.count)
      if end < bytes.count { return take(end, next: end + 1) }
      searched = bytes.count
      if bytes.count - start > limit { (bytes, start, searched, isPassing) = ([], 0, 0, true) }
      guard !isAtEnd, failure == nil else { return bytes.count > start || isPassing ? take(bytes.count, next: bytes.count) : nil }
      read()
    }
  }

  /// The line up to `end`; the one after it begins at `next`.
  private mutating func take(_ end: Int, next: Int) -> Line {
    number += 1
    defer { (start, searched, isPassing) = (next, next, false) }
    return Line(number: number, bytes: isPassing || end - start > limit ? nil : Array(bytes[start..<end]))
  }

  private mutating func read() {
    bytes.removeSubrange(..<start)
    (start, searched) = (0, searched - start)
    do throws(SystemError) {
      let more = try readMore()
      isAtEnd = more.isEmpty
      bytes += more
    } catch {
      failure = error
    }
  }
}
