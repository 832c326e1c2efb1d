/// Looks for bytes many at a time.
public enum ByteSearch {
  /// The position of the first `"` or `\` at or after `start`; the count of the text when there is none.
  public static func quoteOrBackslash(in text: Span<UInt8>, from start: Int) -> Int {
    unsafe text.withUnsafeBytes { bytes in
      var position = max(start, 0)
      while position + 8 <= bytes.count {
        let word = unsafe bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self).littleEndian
        let found = zeroBytes(word ^ quotes) | zeroBytes(word ^ backslashes)
        if found != 0 { return position + found.trailingZeroBitCount / 8 }
        position += 8
      }
      while position < bytes.count {
        let byte = unsafe bytes[position]
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return position }
        position += 1
      }
      return bytes.count
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
  private static let quotes = ones &* UInt64(UInt8(ascii: "\""))
  private static let backslashes = ones &* UInt64(UInt8(ascii: "\\"))

  /// The highest bit of every byte that is zero; of bytes behind the first such one it may be set in error.
  @inline(__always)
  private static func zeroBytes(_ word: UInt64) -> UInt64 { (word &- ones) & ~word & (ones &* 0x80) }
}
