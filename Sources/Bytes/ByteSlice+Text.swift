#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Zero-terminated names, as symbol tables have millions of: found and copied without making strings of them.
extension ByteSlice {
  /// Returns the position of the first zero byte at or after `start`, or nil if there is none before `limit` bytes have passed or
  /// the slice ends, or if `start` is outside.
  public func zero(from start: Int, limit: Int) -> Int? {
    guard start >= 0, start < count, limit > 0 else { return nil }
    return unsafe withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, let found = unsafe memchr(base + start, 0, min(limit, bytes.count - start)) else {
        return nil
      }
      return unsafe found - UnsafeMutableRawPointer(mutating: base)
    }
  }

  /// Returns the byte at a position, or nil outside.
  @inlinable
  public func byte(at position: Int) -> UInt8? { try? load(UInt8.self, at: position) }
}

extension [UInt8] {
  /// Appends the part of a range that is inside a slice, in one piece.
  public mutating func append(_ range: Range<Int>, of slice: borrowing ByteSlice) {
    let range = range.clamped(to: 0..<slice.count)
    unsafe slice.withUnsafeBytes { unsafe append(contentsOf: UnsafeRawBufferPointer(rebasing: $0[range])) }
  }
}

extension ByteSearch {
  /// Returns the number of bytes, at most `limit`, with which both texts begin.
  public static func commonPrefix(_ one: Span<UInt8>, _ other: Span<UInt8>, limit: Int) -> Int {
    let end = min(one.count, other.count, max(limit, 0))
    return unsafe one.withUnsafeBytes { one in
      unsafe other.withUnsafeBytes { other in
        var position = 0
        while position + 8 <= end {
          let left = unsafe one.loadUnaligned(fromByteOffset: position, as: UInt64.self).littleEndian
          let right = unsafe other.loadUnaligned(fromByteOffset: position, as: UInt64.self).littleEndian
          if left != right { return position + (left ^ right).trailingZeroBitCount / 8 }
          position += 8
        }
        while position < end, unsafe one[position] == other[position] { position += 1 }
        return position
      }
    }
  }
}
