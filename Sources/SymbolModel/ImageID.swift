package import Bytes

/// The identity of one build of one image: a Mach-O UUID (`LC_UUID`, 16 bytes) or an ELF build ID (`NT_GNU_BUILD_ID`, any
/// length). Compared as bytes; case and dashes of the text forms do not matter.
@usableFromInline
package struct ImageID: Hashable, Sendable {
  // The first 16 bytes, of which UUIDs have no more, as two words of which the first byte is the highest: copied and compared
  // without memory of their own. Bytes that are missing are zeros.
  private let high: UInt64
  private let low: UInt64
  /// The bytes after the 16th, or nil if there are none.
  private let rest: [UInt8]?
  private let length: UInt8

  /// The bytes in file order, from 1 to 64.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(addingCapacity: 16) { output in
      output.append(word: high.byteSwapped, count: 8)
      output.append(word: low.byteSwapped, count: 8)
    }
    if count < 16 { bytes.removeLast(16 - count) }
    if let rest { bytes += rest }
    return bytes
  }

  /// The 16 bytes as two words of which the first byte is the highest, or nil if there are more or fewer.
  package var words: (high: UInt64, low: UInt64)? { count == 16 ? (high, low) : nil }

  /// Two words are enough: IDs are random.
  @usableFromInline package func hash(into hasher: inout Hasher) {
    hasher.combine(high)
    hasher.combine(low)
  }

  /// The number of bytes.
  package var count: Int { Int(length) }

  /// Wraps raw bytes. Returns nil if there are none or more than 64, or if all of them are zero (reports use zeros for "no
  /// UUID").
  package init?(bytes: [UInt8]) {
    guard bytes.count <= 64, bytes.contains(where: { $0 != 0 }) else { return nil }
    (high, low) = (Self.word(bytes, 0), Self.word(bytes, 8))
    rest = bytes.count > 16 ? Array(bytes[16...]) : nil
    length = UInt8(bytes.count)
  }

  private static func word(_ bytes: [UInt8], _ start: Int) -> UInt64 {
    (start..<start + 8).reduce(0) { $0 << 8 | UInt64($1 < bytes.count ? bytes[$1] : 0) }
  }

  /// Wraps the two halves of a UUID. Returns nil if both are zero.
  private init?(high: UInt64, low: UInt64) {
    guard high != 0 || low != 0 else { return nil }
    (self.high, self.low, rest, length) = (high, low, nil, 16)
  }

  /// Reads hexadecimal digits of either case, with dashes anywhere and optional `<` `>` around them. Returns nil for anything
  /// else.
  package init?(parsing text: String) { self.init(hexadecimal: text.utf8.span) }

  /// Does the same for text that is available as bytes.
  package init?(hexadecimal text: Span<UInt8>) {
    // Digit by digit, reading a report takes 2 percent more instructions.
    if let (high, low) = HexDigits.uuid(in: text) {
      self.init(high: high, low: low)
      return
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(20)
    var high: UInt8?
    for index in text.indices {
      let digit = HexDigits.value(of: text[index])
      guard digit < 16, bytes.count <= 64 else {
        if digit > 15, Self.isPassedOver(text[index]) { continue }
        return nil
      }
      if let first = high { bytes.append(first << 4 | digit) }
      high = high == nil ? digit : nil
    }
    guard high == nil else { return nil }
    self.init(bytes: bytes)
  }

  /// Reads a debug ID as Breakpad and minidump tools write it: the 32 digits of a UUID or GUID, and the digits of an age, which becomes
  /// part of the ID if it is not 0 and `hasAge`. Shorter ones, which old tools wrote, are the digits before the last one. Returns nil
  /// for anything else.
  package init?(breakpad text: String, hasAge: Bool) {
    let count = text.utf8.count
    guard count > 32 else {
      self.init(parsing: String(count % 2 == 1 ? text.dropLast() : text[...]))
      return
    }
    guard let id = ImageID(parsing: String(text.prefix(32))), let age = UInt32(text.dropFirst(32), radix: 16) else { return nil }
    let tail = hasAge && age != 0 ? [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: age >> $0) } : []
    self.init(bytes: id.bytes + tail)
  }

  private static func isPassedOver(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
  }

  /// Lower-case hexadecimal digits without dashes, as in build IDs and store paths.
  package var hex: String { HexDigits.text(of: bytes.span) }

  /// The same with a slash after two digits, as directories of debug files have them: `ab/cdef`. Nil for an ID of one byte.
  package var shardedHex: String? { count > 1 ? HexDigits.path(of: bytes.span, slashes: 1) : nil }

  /// The path of a UUID in LLDB's tree of mapped UUIDs: `ABCD/EF01/.../0123456789AB`. Nil for other IDs.
  package var mappedPath: String? {
    count == 16 ? HexDigits.path(of: bytes.span, slashes: 0b10_1010_1010, capital: true) : nil
  }

  /// Groups of 4, 2, 2, 2 and 6 bytes in upper case.
  fileprivate var uuidText: String { HexDigits.uuid(of: bytes.span) }
}

extension ImageID: CustomStringConvertible {
  /// Upper case with dashes for 16 bytes (as Apple's tools print UUIDs), otherwise plain lower-case hexadecimal.
  @usableFromInline package var description: String {
    count == 16 ? uuidText : hex
  }
}

extension GrowingBytes {
  /// Appends the `description` of an ID.
  package mutating func append(_ id: ImageID) {
    if let words = id.words { append(uuid: words.high, words.low) } else { append(copying: id.description.utf8.span) }
  }
}
