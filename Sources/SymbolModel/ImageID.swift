/// The identity of one build of one image: a Mach-O UUID (`LC_UUID`, 16 bytes) or an ELF build-id (`NT_GNU_BUILD_ID`, any
/// length). Compared as bytes; case and dashes of the text forms do not matter.
public struct ImageID: Hashable, Sendable {
  /// The bytes in file order, never empty.
  public let bytes: [UInt8]

  /// Wraps raw bytes; nil when there are none, more than 64, or all of them are zero (reports use zeros for "no UUID").
  public init?(bytes: [UInt8]) {
    guard !bytes.isEmpty, bytes.count <= 64, Self.isAnySet(bytes.span) else { return nil }
    self.bytes = bytes
  }

  /// Reads hexadecimal digits of either case, with dashes anywhere and optional `<` `>` around them; nil for anything else.
  public init?(parsing text: String) { self.init(hexadecimal: text.utf8.span) }

  /// The same for text that is at hand as bytes.
  public init?(hexadecimal text: Span<UInt8>) {
    var bytes = [UInt8](repeating: 0, count: min(text.count, 128) / 2)
    var count = 0
    // The digits of a byte that is not whole yet stand above a mark.
    var part: UInt16 = 1
    for index in text.indices {
      let digit = HexDigits.value(of: text[index])
      guard digit < 16 else {
        if Self.isPassedOver(text[index]) { continue }
        return nil
      }
      part = part << 4 | UInt16(digit)
      if part >= 0x100 {
        guard count < bytes.count else { return nil }
        bytes[count] = UInt8(truncatingIfNeeded: part)
        count += 1
        part = 1
      }
    }
    guard part == 1 else { return nil }
    bytes.removeLast(bytes.count - count)
    self.init(bytes: bytes)
  }

  private static func isPassedOver(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
  }

  /// Lower-case hexadecimal digits without dashes: the form of build-ids and of store paths.
  public var hex: String {
    String(decoding: digits(of: bytes[...], Self.digits), as: UTF8.self)
  }

  private static let digits = Array("0123456789abcdef".utf8)
  private static let capitals = Array("0123456789ABCDEF".utf8)

  private func digits(of part: ArraySlice<UInt8>, _ digits: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(part.count * 2)
    for byte in part {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return text
  }

  /// Groups of 4, 2, 2, 2 and 6 bytes in upper case.
  fileprivate var uuidText: String {
    var text: [UInt8] = []
    text.reserveCapacity(36)
    for range in [0..<4, 4..<6, 6..<8, 8..<10, 10..<16] {
      if range.lowerBound > 0 { text.append(UInt8(ascii: "-")) }
      text += digits(of: bytes[range], Self.capitals)
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func isAnySet(_ bytes: Span<UInt8>) -> Bool {
    for index in bytes.indices where bytes[index] != 0 { return true }
    return false
  }
}

extension ImageID: CustomStringConvertible {
  /// Upper case with dashes for 16 bytes (as Apple's tools print UUIDs), plain lower-case hexadecimal otherwise.
  public var description: String {
    bytes.count == 16 ? uuidText : hex
  }
}
