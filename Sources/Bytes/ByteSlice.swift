package import System

/// A range of immutable bytes whose storage (a mapped file or a copy on the heap) stays alive as long as any slice of it. Every
/// read is checked against the slice's end. The front of the module `Bytes`: everything that reads a file begins here.
///
/// In: a mapped file or an array, an offset, a count. Out: integers of either byte order, C strings, smaller slices; or a
/// `ByteError` with the offset in the file.
///
/// Read on with `ByteCursor` (from front to back) and `ByteSearch` (finding bytes). `OutputSpan` extensions in `ByteOutput`
/// write.
///
/// Example: `try ByteSlice(memory).load(UInt32.self, at: 4, bigEndian: true)`.
@usableFromInline @safe package struct ByteSlice: @unchecked Sendable {
  @usableFromInline let owner: AnyObject?
  @usableFromInline let start: UnsafeRawPointer?
  /// The offset of the slice's first byte from the start of the original file or array; errors add it.
  @usableFromInline package let base: Int
  /// The number of bytes.
  @usableFromInline package let count: Int

  /// The bytes of a mapped file, without its head.
  package init(_ memory: MappedMemory) {
    owner = memory
    let first = unsafe memory.region.baseAddress
    unsafe start = unsafe first.map { unsafe UnsafeRawPointer($0 + memory.headSize) }
    base = 0
    count = memory.fileSize
  }

  /// A copy of an array.
  package init(_ bytes: [UInt8]) {
    let copy = HeapBytes(bytes)
    owner = copy
    unsafe start = unsafe UnsafeRawPointer(copy.buffer.baseAddress)
    base = 0
    count = bytes.count
  }

  /// The mapped file that the bytes are of, or nil for a copy on the heap.
  package var mapping: MappedMemory? { owner as? MappedMemory }

  /// No bytes.
  package static let empty = ByteSlice([])

  /// New bytes: `fill` gets memory for `capacity` of them, and returns how many it has written. Throws what `fill` throws.
  @unsafe init<Failure: Error>(capacity: Int, fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int) throws(Failure) {
    let fresh = HeapBytes(capacity: capacity)
    let filled = try unsafe fill(fresh.buffer)
    unsafe self.init(owner: fresh, start: UnsafeRawPointer(fresh.buffer.baseAddress), base: 0, count: min(filled, capacity))
  }

  private init(owner: AnyObject?, start: UnsafeRawPointer?, base: Int, count: Int) {
    self.owner = owner
    unsafe self.start = unsafe start
    self.base = base
    self.count = count
  }

  /// Returns the bytes from `offset` on, `length` of them. Throws `ByteError` if they reach past the end.
  package func slice(at offset: Int, count length: Int) throws(ByteError) -> ByteSlice {
    guard offset >= 0, length >= 0, offset <= count, length <= count - offset else {
      throw ByteError(.outOfBounds(length: length), offset: base &+ offset)
    }
    return unsafe ByteSlice(owner: owner, start: start.map { unsafe $0 + offset }, base: base + offset, count: length)
  }

  /// Does the same for 64-bit values, as headers have them.
  package func slice(at offset: UInt64, count length: UInt64) throws(ByteError) -> ByteSlice {
    guard let first = Int(exactly: offset), let many = Int(exactly: length) else {
      throw ByteError(.outOfBounds(length: Int(clamping: length)), offset: Int(clamping: offset))
    }
    return try slice(at: first, count: many)
  }

  /// Returns the integer at `offset`, stored little-endian unless `bigEndian`. Throws `ByteError` past the end.
  @inlinable
  package func load<Value: FixedWidthInteger>(_ type: Value.Type, at offset: Int, bigEndian: Bool = false) throws(ByteError)
    -> Value
  {
    guard offset >= 0, offset <= count - MemoryLayout<Value>.size, let start = unsafe start else {
      throw ByteError(.outOfBounds(length: MemoryLayout<Value>.size), offset: base &+ offset)
    }
    defer { withExtendedLifetime(owner) {} }
    let raw = unsafe start.loadUnaligned(fromByteOffset: offset, as: Value.self)
    return bigEndian ? Value(bigEndian: raw) : Value(littleEndian: raw)
  }

  /// Returns the bytes from `offset` up to a zero byte or the end, at most `limit`, or nil if `offset` is outside.
  package func cString(at offset: Int, limit: Int = .max) -> String? {
    guard offset >= 0, offset < count, let start = unsafe start else { return nil }
    let rest = unsafe UnsafeRawBufferPointer(start: start + offset, count: min(count - offset, limit))
    let end = unsafe rest.firstIndex(of: 0) ?? rest.count
    return unsafe String(decoding: rest[..<end], as: UTF8.self)
  }

  /// Returns the bytes of a range as text, invalid UTF-8 replaced; empty if they reach past the end.
  package func text(_ range: Range<Int>) -> String {
    guard range.lowerBound >= 0, range.upperBound <= count, let start = unsafe start else { return "" }
    defer { withExtendedLifetime(owner) {} }
    return unsafe String(decoding: UnsafeRawBufferPointer(start: start + range.lowerBound, count: range.count), as: UTF8.self)
  }

  /// Returns the text from `offset` to the next end of a line, without blanks at its end, at most `limit` bytes of it; empty outside.
  package func line(at offset: Int, limit: Int) -> String {
    guard offset >= 0, offset < count, let start = unsafe start else { return "" }
    let rest = unsafe UnsafeRawBufferPointer(start: start + offset, count: min(count - offset, limit))
    var end = unsafe rest.firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } ?? rest.count
    while end > 0, unsafe rest[end - 1] == UInt8(ascii: " ") || rest[end - 1] == UInt8(ascii: "\t") { end -= 1 }
    defer { withExtendedLifetime(owner) {} }
    return unsafe String(decoding: rest[..<end], as: UTF8.self)
  }

  /// Calls `body` with the bytes in place. Throws what it throws.
  package func withSpan<Result, Failure: Error>(_ body: (Span<UInt8>) throws(Failure) -> Result) throws(Failure) -> Result {
    try unsafe withUnsafeBytes { bytes throws(Failure) in try unsafe body(Span(_unsafeBytes: bytes)) }
  }

  /// A copy as an array.
  package var array: [UInt8] { unsafe withUnsafeBytes { unsafe Array($0) } }

  /// Calls `body` with the bytes in place. The pointer must not escape.
  @unsafe package func withUnsafeBytes<Result, Failure: Error>(_ body: (UnsafeRawBufferPointer) throws(Failure) -> Result)
    throws(Failure) -> Result
  {
    defer { withExtendedLifetime(owner) {} }
    return try unsafe body(UnsafeRawBufferPointer(start: start, count: count))
  }
}

/// Bytes at a fixed address.
@safe private final class HeapBytes {
  let buffer: UnsafeMutableRawBufferPointer

  init(capacity: Int) {
    unsafe buffer = .allocate(byteCount: capacity, alignment: 16)
    unsafe LargePages.use(for: buffer)
  }

  convenience init(_ bytes: [UInt8]) {
    self.init(capacity: bytes.count)
    unsafe buffer.copyBytes(from: bytes)
  }

  deinit { unsafe buffer.deallocate() }
}
