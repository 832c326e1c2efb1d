/// The bytes of a text whose owner lends them: they are read without counting a reference to the text. To count one is to write to the
/// memory of the text, which most often no cache of the processor holds, and to wait for it.
@usableFromInline
@safe
package struct LentText {
  /// The address of the bytes, or 0 if they are here.
  @usableFromInline let address: UInt
  /// The number of bytes.
  @usableFromInline package let count: Int
  /// The bytes of a short text, the first one lowest: a short string has no memory of its own.
  @usableFromInline let low: UInt64
  @usableFromInline let high: UInt64

  /// Borrows the bytes of a text. Unsafe: somebody must keep the text, or another one with the same memory, as long as this is used.
  @inlinable
  @inline(__always)
  @unsafe
  package init(_ text: borrowing String) {
    // The closure is always called: strings without memory in one piece come from frameworks that Linux does not have.
    let bytes: LentText? = unsafe text.utf8.withContiguousStorageIfAvailable { unsafe LentText($0) }
    self = bytes ?? LentText(address: 0, count: 0, low: 0, high: 0)
  }

  @inlinable
  @inline(__always)
  @unsafe
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count <= 16 else {
      self.init(address: unsafe UInt(bitPattern: bytes.baseAddress), count: bytes.count, low: 0, high: 0)
      return
    }
    var (low, high) = (UInt64(0), UInt64(0))
    var index = bytes.count
    while index > 0 {
      index &-= 1
      let byte = UInt64(unsafe bytes[index])
      if index < 8 { low = low << 8 | byte } else { high = high << 8 | byte }
    }
    self.init(address: 0, count: bytes.count, low: low, high: high)
  }

  @inlinable
  @inline(__always)
  init(address: UInt, count: Int, low: UInt64, high: UInt64) {
    self.address = address
    self.count = count
    self.low = low
    self.high = high
  }

  /// Whether there are no bytes.
  @inlinable
  package var isEmpty: Bool { count == 0 }

  /// The text.
  package var string: String {
    withBytes { bytes in unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) } }
  }

  /// Calls `body` with the bytes.
  @inlinable
  @inline(__always)
  package func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    if let start = unsafe UnsafePointer<UInt8>(bitPattern: address) {
      return body(unsafe Span(_unsafeStart: start, count: count))
    }
    let words: InlineArray<2, UInt64> = [low.littleEndian, high.littleEndian]
    return unsafe words.span.withUnsafeBytes { bytes in
      unsafe bytes.withMemoryRebound(to: UInt8.self) { body(unsafe Span(_unsafeElements: $0).extracting(first: count)) }
    }
  }
}
