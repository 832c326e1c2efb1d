/// Text in UTF-16, which is redacted as UTF-8.
struct WideText {
  /// The order of the bytes of a unit.
  let isLittleEndian: Bool

  /// Returns the encoding, or nil if bytes are no UTF-16: by its mark, or by the zeros in ASCII text.
  init?(_ bytes: some RandomAccessCollection<UInt8>) {
    let head = Array(bytes.prefix(64))
    guard head.count >= 2 else { return nil }
    if head[0] == 0xff && head[1] == 0xfe || head[0] == 0xfe && head[1] == 0xff {
      self.init(isLittleEndian: head[0] == 0xff)
      return
    }
    let pairs = head.count / 2
    let zeros = (0..<pairs).reduce(into: (even: 0, odd: 0)) { count, pair in
      if head[2 * pair] == 0 { count.even += 1 }
      if head[2 * pair + 1] == 0 { count.odd += 1 }
    }
    guard pairs >= 4, zeros.even == 0 && zeros.odd * 4 >= pairs * 3 || zeros.odd == 0 && zeros.even * 4 >= pairs * 3 else {
      return nil
    }
    self.init(isLittleEndian: zeros.odd > 0)
  }

  private init(isLittleEndian: Bool) { self.isLittleEndian = isLittleEndian }

  /// Returns the number of bytes that are whole characters: half a unit and half a pair of surrogates at the end are not.
  func wholeCount(_ bytes: [UInt8]) -> Int {
    let count = bytes.count - bytes.count % 2
    guard count > 0, bytes[isLittleEndian ? count - 1 : count - 2] & 0xfc == 0xd8 else { return count }
    return count - 2
  }

  /// Returns whole units as UTF-8.
  func decode(_ bytes: some RandomAccessCollection<UInt8>) -> [UInt8] {
    let bytes = Array(bytes)
    let units = stride(from: 0, to: bytes.count - 1, by: 2).map { position in
      isLittleEndian
        ? UInt16(bytes[position]) | UInt16(bytes[position + 1]) << 8 : UInt16(bytes[position]) << 8 | UInt16(bytes[position + 1])
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  /// Returns UTF-8 in this encoding.
  func encode(_ bytes: [UInt8]) -> [UInt8] {
    String(decoding: bytes, as: UTF8.self).utf16.flatMap { unit -> [UInt8] in
      let (low, high) = (UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8))
      return isLittleEndian ? [low, high] : [high, low]
    }
  }
}
