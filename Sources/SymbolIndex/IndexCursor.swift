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
    return first < 0x80 ? UInt32(first) : uleb(after: first)
  }

  private mutating func uleb(after first: UInt8) -> UInt32 {
    var result = UInt32(first & 0x7f)
    var shift: UInt32 = 7
    while !isAtEnd, shift < 35 {
      let byte = byte()
      if shift < 32 { result |= UInt32(byte & 0x7f) << shift }
      if byte < 0x80 { break }
      shift += 7
    }
    return result
  }
}
