import Bytes

/// A decoded part of a log, in which each byte has its bytes in the input.
struct LogExcerpt {
  /// The decoded bytes.
  private(set) var bytes: [UInt8] = []
  /// Their bytes in the input.
  private(set) var origins = ByteOrigins()

  private init() {}

  /// Bytes as they are in the input from `position` on.
  init(_ bytes: [UInt8], from position: Int) {
    self.bytes = bytes
    origins.append(copyOf: position..<position + bytes.count)
  }

  /// Bytes that were decoded before.
  init(_ bytes: [UInt8], _ part: Range<Int>, of origins: ByteOrigins) {
    self.bytes = bytes
    self.origins.append(part, of: origins)
  }

  private mutating func append(_ part: Range<Int>, of other: LogExcerpt) {
    guard !part.isEmpty else { return }
    bytes += other.bytes[part]
    origins.append(part, of: other.origins)
  }

  private mutating func append(_ decoded: some Collection<UInt8>, for part: Range<Int>, of other: LogExcerpt) {
    guard let first = other.origins.origin(of: part.lowerBound), let last = other.origins.origin(of: part.upperBound - 1) else {
      return
    }
    bytes += decoded
    origins.append(decoded.count, decodedFrom: first.lowerBound..<max(first.upperBound, last.upperBound))
  }

  // MARK: Decoding

  /// Decodes the escapes of a JSON string. Unknown escapes stay as they are.
  var unescaped: LogExcerpt {
    var result = LogExcerpt()
    result.bytes.reserveCapacity(bytes.count)
    var at = 0
    while at < bytes.count {
      let escape = ByteSearch.first(UInt8(ascii: "\\"), in: bytes.span, from: at, to: bytes.count)
      result.append(at..<escape, of: self)
      guard escape < bytes.count else { break }
      at = append(escapeAt: escape, to: &result)
    }
    return result
  }

  private func append(escapeAt at: Int, to result: inout LogExcerpt) -> Int {
    guard at + 1 < bytes.count else {
      result.append(at..<at + 1, of: self)
      return at + 1
    }
    if bytes[at + 1] == UInt8(ascii: "u"), let scalar = unicode(at + 2) {
      result.append(String(scalar).utf8, for: at..<at + 6, of: self)
      return at + 6
    }
    guard let byte = Self.meaning(of: bytes[at + 1]) else {
      result.append(at..<at + 1, of: self)
      return at + 1
    }
    result.append(CollectionOfOne(byte), for: at..<at + 2, of: self)
    return at + 2
  }

  private static func meaning(of byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "n"): TextScan.newline
    case UInt8(ascii: "t"): TextScan.tab
    case UInt8(ascii: "r"): TextScan.carriageReturn
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte
    default: nil
    }
  }

  /// Returns the character of four hexadecimal digits, or nil for anything else, including half a surrogate pair.
  private func unicode(_ position: Int) -> Unicode.Scalar? {
    guard position + 4 <= bytes.count else { return nil }
    var value: UInt32 = 0
    for byte in bytes[position..<position + 4] {
      let digit = HexDigits.value(of: byte)
      guard digit < 16 else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return Unicode.Scalar(value)
  }

  /// The bytes without terminal escape sequences (`ESC [ ... letter`).
  var withoutColors: LogExcerpt {
    var result = LogExcerpt()
    var at = 0
    while at < bytes.count {
      let escape = ByteSearch.first(0x1b, in: bytes.span, from: at, to: bytes.count)
      result.append(at..<escape, of: self)
      guard escape < bytes.count else { break }
      at = escape + 1
      guard at < bytes.count, bytes[at] == UInt8(ascii: "[") else {
        result.append(escape..<at, of: self)
        continue
      }
      at += 1
      while at < bytes.count, bytes[at] < 0x40 { at += 1 }
      at += 1
    }
    return result
  }
}
