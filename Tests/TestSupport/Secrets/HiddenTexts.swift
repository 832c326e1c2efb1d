import Foundation

/// The texts that a reader may get out of bytes: the bytes, the strings of JSON in them without escapes, at any depth, HTML without
/// entities, URLs without percent signs, base64 decoded, UTF-16 decoded.
package struct HiddenTexts {
  package private(set) var texts: [[UInt8]] = []

  package init(_ bytes: [UInt8]) {
    var start = bytes
    if bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff]) {
      let isLittle = bytes[0] == 0xff
      let units = stride(from: 0, to: bytes.count - 1, by: 2).map {
        UInt16(bytes[$0 + (isLittle ? 1 : 0)]) << 8 | UInt16(bytes[$0 + (isLittle ? 0 : 1)])
      }
      start = Array(String(decoding: units, as: UTF16.self).utf8)
    }
    add(start, 0)
  }

  private mutating func add(_ bytes: [UInt8], _ depth: Int) {
    texts.append(bytes)
    guard depth < 6 else { return }
    for decoded in [Self.unescaped(bytes), Self.unentitied(bytes), Self.unpercent(bytes)] where decoded != bytes {
      add(decoded, depth + 1)
    }
    for text in Self.base64(bytes) { texts.append(text) }
  }

  /// Returns the texts that hold a part.
  package func holding(_ part: String) -> [String] {
    let part = Array(part.utf8)
    return texts.filter { Self.contains($0, part) }.map { String(decoding: $0, as: UTF8.self) }
  }

  package static func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool { Data(text).range(of: Data(part)) != nil }

  private static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte - 0x30)
    case 0x41...0x46: UInt32(byte - 0x37)
    case 0x61...0x66: UInt32(byte - 0x57)
    default: nil
    }
  }

  private static func unescaped(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(0x5c) else { return bytes }
    var units: [UInt16] = []
    var result: [UInt8] = []
    func flush() {
      guard !units.isEmpty else { return }
      result += Array(String(decoding: units, as: UTF16.self).utf8)
      units = []
    }
    var position = 0
    while position < bytes.count {
      guard bytes[position] == 0x5c, position + 1 < bytes.count else {
        flush()
        result.append(bytes[position])
        position += 1
        continue
      }
      let escape = bytes[position + 1]
      if escape == 0x75, position + 5 < bytes.count {
        let digits = bytes[position + 2..<position + 6].compactMap(digit)
        if digits.count == 4 {
          units.append(UInt16(digits.reduce(0) { $0 << 4 | $1 }))
          position += 6
          continue
        }
      }
      flush()
      result.append(escape == 0x6e ? 10 : escape == 0x72 ? 13 : escape == 0x74 ? 9 : escape)
      position += 2
    }
    flush()
    return result
  }

  private static func unpercent(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(0x25) else { return bytes }
    var result: [UInt8] = []
    var position = 0
    while position < bytes.count {
      if bytes[position] == 0x25, position + 2 < bytes.count, let high = digit(bytes[position + 1]),
        let low = digit(bytes[position + 2])
      {
        result.append(UInt8(high << 4 | low))
        position += 3
      } else {
        result.append(bytes[position])
        position += 1
      }
    }
    return result
  }

  private static func unentitied(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(0x26) else { return bytes }
    let text = String(decoding: bytes, as: UTF8.self)
    return Array(
      text.replacing(/&#([0-9]{1,7});/) { match in
        UInt32(match.1).flatMap(Unicode.Scalar.init).map { String(Character($0)) } ?? String(match.0)
      }
      .replacing("&quot;", with: "\"").replacing("&amp;", with: "&").replacing("&lt;", with: "<").utf8)
  }

  /// The value of each letter of base64.
  private static let values: [UInt32?] = {
    var values = [UInt32?](repeating: nil, count: 256)
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    for (value, byte) in alphabet.utf8.enumerated() { values[Int(byte)] = UInt32(value) }
    return values
  }()

  private static func base64(_ bytes: [UInt8]) -> [[UInt8]] {
    bytes.split { values[Int($0)] == nil }.filter { $0.count >= 16 }.map { run in
      var result: [UInt8] = []
      var (bits, count): (UInt32, Int) = (0, 0)
      for byte in run {
        bits = bits << 6 | (values[Int(byte)] ?? 0)
        count += 6
        if count >= 8 {
          count -= 8
          result.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
        }
      }
      return result
    }
  }
}
