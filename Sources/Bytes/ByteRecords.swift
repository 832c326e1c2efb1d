/// Records of one size, one after the other, such as the entries of a symbol table.
@usableFromInline package struct ByteRecords: Sendable {
  /// The number of records.
  package let count: Int
  @usableFromInline let bytes: ByteSlice
  @usableFromInline let size: Int
  @usableFromInline let isBigEndian: Bool

  /// Divides bytes into records of `size` bytes, at least one. A shorter rest is no record.
  package init(_ bytes: ByteSlice, size: Int, isBigEndian: Bool) {
    (self.bytes, self.size, self.isBigEndian) = (bytes, size, isBigEndian)
    count = bytes.count / size
  }

  /// Returns the number at an offset in a record, or 0 if there is no such record.
  @inlinable
  package func number<Number: FixedWidthInteger>(_ type: Number.Type, of record: Int, at offset: Int) -> Number {
    (try? bytes.load(type, at: record &* size &+ offset, bigEndian: isBigEndian)) ?? 0
  }

  /// Returns the first record at or after `start` whose number of 8 bytes, or of 4, is in a range; nil if there is none. One address of
  /// a Linux kernel takes a seventh more instructions if every address of its 130,000 symbols is loaded with all checks.
  package func first(from start: Int, isWide: Bool, at offset: Int, in range: ClosedRange<UInt64>) -> Int? {
    isWide
      ? first(from: start, UInt64.self, at: offset, in: range)
      : first(from: start, UInt32.self, at: offset, in: range)
  }

  @inline(__always)
  private func first<Number: FixedWidthInteger & UnsignedInteger>(
    from start: Int, _ type: Number.Type, at offset: Int, in range: ClosedRange<UInt64>
  ) -> Int? {
    precondition(start >= 0 && offset >= 0 && offset + MemoryLayout<Number>.size <= size)
    let (low, reach) = (range.lowerBound, range.upperBound - range.lowerBound)
    return unsafe bytes.withUnsafeBytes { bytes in
      for record in min(start, count)..<count {
        let raw = unsafe bytes.loadUnaligned(fromByteOffset: record &* size &+ offset, as: Number.self)
        if UInt64(isBigEndian ? raw.bigEndian : raw.littleEndian) &- low <= reach { return record }
      }
      return nil
    }
  }
}
