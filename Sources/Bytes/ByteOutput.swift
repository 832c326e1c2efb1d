/// Writes bytes into reserved capacity. Writing more than that is an error of the program.
extension OutputSpan<UInt8> {
  /// Appends bytes in one piece.
  @inlinable
  package mutating func append(copying bytes: Span<UInt8>) {
    unsafe withUnsafeMutableBufferPointer { output, count in
      precondition(bytes.count <= output.count - count)
      unsafe bytes.withUnsafeBufferPointer { source in
        guard let from = source.baseAddress, let to = output.baseAddress else { return }
        unsafe ByteCopy.copy(from, to: to + count, count: source.count)
      }
      count += bytes.count
    }
  }

  /// Appends the first `length` bytes of a word, at most eight, lowest byte first. There must be capacity for eight.
  @inlinable
  @inline(__always)
  package mutating func append(word: UInt64, count length: Int) {
    unsafe withUnsafeMutableBufferPointer { output, count in
      precondition(output.count - count >= 8)
      unsafe UnsafeMutableRawBufferPointer(output).storeBytes(of: word.littleEndian, toByteOffset: count, as: UInt64.self)
      count += Swift.min(Swift.max(length, 0), 8)
    }
  }

  /// Appends a string literal of the program.
  @inlinable
  @inline(__always)
  package mutating func append(literal text: StaticString) {
    guard text.hasPointerRepresentation else { return append(UInt8(truncatingIfNeeded: text.unicodeScalar.value)) }
    unsafe withUnsafeMutableBufferPointer { output, count in
      let length = text.utf8CodeUnitCount
      precondition(length <= output.count - count)
      if let to = output.baseAddress { unsafe ByteCopy.copy(text.utf8Start, to: to + count, count: length) }
      count += length
    }
  }

  /// Appends the bytes of a text. Line ends, which a hostile debug file or report may contain, become blanks.
  ///
  /// Byte by byte, writing JSON reports as text takes 12 percent more instructions.
  @inlinable
  package mutating func append(line text: Span<UInt8>) {
    unsafe withUnsafeMutableBufferPointer { output, count in
      precondition(text.count <= output.count - count)
      unsafe text.withUnsafeBytes { source in
        let target = UnsafeMutableRawBufferPointer(output)
        var position = 0
        while position + 8 <= source.count {
          let word = unsafe source.loadUnaligned(fromByteOffset: position, as: UInt64.self)
          if ByteSearch.lineEnds(word) != 0 { break }
          unsafe target.storeBytes(of: word, toByteOffset: count + position, as: UInt64.self)
          position += 8
        }
        while position < source.count {
          let byte = unsafe source[position]
          let isEnd = byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
          unsafe target[count + position] = isEnd ? UInt8(ascii: " ") : byte
          position += 1
        }
      }
      count += text.count
    }
  }

  /// Appends spaces. There must be capacity for seven more.
  @inlinable
  package mutating func append(spaces number: Int) {
    if number <= 0 { return }
    unsafe withUnsafeMutableBufferPointer { output, count in
      precondition(number + 7 <= output.count - count)
      let target = UnsafeMutableRawBufferPointer(output)
      var position = 0
      while position < number {
        unsafe target.storeBytes(of: 0x2020_2020_2020_2020, toByteOffset: count + position, as: UInt64.self)
        position += 8
      }
      count += number
    }
  }
}
