internal import Bytes

/// The identity of one build of one image: a Mach-O UUID (`LC_UUID`, 16 bytes) or an ELF build ID (`NT_GNU_BUILD_ID`, any
/// length). Compared as bytes; case and dashes of the text forms do not matter.
public struct ImageID: Hashable, Sendable {
  // A report has hundreds of these. Nearly all have 16 or 20 bytes, which need no heap memory.
  private let first: UInt64
  private let second: UInt64
  private let third: UInt64
  /// The bytes after the first 24, or nil if there are none.
  private let rest: [UInt8]?
  /// The number of bytes, from 1 to 64.
  public let count: Int

  /// The bytes in file order, never empty.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    for position in 0..<min(count, 24) {
      bytes.append(UInt8(truncatingIfNeeded: word(position / 8) >> UInt64(56 - position % 8 * 8)))
    }
    return bytes + (rest ?? [])
  }

  /// Returns eight bytes, the first one highest, with zeros after the last one; for the first three words.
  private func word(_ position: Int) -> UInt64 { position == 0 ? first : position == 1 ? second : third }

  /// Calls `body` with numbers of at most eight bytes each, the first byte highest, and their sizes in bytes.
  public func forEachNumber(_ body: (_ number: UInt64, _ count: Int) -> Void) {
    for position in 0..<3 where count > 8 * position {
      let bytes = min(count - 8 * position, 8)
      body(word(position) >> UInt64(64 - 8 * bytes), bytes)
    }
    for byte in rest ?? [] { body(UInt64(byte), 1) }
  }

  /// Wraps raw bytes. Returns nil if there are none or more than 64, or if all of them are zero (reports use zeros for "no
  /// UUID").
  public init?(bytes: [UInt8]) {
    guard bytes.count <= 64 else { return nil }
    var words: InlineArray<3, UInt64> = .init(repeating: 0)
    for (position, byte) in bytes.prefix(24).enumerated() { words[position / 8] |= UInt64(byte) << UInt64(56 - position % 8 * 8) }
    self.init(words, rest: bytes.count > 24 ? Array(bytes[24...]) : nil, count: bytes.count)
  }

  private init?(_ words: InlineArray<3, UInt64>, rest: [UInt8]?, count: Int) {
    let isZero = words[0] | words[1] | words[2] == 0 && rest?.allSatisfy { $0 == 0 } ?? true
    guard count > 0, !isZero else { return nil }
    (first, second, third) = (words[0], words[1], words[2])
    self.rest = rest
    self.count = count
  }

  /// Reads hexadecimal digits of either case, with dashes anywhere and optional `<` `>` around them. Returns nil for anything
  /// else.
  public init?(parsing text: String) { self.init(hexadecimal: text.utf8.span) }

  /// Does the same for text that is available as bytes.
  public init?(hexadecimal text: Span<UInt8>) {
    var words: InlineArray<3, UInt64> = .init(repeating: 0)
    var digits = 0
    for index in text.indices {
      let digit = HexDigits.value(of: text[index])
      guard digit < 16 else {
        if Self.isPassedOver(text[index]) { continue }
        return nil
      }
      if digits < 48 { words[digits / 16] = words[digits / 16] << 4 | UInt64(digit) }
      digits += 1
    }
    guard digits % 2 == 0, digits <= 128 else { return nil }
    // The last word is filled from its front.
    if digits < 48, digits % 16 > 0 { words[digits / 16] <<= UInt64(4 * (16 - digits % 16)) }
    self.init(words, rest: digits > 48 ? Self.bytes(of: text, behind: 48) : nil, count: digits / 2)
  }

  /// Returns the bytes that a text of hexadecimal digits represents, without the first ones.
  private static func bytes(of text: Span<UInt8>, behind skipped: Int) -> [UInt8] {
    var digits: [UInt8] = []
    for index in text.indices {
      let digit = HexDigits.value(of: text[index])
      if digit < 16 { digits.append(digit) }
    }
    return stride(from: skipped, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  private static func isPassedOver(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
  }

  /// Lower-case hexadecimal digits without dashes, as in build IDs and store paths.
  public var hex: String {
    String(decoding: bytes.flatMap { [HexDigits.digit($0 >> 4), HexDigits.digit($0 & 15)] }, as: UTF8.self)
  }

  /// Groups of 4, 2, 2, 2 and 6 bytes in upper case.
  fileprivate var uuidText: String {
    let bytes = bytes
    var text: [UInt8] = []
    text.reserveCapacity(36)
    for (position, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(position) { text.append(UInt8(ascii: "-")) }
      text += [HexDigits.capital(byte >> 4), HexDigits.capital(byte & 15)]
    }
    return String(decoding: text, as: UTF8.self)
  }

}

extension ImageID: CustomStringConvertible {
  /// Upper case with dashes for 16 bytes (as Apple's tools print UUIDs), otherwise plain lower-case hexadecimal.
  public var description: String {
    count == 16 ? uuidText : hex
  }
}
