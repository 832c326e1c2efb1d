#if canImport(Glibc)
  internal import Glibc
#else
  internal import Musl
#endif
internal import CBytes
internal import System

/// Bytes that grow at their end, with one owner: what writers append thousands of short texts to. To append to an array, its storage is
/// checked and prepared each time, which takes three times the instructions of writing a token of JSON.
@usableFromInline
@safe
package struct GrowingBytes: ~Copyable {
  @usableFromInline var start: UnsafeMutablePointer<UInt8>
  @usableFromInline var capacity: Int
  /// The number of bytes so far.
  @usableFromInline package internal(set) var count = 0
  /// Whether the memory belongs to somebody else.
  private var isLent: Bool

  /// No bytes.
  package init() {
    capacity = 1 << 8
    isLent = false
    unsafe start = Self.memory(nil, capacity)
  }

  /// No bytes, in memory that stays as long as this.
  @unsafe
  private init(in memory: UnsafeMutableBufferPointer<UInt8>) {
    isLent = unsafe memory.baseAddress != nil
    capacity = isLent ? memory.count : 1 << 8
    unsafe start = memory.baseAddress ?? Self.memory(nil, capacity)
  }

  deinit { if !isLent { unsafe free(start) } }

  /// Returns the bytes that `write` appends as an array. They are written where they stay, unless they take more than `capacity`: they
  /// are not copied as they grow and when they are complete.
  package static func array(capacity: Int, _ write: (consuming GrowingBytes) -> GrowingBytes) -> [UInt8] {
    var longer: [UInt8]?
    // Without capacity, the standard library writes the count of the empty array that all threads share.
    let array = unsafe [UInt8](unsafeUninitializedCapacity: max(capacity, 1)) { memory, filled in
      let bytes = write(unsafe GrowingBytes(in: memory))
      if bytes.isLent { filled = bytes.count } else { longer = bytes.finish() }
    }
    return longer ?? array
  }

  /// Returns the same memory with another size; the system moves pages of large memory instead of copying their bytes.
  @unsafe
  private static func memory(_ known: UnsafeMutablePointer<UInt8>?, _ size: Int) -> UnsafeMutablePointer<UInt8> {
    guard let memory = unsafe realloc(known, size) else { MemoryLimit.end() }
    return unsafe memory.assumingMemoryBound(to: UInt8.self)
  }

  /// Calls `body` with the bytes.
  package func withBytes<Result, Failure: Error>(_ body: (Span<UInt8>) throws(Failure) -> Result) throws(Failure) -> Result {
    try body(unsafe Span(_unsafeStart: start, count: count))
  }

  /// A copy of the bytes.
  package var array: [UInt8] { unsafe Array(UnsafeBufferPointer(start: start, count: count)) }

  /// Returns the bytes as an array. Of long ones, pages are given back as they are copied, so that the memory is not needed twice.
  package consuming func finish() -> [UInt8] { count <= Self.piece ? array : moved() }

  /// Returns the bytes as an array; those that are here are lost.
  private func moved() -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: count) { output, filled in
      guard let target = output.baseAddress else { return }
      var given = unsafe (UInt(bitPattern: start) + Self.page - 1) & ~(Self.page - 1)
      while filled < count {
        let length = min(Self.piece, count - filled)
        unsafe (target + filled).update(from: start + filled, count: length)
        filled += length
        let done = unsafe UInt(bitPattern: start + filled) & ~(Self.page - 1)
        if done > given { unsafe madvise(UnsafeMutableRawPointer(bitPattern: given), Int(done - given), MADV_DONTNEED) }
        given = max(given, done)
      }
    }
  }

  private static let piece = 1 << 22
  /// The largest page of the systems that the program runs on.
  private static let page: UInt = 1 << 16

  /// Returns a copy of a range of the bytes.
  package func array(_ range: Range<Int>) -> [UInt8] {
    let range = range.clamped(to: 0..<count)
    return unsafe Array(UnsafeBufferPointer(start: start + range.lowerBound, count: range.count))
  }

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
    if isLent {
      let own = unsafe Self.memory(nil, larger)
      unsafe own.update(from: start, count: count)
      unsafe start = own
      isLent = false
    } else {
      unsafe start = Self.memory(start, larger)
    }
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

  /// Appends a range of other bytes.
  package mutating func append(_ range: Range<Int>, of other: borrowing GrowingBytes) {
    let range = range.clamped(to: 0..<other.count)
    reserve(range.count)
    unsafe ByteCopy.copy(other.start + range.lowerBound, to: start + count, count: range.count)
    count &+= range.count
  }

  /// Appends a string literal of the program. Inlined, most take one or two stores: as a call, a batch takes 2 percent more instructions.
  @inlinable
  @inline(__always)
  package mutating func append(literal text: StaticString) {
    guard text.hasPointerRepresentation else { return append(UInt8(truncatingIfNeeded: text.unicodeScalar.value)) }
    let length = text.utf8CodeUnitCount
    reserve(length)
    unsafe ByteCopy.copy(text.utf8Start, to: start + count, count: length)
    count &+= length
  }

  /// Appends the bytes of a text. Line ends, which a hostile debug file or report may contain, become blanks.
  package mutating func append(line text: Span<UInt8>) {
    reserve(text.count &+ 8)
    if unsafe !copy(text, to: count, { unsafe symbolicate_copy_line($0, $1, $2) }, marks: { ByteSearch.lineEnds($0) }) {
      for position in text.indices {
        let isEnd = text[position] == UInt8(ascii: "\n") || text[position] == UInt8(ascii: "\r")
        unsafe start[count &+ position] = isEnd ? UInt8(ascii: " ") : text[position]
      }
    }
    count &+= text.count
  }

  /// Appends a text and returns true if it has printable characters of ASCII only, else does nothing.
  package mutating func append(printable text: Span<UInt8>) -> Bool {
    reserve(text.count &+ 8)
    let isPlain = unsafe copy(
      text, to: count, { unsafe symbolicate_copy_printable($0, $1, $2) }, marks: { ByteSearch.unprintable($0) })
    guard isPlain else { return false }
    count &+= text.count
    return true
  }

  /// Appends a text and returns true if it has printable characters of ASCII only, and none of `<>&"'`, else does nothing.
  package mutating func append(plainMarkup text: Span<UInt8>) -> Bool {
    reserve(text.count &+ 8)
    let isPlain = unsafe copy(text, to: count, { unsafe symbolicate_copy_markup($0, $1, $2) }, marks: { ByteSearch.marks($0) })
    guard isPlain else { return false }
    count &+= text.count
    return true
  }

  /// Appends the text of a UUID of two halves, whose first byte is the highest one: 36 upper-case digits and dashes.
  package mutating func append(uuid high: UInt64, _ low: UInt64) {
    reserve(HexDigits.uuidCount)
    unsafe HexDigits.write(uuid: high, low, to: UnsafeMutableRawBufferPointer(start: start + count, count: HexDigits.uuidCount))
    count &+= HexDigits.uuidCount
  }

  /// Appends once more what stands in a range.
  package mutating func append(again range: Range<Int>) {
    let range = range.clamped(to: 0..<count)
    reserve(range.count)
    unsafe ByteCopy.copy(start + range.lowerBound, to: start + count, count: range.count)
    count &+= range.count
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
    reserve(32)
    if number < 10 {
      unsafe start[count] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number)
      count &+= 1
    } else if number < 100_000_000 {
      // Not counted from the digits: where the next text goes waits for the length, and not for them.
      let length = DigitWord.length(UInt32(truncatingIfNeeded: number))
      store(DigitWord.digits(number) >> UInt64(8 * (8 - length)), count: length)
    } else {
      append(decimal: number / 100_000_000)
      store(DigitWord.digits(number % 100_000_000), count: 8)
    }
  }

  /// Appends the hexadecimal digits of a number, lower case, without `0x`.
  package mutating func append(hexadecimal number: UInt64) { append(hexadecimal: number, digits: HexDigits.count(number)) }

  /// Appends the last hexadecimal digits of a number, at most 16, lower case.
  package mutating func append(hexadecimal number: UInt64, digits: Int) {
    let digits = min(max(digits, 0), 16)
    reserve(24)
    if digits > 8 {
      let high = HexDigits.eight(UInt32(truncatingIfNeeded: number >> 32))
      store(high >> UInt64(8 * (16 - digits)), count: digits - 8)
    }
    let low = HexDigits.eight(UInt32(truncatingIfNeeded: number))
    store(digits >= 8 ? low : low >> UInt64(8 * (8 - digits)), count: min(digits, 8))
  }

  /// Copies a text to a position, as the other function does, by one of CBytes if it is long enough for that.
  @inline(__always)
  @unsafe
  func copy(
    _ text: Span<UInt8>, to position: Int, _ long: (UnsafeMutablePointer<UInt8>, UnsafePointer<UInt8>, Int) -> Bool,
    marks: (UInt64) -> UInt64
  ) -> Bool {
    guard text.count >= 16 else { return unsafe copy(text, to: position, marks: marks) }
    return unsafe text.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return true }
      return unsafe long(start + position, base, bytes.count)
    }
  }

  /// Copies a text to a position, where there must be room for it and eight more bytes, and returns false if `marks` is not 0 for some
  /// of its words. Texts that need escapes are rare: to copy while looking takes half the instructions of looking first.
  @inline(__always)
  @unsafe
  func copy(_ text: Span<UInt8>, to position: Int, marks: (UInt64) -> UInt64) -> Bool {
    unsafe text.withUnsafeBytes { text in
      var found: UInt64 = 0
      var done = 0
      while done &+ 8 <= text.count {
        let word = unsafe text.loadUnaligned(fromByteOffset: done, as: UInt64.self)
        unsafe store(word, at: position &+ done)
        found |= marks(word)
        done &+= 8
      }
      guard done < text.count else { return found == 0 }
      if done > 0 {
        // The last word overlaps the one before it.
        let word = unsafe text.loadUnaligned(fromByteOffset: text.count &- 8, as: UInt64.self)
        unsafe store(word, at: position &+ text.count &- 8)
        return found | marks(word) == 0
      }
      var word = ByteSearch.spaces
      var rest = text.count
      if rest >= 4 {
        // Two halves, of which the second may overlap the first, below blanks.
        let low = unsafe text.loadUnaligned(fromByteOffset: 0, as: UInt32.self).littleEndian
        let high = unsafe text.loadUnaligned(fromByteOffset: rest &- 4, as: UInt32.self).littleEndian
        word = word &<< (8 &* rest) | UInt64(high) &<< (8 &* (rest &- 4)) | UInt64(low)
        rest = 0
      }
      while rest > 0 {
        rest &-= 1
        word = word << 8 | UInt64(unsafe text[rest])
      }
      unsafe store(word.littleEndian, at: position)
      return marks(word) == 0
    }
  }

  @inline(__always)
  @unsafe
  func store(_ word: UInt64, at position: Int) {
    unsafe UnsafeMutableRawPointer(start + position).storeBytes(of: word, as: UInt64.self)
  }

  /// Appends the first bytes of a word, lowest byte first. There must be room for eight.
  @inline(__always)
  private mutating func store(_ word: UInt64, count length: Int) {
    unsafe UnsafeMutableRawPointer(start + count).storeBytes(of: word.littleEndian, as: UInt64.self)
    count += length
  }
}

extension [UInt8] {
  /// Appends a range of other bytes.
  package mutating func append(_ range: Range<Int>, of other: borrowing GrowingBytes) {
    let range = range.clamped(to: 0..<other.count)
    unsafe append(contentsOf: UnsafeBufferPointer(start: other.start + range.lowerBound, count: range.count))
  }
}
