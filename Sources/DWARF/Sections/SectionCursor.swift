internal import Glibc

/// Reads a section from front to back up to a limit. A read past the limit yields zero, moves to the limit and sets `failed`.
struct SectionCursor {
  let bytes: SectionBytes
  /// The offset of the next read in the section, never negative.
  var position: Int
  /// The limit of reading: the end of a unit or of the section.
  let limit: Int
  /// Whether a read reached past `limit` or a number was too long.
  private(set) var failed = false

  /// Starts at `position`; `limit` is reduced to the section's end.
  @inline(__always) init(_ bytes: SectionBytes, at position: Int, limit: Int = .max) {
    self.bytes = bytes
    self.limit = min(limit, bytes.count)
    self.position = max(0, position)
  }

  /// Whether nothing is left.
  var isAtEnd: Bool { position >= limit }

  @inline(__always) private mutating func fail() {
    failed = true
    position = limit
  }

  /// Reads an integer of 1, 2, 3, 4 or 8 bytes.
  @inline(__always) mutating func unsigned(size: Int) -> UInt64 {
    guard size <= limit - position else {
      fail()
      return 0
    }
    defer { position += size }
    return bytes.unsigned(at: position, size: size)
  }

  /// Skips a number of bytes that comes from the input.
  @inline(__always) mutating func skip(_ length: UInt64) {
    guard position <= limit, length <= UInt64(truncatingIfNeeded: limit &- position) else { return fail() }
    position &+= Int(truncatingIfNeeded: length)
  }

  /// Reads an unsigned LEB128 number (DWARF 5, 7.6). Bits above 64 are dropped.
  @inline(__always) mutating func uleb() -> UInt64 {
    if position < limit {
      let first = bytes.byte(at: position)
      if first < 0x80 {
        position &+= 1
        return UInt64(first)
      }
    }
    return longULEB()
  }

  private mutating func longULEB() -> UInt64 { longLEB().bits }

  /// Reads a signed LEB128 number.
  mutating func sleb() -> Int64 {
    let (bits, width, last) = longLEB()
    return Int64(bitPattern: width < 64 && last & 0x40 != 0 ? bits | .max << width : bits)
  }

  /// Returns the bits of a LEB128 number, how many there are, and its last byte, or zeros if it reaches past the limit.
  @inline(__always) private mutating func longLEB() -> (bits: UInt64, width: UInt64, last: UInt8) {
    var bits: UInt64 = 0
    var width: UInt64 = 0
    while position < limit {
      let byte = bytes.byte(at: position)
      position += 1
      if width < 64 { bits |= UInt64(byte & 0x7f) << width }
      width &+= 7
      if byte < 0x80 { return (bits, width, byte) }
    }
    fail()
    return (0, 0, 0)
  }

  /// Skips LEB128 numbers without decoding them.
  @inline(__always) mutating func skipLEB() {
    while position < limit {
      let byte = bytes.byte(at: position)
      position += 1
      if byte < 0x80 { return }
    }
    fail()
  }

  /// Skips a string and its zero byte.
  @inline(__always) mutating func skipText() {
    while position < limit {
      let byte = bytes.byte(at: position)
      position += 1
      if byte == 0 { return }
    }
    fail()
  }
}
