/// Walks over the fields of one message of Google's Protocol Buffers (the wire format of version 2): a key, which is a number and
/// a type, and a value. Stops at the first invalid field.
struct ProtobufFields: Sequence, IteratorProtocol {
  /// The value of a field.
  enum Value {
    /// A number: a varint, or 4 or 8 bytes.
    case number(UInt64)
    /// The range of a message, a string or bytes in the input.
    case bytes(Range<Int>)
  }

  private let input: [UInt8]
  private var position: Int
  private let end: Int
  /// The start of the field that cannot be read, or nil if all could.
  private(set) var stoppedAt: Int?

  /// Walks over the message in a range of the input.
  init(_ input: [UInt8], _ range: Range<Int>) {
    let range = range.clamped(to: 0..<input.count)
    self.input = input
    position = range.lowerBound
    end = range.upperBound
  }

  /// Returns the next field, or nil at the end of the message, and after a field that cannot be read.
  mutating func next() -> (number: UInt64, value: Value)? {
    guard stoppedAt == nil, position < end else { return nil }
    let start = position
    if let field = field() { return field }
    stoppedAt = start
    return nil
  }

  private mutating func field() -> (number: UInt64, value: Value)? {
    guard let key = varint() else { return nil }
    switch key & 7 {
    case 0: return varint().map { (key >> 3, .number($0)) }
    case 1: return fixed(8).map { (key >> 3, .number($0)) }
    case 5: return fixed(4).map { (key >> 3, .number($0)) }
    case 2:
      guard let length = varint().flatMap({ Int(exactly: $0) }), length <= end - position else { return nil }
      defer { position += length }
      return (key >> 3, .bytes(position..<position + length))
    default: return nil
    }
  }

  /// Reads seven bits per byte, the lowest first, the eighth bit set in all but the last byte. Returns nil for more than 64 bits
  /// or if bytes are missing.
  private mutating func varint() -> UInt64? {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 70, by: 7) {
      guard position < end else { return nil }
      let byte = input[position]
      position += 1
      guard shift < 63 || byte <= 1 else { return nil }
      value |= UInt64(byte & 0x7f) << shift
      if byte < 0x80 { return value }
    }
    return nil
  }

  private mutating func fixed(_ count: Int) -> UInt64? {
    guard end - position >= count else { return nil }
    defer { position += count }
    return (0..<count).reduce(0) { $0 | UInt64(input[position + $1]) << UInt64($1 * 8) }
  }
}
