/// Looks for bytes many at a time.
public enum ByteSearch {
  /// The position of the first `"` or `\` at or after `start`; the count of the text when there is none.
  public static func quoteOrBackslash(in text: Span<UInt8>, from start: Int) -> Int {
    first(of: UInt8(ascii: "\""), or: UInt8(ascii: "\\"), in: text, from: start, to: text.count)
  }

  /// The position of the first line feed or carriage return at or after `start`; when there is none before it, `end` or the count of
  /// the text, whichever is less.
  public static func lineEnd(in text: Span<UInt8>, from start: Int, to end: Int = .max) -> Int {
    first(of: UInt8(ascii: "\n"), or: UInt8(ascii: "\r"), in: text, from: start, to: end)
  }

  /// The position of the first `byte` from `start` on; `end` when there is none before it.
  public static func first(_ byte: UInt8, in text: Span<UInt8>, from start: Int, to end: Int) -> Int {
    first(of: byte, or: byte, in: text, from: start, to: end)
  }

  @inline(__always)
  private static func first(of one: UInt8, or other: UInt8, in text: Span<UInt8>, from start: Int, to limit: Int) -> Int {
    let end = min(limit, text.count)
    let ones = ones &* UInt64(one)
    let others = Self.ones &* UInt64(other)
    return unsafe text.withUnsafeBytes { bytes in
      var position = max(start, 0)
      while position + 8 <= end {
        let word = unsafe bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self).littleEndian
        let found = zeroBytes(word ^ ones) | zeroBytes(word ^ others)
        if found != 0 { return position + found.trailingZeroBitCount / 8 }
        position += 8
      }
      while position < end {
        let byte = unsafe bytes[position]
        if byte == one || byte == other { return position }
        position += 1
      }
      return end
    }
  }

  /// Where the line that holds `position` begins, not before `start`.
  public static func lineStart(in text: Span<UInt8>, before position: Int, from start: Int) -> Int {
    unsafe text.withUnsafeBytes { bytes in
      var at = min(position, bytes.count)
      while at > max(start, 0) {
        let byte = unsafe bytes[at - 1]
        if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { break }
        at -= 1
      }
      return at
    }
  }

  /// Whether `part` stands at `start` of a text.
  public static func stands(_ part: Span<UInt8>, at start: Int, of text: Span<UInt8>) -> Bool {
    guard start >= 0, start <= text.count, part.count <= text.count - start else { return false }
    var position = 0
    return unsafe text.withUnsafeBytes { text in
      unsafe part.withUnsafeBytes { part in
        while position + 8 <= part.count {
          let left = unsafe text.loadUnaligned(fromByteOffset: start + position, as: UInt64.self)
          if left != (unsafe part.loadUnaligned(fromByteOffset: position, as: UInt64.self)) { return false }
          position += 8
        }
        while position < part.count {
          if unsafe text[start + position] != part[position] { return false }
          position += 1
        }
        return true
      }
    }
  }

  private static let ones: UInt64 = 0x0101_0101_0101_0101

  /// The highest bit of every byte that is zero; of bytes behind the first such one it may be set in error.
  @inline(__always)
  private static func zeroBytes(_ word: UInt64) -> UInt64 { (word &- ones) & ~word & (ones &* 0x80) }
}
