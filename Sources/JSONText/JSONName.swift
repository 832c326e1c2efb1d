/// A member's name that is looked for many times: made once, it is told from other names by one comparison of integers.
///
/// Use it as a pattern: `switch key { case Name.symbol: ... }`.
public struct JSONName: Sendable, ExpressibleByStringLiteral {
  /// The name in UTF-8.
  let bytes: [UInt8]
  /// What keys are compared by before their bytes are.
  @usableFromInline let fingerprint: UInt32

  /// Wraps a name, without quotes and escapes.
  public init(_ text: String) {
    let bytes = Array(text.utf8)
    self.bytes = bytes
    fingerprint = Self.fingerprint(bytes.span, 0, bytes.count)
  }

  /// Wraps a name that is written in the source.
  public init(stringLiteral text: String) { self.init(text) }

  /// Four bytes of a name: its length and its first, middle and last byte. Never the same for names that differ in one of
  /// these, often different for others.
  static func fingerprint(_ input: Span<UInt8>, _ start: Int, _ end: Int) -> UInt32 {
    guard start < end, end <= input.count else { return 0 }
    let length = UInt32(truncatingIfNeeded: end - start) & 0xff
    let middle = UInt32(input[start + (end - start) / 2])
    return length << 24 | UInt32(input[start]) << 16 | middle << 8 | UInt32(input[end - 1])
  }

  /// Whether a member has this name.
  @inlinable
  public static func ~= (name: JSONName, key: JSONKey) -> Bool { key.equals(name) }
}
