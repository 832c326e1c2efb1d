/// Bytes that grow at their end, with one owner: what writers append thousands of short texts to. To append to an array, its storage is
/// checked and prepared each time, which takes three times the instructions of writing a token of JSON.
@usableFromInline
@safe
package struct GrowingBytes: ~Copyable {
  @usableFromInline var start: UnsafeMutablePointer<UInt8>
  @usableFromInline var capacity: Int
  /// The number of bytes so far.
  @usableFromInline package private(set) var count = 0

  /// No bytes.
  package init() {
    capacity = 1 << 12
    unsafe start = .allocate(capacity: capacity)
  }

  deinit { unsafe start.deallocate() }

  /// A copy of the bytes.
  package var array: [UInt8] { unsafe Array(UnsafeBufferPointer(start: start, count: count)) }

  /// Removes all bytes from a position on; the memory stays.
  package mutating func removeAll(from position: Int = 0) { count = min(max(position, 0), count) }

  /// Makes room for more bytes.
  @inlinable
  @inline(__always)
  mutating func reserve(_ room: Int) { if room > capacity &- count { grow(by: room) } }

  @usableFromInline
  @inline(never)
  mutating func grow(by room: Int) {
    let larger = max(2 * capacity, count + room)
    let fresh = unsafe UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    unsafe fresh.update(from: start, count: count)
    unsafe start.deallocate()
    unsafe start = unsafe fresh
    capacity = larger
  }

  /// Appends one byte.
  @inlinable
  @inline(__always)
  package mutating func append(_ byte: UInt8) {
    reserve(1)
    unsafe start[count] = byte
    count &+= 1
  }

  /// Appends bytes in one piece.
  @inlinable
  package mutating func append(copying bytes: Span<UInt8>) {
    reserve(bytes.count)
    unsafe bytes.withUnsafeBufferPointer { source in
      guard let from = source.baseAddress else { return }
      unsafe ByteCopy.copy(from, to: start + count, count: source.count)
    }
    count &+= bytes.count
  }

  /// Appends a string literal of the program.
  @inlinable
  package mutating func append(literal text: StaticString) {
    guard text.hasPointerRepresentation else { return append(UInt8(truncatingIfNeeded: text.unicodeScalar.value)) }
    let length = text.utf8CodeUnitCount
    reserve(length)
    unsafe ByteCopy.copy(text.utf8Start, to: start + count, count: length)
    count &+= length
  }

  /// Appends spaces.
  @inlinable
  package mutating func append(spaces number: Int) {
    guard number > 0 else { return }
    reserve(number + 7)
    let target = unsafe UnsafeMutableRawPointer(start + count)
    var position = 0
    while position < number {
      unsafe target.storeBytes(of: 0x2020_2020_2020_2020, toByteOffset: position, as: UInt64.self)
      position &+= 8
    }
    count &+= number
  }

  /// Appends the decimal digits of a number.
  package mutating func append(decimal number: UInt64) {
    reserve(20)
    let length = DecimalText.digitCount(number)
    var (rest, position) = (number, count + length)
    repeat {
      position -= 1
      unsafe start[position] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest > 0
    count += length
  }

  /// Appends the hexadecimal digits of a number, lower case, without `0x`.
  package mutating func append(hexadecimal number: UInt64) {
    let digits = HexDigits.count(number)
    reserve(24)
    if digits > 8 {
      let high = HexDigits.eight(UInt32(truncatingIfNeeded: number >> 32))
      store(high >> UInt64(8 * (16 - digits)), count: digits - 8)
    }
    let low = HexDigits.eight(UInt32(truncatingIfNeeded: number))
    store(digits >= 8 ? low : low >> UInt64(8 * (8 - digits)), count: min(digits, 8))
  }

  /// Appends the first bytes of a word, lowest byte first. There must be room for eight.
  @inline(__always)
  private mutating func store(_ word: UInt64, count length: Int) {
    unsafe UnsafeMutableRawPointer(start + count).storeBytes(of: word.littleEndian, as: UInt64.self)
    count += length
  }
}
