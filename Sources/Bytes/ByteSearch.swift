#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

internal import CBytes

/// Searches bytes; many at a time where that is measured to gain.
@usableFromInline package enum ByteSearch {
  /// Returns the position of the first `"` at or after `start` that no backslash escapes, or nil if there is none, and whether there is a
  /// backslash before it. Byte by byte, reading Swift's JSON takes 6 percent more instructions; with a call for every escape, a source
  /// map 10.
  package static func closingQuote(in text: Span<UInt8>, from start: Int) -> (position: Int?, escaped: Bool) {
    let (quotes, backslashes) = (ones &* UInt64(UInt8(ascii: "\"")), ones &* UInt64(UInt8(ascii: "\\")))
    return unsafe text.withUnsafeBytes { bytes in
      var position = max(start, 0)
      var escaped = false
      while position + 8 <= bytes.count {
        let word = unsafe bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self).littleEndian
        let found = zeroBytes(word ^ quotes) | zeroBytes(word ^ backslashes)
        guard found != 0 else {
          position += 8
          continue
        }
        position += found.trailingZeroBitCount / 8
        if unsafe bytes[position] == UInt8(ascii: "\"") { return (position, escaped) }
        escaped = true
        position += 2
      }
      while position < bytes.count {
        let byte = unsafe bytes[position]
        if byte == UInt8(ascii: "\"") { return (position, escaped) }
        escaped = escaped || byte == UInt8(ascii: "\\")
        position += byte == UInt8(ascii: "\\") ? 2 : 1
      }
      return (nil, escaped)
    }
  }

  /// Returns the position of the first line feed or carriage return at or after `start`, or the smaller of `end` and the count of
  /// the text if there is none before it. Byte by byte, reading Apple's text takes 21 percent more instructions.
  package static func lineEnd(in text: Span<UInt8>, from start: Int, to end: Int = .max) -> Int {
    let (start, end) = (max(start, 0), min(end, text.count))
    guard start < end else { return end }
    return unsafe text.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return end }
      return unsafe symbolicate_line_end(base, start, end)
    }
  }

  /// Returns how many pieces the commas and semicolons in a range of bytes leave of it, without the empty ones.
  package static func countPieces(in text: Span<UInt8>, _ range: Range<Int>) -> Int {
    let range = range.clamped(to: 0..<text.count)
    return unsafe text.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return 0 }
      return unsafe symbolicate_count_runs(base, range.lowerBound, range.upperBound)
    }
  }

  /// Returns the position of the first `byte` from `start` on, or `end` if there is none before it.
  package static func first(_ byte: UInt8, in text: Span<UInt8>, from start: Int, to end: Int) -> Int {
    let (start, end) = (max(start, 0), min(end, text.count))
    guard start < end else { return end }
    return unsafe text.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, let found = unsafe memchr(base + start, Int32(byte), end - start) else {
        return end
      }
      return unsafe found - UnsafeMutableRawPointer(mutating: base)
    }
  }

  /// Returns the position after the first two zeros in a row in a range of bytes that `byte` or another zero follows there, or nil if
  /// there are none.
  @unsafe package static func afterZeros(_ bytes: UnsafeRawBufferPointer, in range: Range<Int>, before byte: UInt8) -> Int? {
    let range = range.clamped(to: 0..<bytes.count)
    guard let base = bytes.baseAddress else { return nil }
    let found = unsafe symbolicate_after_zeros(
      base.assumingMemoryBound(to: UInt8.self), range.lowerBound, range.upperBound, byte)
    return found < 0 ? nil : found
  }

  /// Returns the start of the line that contains `position`, but not less than `start`.
  package static func lineStart(in text: Span<UInt8>, before position: Int, from start: Int) -> Int {
    endOfLast(of: UInt8(ascii: "\n"), or: UInt8(ascii: "\r"), in: text, before: position, from: start)
  }

  /// Returns the position after the last of two bytes before `position`, or `start` if neither occurs from there on. Byte by byte,
  /// writing a text report in place takes 40 percent more instructions.
  package static func endOfLast(
    of one: UInt8, or other: UInt8, in text: Span<UInt8>, before position: Int, from start: Int
  ) -> Int {
    let (start, end) = (max(start, 0), min(position, text.count))
    guard start < end else { return end }
    return unsafe text.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return end }
      return unsafe symbolicate_end_of_last(base, start, end, one, other)
    }
  }

  /// Returns the start of the spaces before `position`, but not less than `start`.
  package static func spacesStart(in text: Span<UInt8>, before position: Int, from start: Int) -> Int {
    unsafe text.withUnsafeBytes { bytes in
      let start = max(start, 0)
      var at = min(position, bytes.count)
      while at >= start + 8, unsafe bytes.loadUnaligned(fromByteOffset: at - 8, as: UInt64.self) == spaces { at -= 8 }
      while at > start, unsafe bytes[at - 1] == UInt8(ascii: " ") { at -= 1 }
      return at
    }
  }

  /// Returns the position of the first byte at or after `start` that is not a space, or the count of the text if there is none.
  /// Byte by byte, reading indented JSON takes 3 to 14 percent more instructions.
  package static func spacesEnd(in text: Span<UInt8>, from start: Int) -> Int {
    unsafe text.withUnsafeBytes { bytes in
      var position = max(start, 0)
      while position + 8 <= bytes.count {
        let others = unsafe bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self).littleEndian ^ spaces
        if others != 0 { return position + others.trailingZeroBitCount / 8 }
        position += 8
      }
      while position < bytes.count, unsafe bytes[position] == UInt8(ascii: " ") { position += 1 }
      return position
    }
  }

  /// Returns the position of the first byte at or after `start` that is neither a printable character of ASCII nor a tab nor a line feed; the
  /// count of the text, or `start` if that is larger, if there is none. Byte by byte, writing JSON reports as text takes 18 percent more instructions.
  package static func besideText(in text: Span<UInt8>, from start: Int) -> Int {
    let start = max(start, 0)
    guard start < text.count else { return start }
    return unsafe text.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return bytes.count }
      return unsafe symbolicate_beside_text(base, start, bytes.count)
    }
  }

  /// Returns a value other than 0 if one of the eight bytes is no printable character of ASCII, or one of `<>&"'`.
  @inline(__always)
  static func marks(_ word: UInt64) -> UInt64 {
    func has(_ byte: UInt8) -> UInt64 { zeroBytes(word ^ (ones &* UInt64(byte))) }
    // `<` and `>` differ in one bit, as `&` and `'` do nearly.
    let brackets = zeroBytes((word | (ones &* 0x02)) ^ (ones &* UInt64(UInt8(ascii: ">"))))
    let others = zeroBytes((word | ones) ^ (ones &* UInt64(UInt8(ascii: "'")))) | has(UInt8(ascii: "\""))
    return brackets | others | (word | (word &- spaces) | has(0x7f)) & (ones &* 0x80)
  }

  /// Returns a value other than 0 if one of the eight bytes is no printable character of ASCII, or `"` or `\`.
  @inline(__always)
  static func special(_ word: UInt64) -> UInt64 {
    let quotes = zeroBytes(word ^ (ones &* UInt64(UInt8(ascii: "\"")))) | zeroBytes(word ^ (ones &* UInt64(UInt8(ascii: "\\"))))
    return quotes | unprintable(word)
  }

  /// Returns a value other than 0 if one of the eight bytes is no printable character of ASCII.
  @inline(__always)
  static func unprintable(_ word: UInt64) -> UInt64 {
    (word | (word &- spaces) | zeroBytes(word ^ (ones &* 0x7f))) & (ones &* 0x80)
  }

  /// Returns the eight bytes at a position, the first one in the lowest byte. The text must have them.
  @inlinable
  @inline(__always)
  package static func word(in text: Span<UInt8>, at position: Int) -> UInt64 {
    precondition(position >= 0 && position <= text.count - 8)
    return unsafe text.withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: position, as: UInt64.self).littleEndian }
  }

  /// Returns whether `part` is at `start` of a text.
  package static func stands(_ part: Span<UInt8>, at start: Int, of text: Span<UInt8>) -> Bool {
    guard start >= 0, start <= text.count, part.count <= text.count - start else { return false }
    return unsafe text.withUnsafeBytes { text in
      unsafe part.withUnsafeBytes { part in unsafe areSame(text, start, part, 0, count: part.count) }
    }
  }

  /// Returns where `part`, which is not empty, is first found in a range of a text, or nil if it is not. Where the first byte is frequent,
  /// such as a blank, the C library searches the rest: with a call for each one, it takes 28 instructions a byte.
  package static func position(of part: Span<UInt8>, in text: Span<UInt8>, from start: Int, to end: Int) -> Int? {
    guard part.count > 0 else { return nil }
    var position = max(start, 0)
    let end = min(end, text.count)
    for _ in 0..<mostCandidates {
      position = first(part[0], in: text, from: position, to: end)
      guard position + part.count <= end else { return nil }
      if stands(part, at: position, of: text) { return position }
      position += 1
    }
    guard position + part.count <= end else { return nil }
    return unsafe text.withUnsafeBufferPointer { text in
      unsafe part.withUnsafeBufferPointer { part in
        guard let base = text.baseAddress, let wanted = part.baseAddress else { return nil }
        let found = unsafe symbolicate_find(base, position, end, wanted, part.count)
        return found < 0 ? nil : found
      }
    }
  }

  private static let mostCandidates = 4

  /// Returns whether the `count` bytes at `start` of a text equal those at `earlier`.
  package static func repeats(_ text: Span<UInt8>, at start: Int, from earlier: Int, count: Int) -> Bool {
    guard min(start, earlier, count) >= 0, count <= text.count - max(start, earlier) else { return false }
    return unsafe text.withUnsafeBytes { text in unsafe areSame(text, start, text, earlier, count: count) }
  }

  /// Returns whether `count` bytes at two positions are equal; both must have that many. The last word may overlap the one before
  /// it. Byte by byte, reading KSCrash reports takes 21 percent more instructions.
  @inline(__always)
  private static func areSame(
    _ one: UnsafeRawBufferPointer, _ start: Int, _ other: UnsafeRawBufferPointer, _ place: Int, count: Int
  ) -> Bool {
    guard count > 0, let one = one.baseAddress, let other = other.baseAddress else { return true }
    return unsafe symbolicate_same(one + start, other + place, count)
  }

  /// Returns the highest bit of every byte that is a line feed or a carriage return, as `zeroBytes` does.
  @inlinable
  @inline(__always)
  static func lineEnds(_ word: UInt64) -> UInt64 { zeroBytes(word ^ feeds) | zeroBytes(word ^ returns) }

  @inlinable static var ones: UInt64 { 0x0101_0101_0101_0101 }
  static var spaces: UInt64 { ones &* UInt64(UInt8(ascii: " ")) }
  @inlinable static var feeds: UInt64 { ones &* UInt64(UInt8(ascii: "\n")) }
  @inlinable static var returns: UInt64 { ones &* UInt64(UInt8(ascii: "\r")) }

  /// Returns the highest bit of every byte that is zero. In bytes after the first zero byte, the bit may be set in error.
  @inlinable
  @inline(__always)
  static func zeroBytes(_ word: UInt64) -> UInt64 { (word &- ones) & ~word & (ones &* 0x80) }
}

extension String {
  /// Returns whether the bytes of `part` occur in the text. The standard library's `contains` compares characters, which takes 400
  /// instructions a byte: three calls for each image of a report were half of a batch.
  package func containsBytes(of part: String) -> Bool {
    part.isEmpty || ByteSearch.position(of: part.utf8.span, in: utf8.span, from: 0, to: utf8.count) != nil
  }
}

extension ByteSearch {
  /// Returns the number of bytes, at most `limit`, with which both texts begin.
  package static func commonPrefix(_ one: Span<UInt8>, _ other: Span<UInt8>, limit: Int) -> Int {
    let end = min(one.count, other.count, max(limit, 0))
    return unsafe one.withUnsafeBytes { one in
      unsafe other.withUnsafeBytes { other in
        var position = 0
        while position < end, unsafe one[position] == other[position] { position += 1 }
        return position
      }
    }
  }
}

/// Zero-terminated names, as symbol tables have millions of: found and copied without making strings of them.
extension ByteSlice {
  /// Returns the position of the first zero byte at or after `start`, or nil if there is none before `limit` bytes have passed or
  /// the slice ends, or if `start` is outside.
  package func zero(from start: Int, limit: Int) -> Int? {
    guard start >= 0, start < count, limit > 0 else { return nil }
    return unsafe withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, let found = unsafe memchr(base + start, 0, min(limit, bytes.count - start)) else {
        return nil
      }
      return unsafe found - UnsafeMutableRawPointer(mutating: base)
    }
  }

  /// Returns the position of the first of `limit` strings that end with a zero byte, and the positions after the zero byte of
  /// each: at most `limit` + 1 numbers, ascending from 0. There are fewer if the slice has fewer zero bytes.
  package func stringStarts(limit: Int) -> [UInt32] {
    unsafe withUnsafeBytes { bytes in
      var starts: [UInt32] = [0]
      starts.reserveCapacity(max(0, min(limit, bytes.count)) + 1)
      var start = 0
      while starts.count <= limit, start < bytes.count, let base = bytes.baseAddress,
        let found = unsafe memchr(base + start, 0, bytes.count - start)
      {
        start = unsafe found - UnsafeMutableRawPointer(mutating: base) + 1
        starts.append(UInt32(truncatingIfNeeded: start))
      }
      return starts
    }
  }

  /// Returns the byte at a position, or nil outside.
  @inlinable
  package func byte(at position: Int) -> UInt8? { try? load(UInt8.self, at: position) }
}
