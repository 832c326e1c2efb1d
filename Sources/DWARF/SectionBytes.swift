internal import Glibc

/// The bytes of one DWARF section, without a reference to their owner: valid as long as the `DebugSections` they come from.
/// Every read is checked; one past the end yields zero, because hostile input must neither trap nor cost a branch per byte
/// in the callers.
@safe struct SectionBytes: @unchecked Sendable {
  private let start: UnsafeRawPointer?
  /// The number of bytes; 0 for a section that is missing.
  let count: Int
  private let swap: Bool

  /// Wraps memory that outlives the value. `bigEndian` says how integers are stored.
  init(_ buffer: UnsafeRawBufferPointer, bigEndian: Bool) {
    unsafe start = UnsafeRawPointer(buffer.baseAddress)
    count = buffer.count
    swap = bigEndian
  }

  /// A missing section.
  static let none = unsafe SectionBytes(UnsafeRawBufferPointer(start: nil, count: 0), bigEndian: false)

  @inline(__always) func byte(at offset: Int) -> UInt8 {
    guard offset >= 0, offset < count, let start = unsafe start else { return 0 }
    return unsafe start.load(fromByteOffset: offset, as: UInt8.self)
  }

  /// The byte at an offset that is known to lie between 0 and `count`.
  @inline(__always) func byteInside(at offset: Int) -> UInt8 {
    guard let start = unsafe start else { return 0 }
    return unsafe start.load(fromByteOffset: offset, as: UInt8.self)
  }

  @inline(__always) func load<Value: FixedWidthInteger>(_ type: Value.Type, at offset: Int) -> Value {
    guard offset >= 0, offset <= count &- MemoryLayout<Value>.size, let start = unsafe start else { return 0 }
    let raw = unsafe start.loadUnaligned(fromByteOffset: offset, as: Value.self)
    return swap ? raw.byteSwapped : raw
  }

  /// An unsigned integer of 1, 2, 3, 4 or 8 bytes; zero for other sizes.
  @inline(__always) func unsigned(at offset: Int, size: Int) -> UInt64 {
    switch size {
    case 1: UInt64(byte(at: offset))
    case 2: UInt64(load(UInt16.self, at: offset))
    case 4: UInt64(load(UInt32.self, at: offset))
    case 8: load(UInt64.self, at: offset)
    case 3:
      swap
        ? UInt64(byte(at: offset)) << 16 | UInt64(load(UInt16.self, at: offset + 1))
        : UInt64(load(UInt16.self, at: offset)) | UInt64(byte(at: offset + 2)) << 16
    default: 0
    }
  }

  /// The text from `offset` to the next zero byte; nil when `offset` lies outside.
  func text(at offset: Int) -> String? {
    guard offset >= 0, offset < count, let start = unsafe start else { return nil }
    let rest = unsafe UnsafeRawBufferPointer(start: start + offset, count: count - offset)
    let end = unsafe rest.baseAddress.map { unsafe strnlen($0.assumingMemoryBound(to: CChar.self), rest.count) } ?? 0
    return unsafe String(decoding: rest[..<end], as: UTF8.self)
  }

  /// Copies a part of the section; what lies outside is left as it is.
  @unsafe func copy(_ range: Range<Int>, to target: UnsafeMutableRawBufferPointer) {
    guard range.lowerBound >= 0, range.upperBound <= count, range.count <= target.count, let start = unsafe start else { return }
    unsafe target.copyMemory(from: UnsafeRawBufferPointer(start: start + range.lowerBound, count: range.count))
  }

  /// A part of the section; empty when it reaches outside.
  func part(at offset: Int, count length: Int) -> SectionBytes {
    guard offset >= 0, length >= 0, offset <= count, length <= count - offset, let start = unsafe start else { return .none }
    return unsafe SectionBytes(UnsafeRawBufferPointer(start: start + offset, count: length), bigEndian: swap)
  }
}

/// Reads a section from front to back up to a limit. A read past the limit yields zero, moves to the limit and is
/// remembered in `failed`.
struct SectionCursor {
  let bytes: SectionBytes
  /// The offset of the next read in the section, never negative.
  var position: Int
  /// Where reading stops: the end of a unit or of the section.
  let limit: Int
  /// Whether a read reached past `limit` or a number was too long.
  private(set) var failed = false

  /// Starts at `position`; `limit` is cut to the section's end.
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

  /// Moves on by a number of bytes as input gives it.
  @inline(__always) mutating func skip(_ length: UInt64) {
    guard position <= limit, length <= UInt64(truncatingIfNeeded: limit &- position) else { return fail() }
    position &+= Int(truncatingIfNeeded: length)
  }

  /// Reads an unsigned LEB128 number (DWARF 5, 7.6); bits beyond 64 are dropped.
  @inline(__always) mutating func uleb() -> UInt64 {
    // Inside the limit is inside the section.
    if position < limit {
      let first = bytes.byteInside(at: position)
      if first < 0x80 {
        position &+= 1
        return UInt64(first)
      }
    }
    return longULEB()
  }

  private mutating func longULEB() -> UInt64 {
    var result: UInt64 = 0
    var shift: UInt64 = 0
    while position < limit {
      let byte = bytes.byte(at: position)
      position += 1
      if shift < 64 { result |= UInt64(byte & 0x7f) << shift }
      shift += 7
      if byte < 0x80 { return result }
    }
    fail()
    return 0
  }

  /// Reads a signed LEB128 number.
  mutating func sleb() -> Int64 {
    var result: Int64 = 0
    var shift: Int64 = 0
    while position < limit {
      let byte = bytes.byte(at: position)
      position += 1
      if shift < 64 { result |= Int64(byte & 0x7f) << shift }
      shift += 7
      if byte < 0x80 {
        if shift < 64, byte & 0x40 != 0 { result |= -1 << shift }
        return result
      }
    }
    fail()
    return 0
  }

  /// Moves past LEB128 numbers without decoding them.
  @inline(__always) mutating func skipLEB() {
    while position < limit {
      let byte = bytes.byte(at: position)
      position += 1
      if byte < 0x80 { return }
    }
    fail()
  }

  /// Moves past a text and its zero byte.
  @inline(__always) mutating func skipText() {
    while position < limit {
      let byte = bytes.byte(at: position)
      position += 1
      if byte == 0 { return }
    }
    fail()
  }
}
