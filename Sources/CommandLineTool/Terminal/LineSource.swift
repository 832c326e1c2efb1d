internal import Bytes
internal import System

/// The lines of standard input, one by one, without empty ones. The contents of lines that are too long are dropped.
struct LineSource: Sendable {
  struct Line: Sendable {
    /// Its number, from 1.
    let number: Int
    /// The line without its end, or nil if it is too long.
    let bytes: [UInt8]?
  }

  /// The error that ended reading early, or nil.
  private(set) var failure: SystemError?
  /// The input so far. The lines before `start` are done, and no line ends before `searched`.
  private var bytes: [UInt8] = []
  private var start = 0
  private var searched = 0
  private var number = 0
  private var isAtEnd = false
  /// Whether the line that begins at `start` is too long already, and is skipped.
  private var isPassing = false
  private let limit: Int
  private let keepsBlankLines: Bool
  private let readMore: @Sendable () throws(SystemError) -> [UInt8]

  /// Reads lines of at most `limit` bytes, from `readMore` until it returns nothing. With `keepsBlankLines` empty lines count.
  init(
    limit: Int, keepsBlankLines: Bool = false,
    readMore: @escaping @Sendable () throws(SystemError) -> [UInt8] = { () throws(SystemError) in
      try FileSystem.readAvailable(from: 0, limit: 1 << 18)
    }
  ) {
    self.limit = limit
    self.keepsBlankLines = keepsBlankLines
    self.readMore = readMore
  }

  /// Returns the next line, after waiting for it, or nil at the end of the input.
  mutating func next() -> Line? {
    while let line = nextLine() {
      if keepsBlankLines || line.bytes?.contains(where: { $0 > 0x20 }) != false { return line }
    }
    return nil
  }

  /// Whether a whole line was read that `next` did not return yet.
  var hasLine: Bool { ByteSearch.first(UInt8(ascii: "\n"), in: bytes.span, from: searched, to: bytes.count) < bytes.count }

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

  /// Returns the line up to `end`; the one after it begins at `next`.
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
