/// Parses a message. Every problem throws an error and never traps, because the process that wrote the message may have crashed.
struct MessageReader {
  /// A message that ends too early or is invalid.
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
