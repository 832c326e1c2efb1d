internal import Bytes
internal import Glibc

/// The bytes of one DWARF section, without a reference to their owner: valid as long as the `DebugSections` they come from. Every
/// read is checked. A read past the end yields zero, because hostile input must neither trap nor cost the callers a branch per
/// byte.
@safe struct SectionBytes: @unchecked Sendable {
  /// Where offset 0 is, also if the first bytes are not there.
  private let start: UnsafeRawPointer?
  /// The first offset that is there: 0 unless these are the bytes of a part of a section.
  private let first: Int
  /// The number of bytes, or the exclusive end of the part; 0 for a missing section.
  let count: Int
  private let swap: Bool

  /// Wraps memory that outlives the value. `bigEndian` is the byte order of integers.
  init(_ buffer: UnsafeRawBufferPointer, bigEndian: Bool) {
    unsafe start = UnsafeRawPointer(buffer.baseAddress)
    first = 0
    count = buffer.count
    swap = bigEndian
  }

  /// Wraps a copy of the part of a section that begins at `first`. Offsets are those of the section; what is outside the part is zero.
  init(_ part: UnsafeRawBufferPointer, from first: Int, bigEndian: Bool) {
    unsafe start = part.baseAddress.flatMap { unsafe UnsafeRawPointer(bitPattern: UInt(bitPattern: $0) &- UInt(first)) }
    self.first = first
    count = first + part.count
    swap = bigEndian
  }

  /// A missing section.
  static let none = unsafe SectionBytes(UnsafeRawBufferPointer(start: nil, count: 0), bigEndian: false)

  @inline(__always) func byte(at offset: Int) -> UInt8 {
    guard offset >= first, offset < count, let start = unsafe start else { return 0 }
    return unsafe start.load(fromByteOffset: offset, as: UInt8.self)
  }

  /// The byte at an offset that is inside: for the loop that passes over entries, which 10,000 addresses of DuckDB go through 20 million
  /// times.
  @unsafe @inline(__always) func uncheckedByte(at offset: Int) -> UInt8 {
    unsafe start.unsafelyUnwrapped.load(fromByteOffset: offset, as: UInt8.self)
  }

  @inline(__always) func load<Value: FixedWidthInteger>(_ type: Value.Type, at offset: Int) -> Value {
    guard offset >= first, offset <= count &- MemoryLayout<Value>.size, let start = unsafe start else { return 0 }
    let raw = unsafe start.loadUnaligned(fromByteOffset: offset, as: Value.self)
    return swap ? raw.byteSwapped : raw
  }

  /// Returns an unsigned integer of 1, 2, 3, 4 or 8 bytes, or zero for other sizes.
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

  /// Returns the text from `offset` to the next zero byte, or nil if `offset` is outside.
  func text(at offset: Int) -> String? {
    guard offset >= first, offset < count, let start = unsafe start else { return nil }
    let rest = unsafe UnsafeRawBufferPointer(start: start + offset, count: count - offset)
    let end = unsafe rest.baseAddress.map { unsafe strnlen($0.assumingMemoryBound(to: CChar.self), rest.count) } ?? 0
    return unsafe String(decoding: rest[..<end], as: UTF8.self)
  }

  /// Returns whether bytes are at an offset.
  func has(_ bytes: [UInt8], at offset: Int) -> Bool {
    offset >= first && bytes.count <= count - offset && bytes.indices.allSatisfy { byte(at: offset + $0) == bytes[$0] }
  }

  /// Returns the position after the first two zeros in a row in a range that `byte` or another zero follows there, or nil if there are
  /// none.
  func afterZeros(in range: Range<Int>, before byte: UInt8) -> Int? {
    guard range.lowerBound >= first else { return nil }
    return unsafe ByteSearch.afterZeros(UnsafeRawBufferPointer(start: start, count: count), in: range, before: byte)
  }

  /// Copies a part of the section; bytes outside are left unchanged.
  @unsafe func copy(_ range: Range<Int>, to target: UnsafeMutableRawBufferPointer) {
    guard range.lowerBound >= first, range.upperBound <= count, range.count <= target.count, let start = unsafe start else {
      return
    }
    unsafe target.copyMemory(from: UnsafeRawBufferPointer(start: start + range.lowerBound, count: range.count))
  }

}
