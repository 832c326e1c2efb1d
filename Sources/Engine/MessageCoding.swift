/// Puts numbers and texts together to a message between processes of this program: little-endian, texts with their length in
/// front.
struct MessageWriter {
  /// The message without its length.
  private(set) var bytes: [UInt8] = []

  /// The message as it is sent: its length in bytes, as 32 bits, then the message.
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

  /// Appends a flag that says whether there is a value, then the value as `write` puts it.
  mutating func append<Value>(_ value: Value?, _ write: (inout MessageWriter, Value) -> Void) {
    append(value != nil)
    if let value { write(&self, value) }
  }

  mutating func append<Value>(_ values: [Value], _ write: (inout MessageWriter, Value) -> Void) {
    append(UInt32(truncatingIfNeeded: values.count))
    for value in values { write(&self, value) }
  }
}

/// Takes a message apart again. Whatever is wrong with it is thrown, never trapped on: the process that wrote it may have been
/// dying.
struct MessageReader {
  /// A message that ends too early, or says what no message says.
  struct Malformed: Error {}

  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func number<Value: FixedWidthInteger>(_: Value.Type) throws(Malformed) -> Value {
    guard bytes.count - position >= Value.bitWidth / 8 else { throw Malformed() }
    var value: Value = 0
    for shift in stride(from: 0, to: Value.bitWidth, by: 8) {
      value |= Value(truncatingIfNeeded: bytes[position]) << shift
      position += 1
    }
    return value
  }

  mutating func flag() throws(Malformed) -> Bool { try number(UInt8.self) != 0 }

  mutating func text() throws(Malformed) -> String {
    let count = Int(try number(UInt32.self))
    guard count <= bytes.count - position else { throw Malformed() }
    defer { position += count }
    return String(decoding: bytes[position..<position + count], as: UTF8.self)
  }

  mutating func optional<Value>(_ read: (inout MessageReader) throws(Malformed) -> Value) throws(Malformed) -> Value? {
    try flag() ? try read(&self) : nil
  }

  mutating func list<Value>(_ read: (inout MessageReader) throws(Malformed) -> Value) throws(Malformed) -> [Value] {
    let count = try number(UInt32.self)
    var values: [Value] = []
    for _ in 0..<count { values.append(try read(&self)) }
    return values
  }
}
