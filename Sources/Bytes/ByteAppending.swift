extension [UInt8] {
  /// Appends bytes in one piece.
  public mutating func append(copying bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }

  /// Appends a text that is part of the program.
  public mutating func append(literal text: StaticString) {
    if text.hasPointerRepresentation {
      let units = unsafe UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
      // Such texts are short: a loop is done before a call to copy memory is prepared.
      append(addingCapacity: units.count) { output in
        for index in units.indices { output.append(unsafe units[index]) }
      }
    } else {
      append(contentsOf: String(text.unicodeScalar).utf8)
    }
  }

  /// Appends the first `count` bytes of a word, of at most eight, its lowest byte first.
  @inlinable
  public mutating func append(word: UInt64, count: Int) {
    append(addingCapacity: 8) { output in
      unsafe output.withUnsafeMutableBufferPointer { buffer, initialized in
        let bytes = UnsafeMutableRawBufferPointer(buffer)
        unsafe bytes.storeBytes(of: word.littleEndian, toByteOffset: initialized, as: UInt64.self)
        initialized += Swift.min(Swift.max(count, 0), 8)
      }
    }
  }

  /// Appends spaces.
  public mutating func append(spaces count: Int) {
    var rest = count
    while rest > 0 {
      append(word: 0x2020_2020_2020_2020, count: rest)
      rest -= 8
    }
  }

  /// Appends the bytes of a text from `position` on; line ends, which a hostile debug file or report may hold, become blanks.
  public mutating func append(lineOf text: String, from position: Int = 0) {
    let units = text.utf8.span
    append(line: units.extracting(Swift.min(Swift.max(position, 0), units.count)..<units.count))
  }

  /// The same for a text that is at hand as bytes.
  public mutating func append(line units: Span<UInt8>) {
    var start = 0
    while start < units.count {
      let end = ByteSearch.lineEnd(in: units, from: start)
      append(copying: units.extracting(start..<end))
      if end < units.count { append(UInt8(ascii: " ")) }
      start = end + 1
    }
  }
}
