internal import Bytes
internal import Glibc
internal import System

/// The bytes of a mapped index file. Reads are checked; one past the end, or in a damaged block, gives zero, and the latter is
/// counted.
@safe struct IndexBytes: @unchecked Sendable {
  private let start: UnsafeRawPointer?
  let count: Int
  /// The checksums, or nil until the header is read.
  var checks: IndexChecks?

  /// Reads from memory that its owner keeps alive longer than the value.
  init(_ memory: MappedMemory) {
    unsafe start = UnsafeRawPointer(memory.region.baseAddress)
    count = unsafe memory.region.count
  }

  /// Returns whether a range is as it was written. An empty one always is.
  @inline(__always) func areWhole(_ first: Int, _ end: Int) -> Bool { first >= end || checks?.areWhole(first, end) ?? true }

  /// Returns a byte of a range that is whole.
  @inline(__always) func byte(at offset: Int) -> UInt8 {
    guard offset >= 0, offset < count, let start = unsafe start else { return 0 }
    return unsafe start.load(fromByteOffset: offset, as: UInt8.self)
  }

  @inline(__always) func word(at offset: Int) -> UInt32 {
    guard offset >= 0, offset <= count - 4, let start = unsafe start, areWhole(offset, offset + 4) else { return 0 }
    return UInt32(littleEndian: unsafe start.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  func long(at offset: Int) -> UInt64 {
    guard offset >= 0, offset <= count - 8, let start = unsafe start else { return 0 }
    return UInt64(littleEndian: unsafe start.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Returns a cursor at the start of a range, which has no bytes unless all of it is in the file and as it was written.
  @inline(__always) func cursor(_ first: Int, _ end: Int) -> IndexCursor {
    guard first >= 0, first < end, end <= count, areWhole(first, end) else {
      return unsafe IndexCursor(UnsafeRawBufferPointer(start: nil, count: 0))
    }
    return unsafe IndexCursor(UnsafeRawBufferPointer(start: start.map { unsafe $0 + first }, count: end - first))
  }

  /// Returns the text from `offset` to the next zero byte before `end`.
  func text(at offset: Int, before end: Int) -> String {
    guard offset >= 0, offset < min(end, count), let start = unsafe start else { return "" }
    let rest = unsafe UnsafeRawBufferPointer(start: start + offset, count: min(end, count) - offset)
    let stop = unsafe rest.baseAddress.map { unsafe strnlen($0.assumingMemoryBound(to: CChar.self), rest.count) } ?? 0
    guard areWhole(offset, min(offset + stop + 1, min(end, count))) else { return "" }
    return unsafe String(decoding: rest[..<stop], as: UTF8.self)
  }

  /// Returns the number of leading items of a sorted list that are not greater than `value`. Items have `width` bytes, of which
  /// the first four are the key.
  @inline(__always) func upperBound(of value: UInt32, at offset: Int, count: Int, width: Int) -> Int {
    // One comparison for all of them: those of `word` at each step take a fifth more instructions.
    guard count > 0, offset >= 0, offset <= self.count - count * width, let start = unsafe start else { return 0 }
    return (0..<count).partitionPoint {
      let place = offset &+ $0 &* width
      guard checks?.areWhole(place, place &+ 4) ?? true else { return false }
      return UInt32(littleEndian: unsafe start.loadUnaligned(fromByteOffset: place, as: UInt32.self)) > value
    }
  }
}
