/// Reads a slice from front to back. Every read is checked, and advances only if it succeeds.
package struct ByteCursor: Sendable {
  /// The bytes to read.
  package let bytes: ByteSlice
  /// The position of the next read, in bytes from the start of `bytes`.
  package private(set) var position = 0
  /// Whether integers are stored most significant byte first.
  package let bigEndian: Bool

  /// Starts at the first byte.
  package init(_ bytes: ByteSlice, bigEndian: Bool = false) {
    self.bytes = bytes
    self.bigEndian = bigEndian
  }

  /// The number of bytes left.
  package var remaining: Int { bytes.count - position }

  /// Reads a fixed-width integer.
  package mutating func read<Value: FixedWidthInteger>(_ type: Value.Type) throws(ByteError) -> Value {
    let value = try bytes.load(type, at: position, bigEndian: bigEndian)
    position += MemoryLayout<Value>.size
    return value
  }

  /// Reads 4 or 8 bytes, depending on the file's class, zero-extended.
  package mutating func readWord(is64Bit: Bool) throws(ByteError) -> UInt64 {
    is64Bit ? try read(UInt64.self) : UInt64(try read(UInt32.self))
  }

  /// Skips bytes.
  package mutating func skip(_ length: Int) throws(ByteError) {
    _ = try read(count: length)
  }

  /// Moves to a position from the start of `bytes`.
  package mutating func seek(to offset: Int) throws(ByteError) {
    _ = try bytes.slice(at: offset, count: 0)
    position = offset
  }

  /// Returns the next `length` bytes as a slice and skips them.
  package mutating func read(count length: Int) throws(ByteError) -> ByteSlice {
    let slice = try bytes.slice(at: position, count: length)
    position += length
    return slice
  }

  /// Reads an unsigned LEB128 number (DWARF 5, section 7.6).
  package mutating func readULEB() throws(ByteError) -> UInt64 {
    if let byte = bytes.byte(at: position), byte < 0x80 {
      position += 1
      return UInt64(byte)
    }
    return try readLongULEB()
  }

  private mutating func readLongULEB() throws(ByteError) -> UInt64 {
    var result: UInt64 = 0
    var shift: UInt64 = 0
    let start = position
    while true {
      let byte = try read(UInt8.self)
      let bits = UInt64(byte & 0x7f)
      guard shift < 64, shift < 63 || bits <= 1 else { throw ByteError(.numberTooLong, offset: bytes.base + start) }
      result |= bits << shift
      if byte & 0x80 == 0 { return result }
      shift += 7
    }
  }
}
