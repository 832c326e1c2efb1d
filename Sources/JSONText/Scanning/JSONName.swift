/// A key that is compared often: created once, it is distinguished from other keys by one comparison of integers.
///
/// Use it as a pattern: `switch key { case Name.symbol: ... }`.
@usableFromInline package struct JSONName: Sendable, ExpressibleByStringLiteral {
  /// The name in UTF-8.
  let bytes: [UInt8]
  /// The fingerprint that is compared before the bytes.
  @usableFromInline let fingerprint: UInt32

  /// Wraps a name, without quotes and escapes.
  package init(_ text: String) {
    let bytes = Array(text.utf8)
    self.bytes = bytes
    fingerprint = Self.fingerprint(bytes.span, 0, bytes.count)
  }

  /// Wraps a string literal of the program.
  @usableFromInline package init(stringLiteral text: String) { self.init(text) }

  /// Returns four bytes of a name: its length and its first, middle and last byte. They differ if names differ in one of these,
  /// and often otherwise.
  @inline(__always)
  static func fingerprint(_ input: Span<UInt8>, _ start: Int, _ end: Int) -> UInt32 {
    guard start < end, end <= input.count else { return 0 }
    let length = UInt32(truncatingIfNeeded: end - start) & 0xff
    let middle = UInt32(input[start + (end - start) / 2])
    return length << 24 | UInt32(input[start]) << 16 | middle << 8 | UInt32(input[end - 1])
  }
}
