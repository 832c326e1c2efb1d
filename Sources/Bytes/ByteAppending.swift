extension [UInt8] {
  /// Appends bytes in one piece.
  package mutating func append(copying bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }

  /// Appends a string literal of the program.
  @inlinable
  package mutating func append(literal text: StaticString) {
    let count = text.hasPointerRepresentation ? text.utf8CodeUnitCount : 1
    // Adding nothing to an empty array writes to the one that all threads share (Swift 6.3).
    if count > 0 { append(addingCapacity: count) { $0.append(literal: text) } }
  }

  /// Appends the first `count` bytes of a word, of at most eight, its lowest byte first.
  @inlinable
  package mutating func append(word: UInt64, count: Int) {
    append(addingCapacity: 8) { $0.append(word: word, count: count) }
  }

  /// Appends spaces.
  package mutating func append(spaces count: Int) {
    append(addingCapacity: Swift.max(count, 0) + 7) { $0.append(spaces: count) }
  }

  /// Appends the bytes of a text from `position` on. Line ends, which a hostile debug file or report may contain, become blanks.
  package mutating func append(lineOf text: String, from position: Int = 0) {
    let units = text.utf8.span
    append(line: units.extracting(Swift.min(Swift.max(position, 0), units.count)..<units.count))
  }

  /// Does the same for text that is available as bytes.
  package mutating func append(line units: Span<UInt8>) {
    if !units.isEmpty { append(addingCapacity: units.count) { $0.append(line: units) } }
  }
}

extension [UInt8] {
  /// Appends words of 32 bits, each with its lowest byte first, in one piece.
  package mutating func append(words: [UInt32]) {
    let words = UInt32(1).littleEndian == 1 ? words : words.map(\.littleEndian)
    unsafe words.withUnsafeBytes { unsafe append(contentsOf: $0) }
  }
}

extension [UInt8] {
  /// Appends the part of a range that is inside a slice, in one piece.
  package mutating func append(_ range: Range<Int>, of slice: borrowing ByteSlice) {
    let range = range.clamped(to: 0..<slice.count)
    unsafe slice.withUnsafeBytes { unsafe append(contentsOf: UnsafeRawBufferPointer(rebasing: $0[range])) }
  }
}
