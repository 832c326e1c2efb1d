/// Reads the bytes of a range of an index file from front to back. The caller has made sure that the range is whole; after its end
/// everything is zero. It refers to nothing: the file's owner keeps the memory alive.
@safe struct IndexCursor {
  private var position: UnsafeRawPointer?
  private let end: UnsafeRawPointer?

  /// Begins at the start of memory.
  init(_ memory: UnsafeRawBufferPointer) {
    unsafe position = memory.baseAddress
    unsafe end = memory.baseAddress.map { unsafe $0 + memory.count }
  }

  /// Whether no byte is left.
  var isAtEnd: Bool { unsafe position == end }

  /// Reads a byte.
  @inline(__always) mutating func byte() -> UInt8 {
    guard unsafe position != end, let place = unsafe position else { return 0 }
    unsafe position = place + 1
    return unsafe place.load(as: UInt8.self)
  }

  /// Reads an unsigned LEB128 number. Bits above 32 are dropped. Most have one byte.
  @inline(__always) mutating func uleb() -> UInt32 {
    let first = byte()
    if first < 0x80 { return UInt32(first) }
    let second = byte()
    let result = UInt32(first & 0x7f) | UInt32(second & 0x7f) << 7
    return second < 0x80 ? result : uleb(after: result)
  }

  /// Skips unsigned LEB128 numbers.
  @inline(__always) mutating func skip(_ count: Int) {
    for _ in 0..<count {
      while byte() >= 0x80 {}
    }
  }

  /// Reads the rest of a number after its first two bytes.
  private mutating func uleb(after start: UInt32) -> UInt32 {
    var result = start
    var shift: UInt32 = 14
    while !isAtEnd, shift < 35 {
      let byte = byte()
      if shift < 32 { result |= UInt32(byte & 0x7f) << shift }
      if byte < 0x80 { break }
      shift += 7
    }
    return result
  }
}
