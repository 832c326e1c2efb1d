/// Builds a message between processes of this program from numbers and strings: little-endian, strings with their length in
/// front.
struct MessageWriter {
  /// The message without its length.
  private(set) var bytes: [UInt8] = []

  /// The message to send: its length in bytes, as 32 bits, then the message.
  var framed: [UInt8] {
    var frame = MessageWriter()
    frame.append(UInt32(truncatingIfNeeded: bytes.count))
    return frame.bytes + bytes
  }

  mutating func append<Value: FixedWidthInteger>(_ value: Value) {
    for shift in stride(from: 0, to: Value.bitWidth, by: 8) { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
  }

  mutating func append(_ value: Bool) { append(UInt8(value ? 1 : 0)) }

  mutating func append(_ text: String) {
    append(UInt32(truncatingIfNeeded: text.utf8.count))
    bytes += Array(text.utf8)
  }

  /// Appends a flag for the presence of a value, then the value with `write`.
  mutating func append<Value>(_ value: Value?, _ write: (inout MessageWriter, Value) -> Void) {
    append(value != nil)
    if let value { write(&self, value) }
  }

  mutating func append<Value>(_ values: [Value], _ write: (inout MessageWriter, Value) -> Void) {
    append(UInt32(truncatingIfNeeded: values.count))
    for value in values { write(&self, value) }
  }
}
