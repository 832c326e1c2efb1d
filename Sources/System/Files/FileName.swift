internal import Glibc

/// File names as text. In Linux, a name is any bytes but `/` and zero; a Swift string is UTF-8. Each byte that is not part of
/// UTF-8 becomes one of the 128 last code points, U+10FF80 to U+10FFFF, which are reserved for this. It becomes that byte again
/// when the name is passed to the system. If a name itself contains such a code point, each of its bytes is converted the same
/// way, so that no two names are confused.
///
/// Example: the bytes `caf\xE9` are the text `caf\u{10FFE9}`, which messages show as `caf\xE9`.
package enum FileName {
  /// Returns whether three bytes begin one of the code points that represent bytes.
  static func isEscape(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Bool {
    first == 0xf4 && second == 0x8f && (third == 0xbe || third == 0xbf)
  }

  /// Returns the text for the bytes of a name.
  package static func text(of bytes: [UInt8]) -> String {
    if !bytes.contains(0xf4), let text = String(validating: bytes, as: UTF8.self) { return text }
    var result: [UInt8] = []
    var position = 0
    while position < bytes.count {
      let length = sequenceLength(bytes[position...])
      if length > 0 {
        result += bytes[position..<position + length]
      } else {
        result += [0xf4, 0x8f, 0xbe | bytes[position] >> 6 & 1, 0x80 | bytes[position] & 0x3f]
      }
      position += max(1, length)
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns the bytes of a name.
  package static func bytes(of text: String) -> [UInt8] {
    let utf8 = Array(text.utf8)
    guard utf8.contains(0xf4) else { return utf8 }
    return replacingEscapes(utf8) { [$0] }
  }

  /// Returns the text for people: each byte that is not UTF-8 as `\xE9`.
  package static func visible(_ text: [UInt8]) -> [UInt8] {
    guard text.contains(0xf4) else { return text }
    return replacingEscapes(text) { byte in
      let digits = Array("0123456789ABCDEF".utf8)
      return [UInt8(ascii: "\\"), UInt8(ascii: "x"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
  }

  /// Does the same for a string.
  package static func visible(_ text: String) -> String {
    text.utf8.contains(0xf4) ? String(decoding: visible(Array(text.utf8)), as: UTF8.self) : text
  }

  private static func replacingEscapes(_ text: [UInt8], with replacement: (UInt8) -> [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var position = 0
    while position < text.count {
      if position + 3 < text.count, isEscape(text[position], text[position + 1], text[position + 2]) {
        result += replacement(0x80 | (text[position + 2] & 1) << 6 | text[position + 3] & 0x3f)
        position += 4
      } else {
        result.append(text[position])
        position += 1
      }
    }
    return result
  }

  /// Returns the length of the UTF-8 sequence at the front, or 0 if there is none or if it is a code point that represents a byte
  /// (Unicode, table 3-7).
  private static func sequenceLength(_ bytes: ArraySlice<UInt8>) -> Int {
    let head = Array(bytes.prefix(4))
    let length: Int
    switch head[0] {
    case 0..<0x80: return 1
    case 0xc2...0xdf: length = 2
    case 0xe0...0xef: length = 3
    case 0xf0...0xf4: length = 4
    default: return 0
    }
    guard head.count >= length, String(validating: head.prefix(length), as: UTF8.self) != nil else { return 0 }
    return length == 4 && isEscape(head[0], head[1], head[2]) ? 0 : length
  }
}

extension String {
  /// Converts a name from the system, see `FileName`.
  @unsafe package init(fileName: UnsafePointer<CChar>) {
    let raw = unsafe UnsafeRawBufferPointer(start: fileName, count: strlen(fileName))
    self = FileName.text(of: unsafe Array(raw))
  }

  /// The name for the system: its bytes and a zero. Every path that a system call or library opens is converted here.
  package var fileName: [CChar] {
    let units = utf8.span
    let plain = unsafe [CChar](unsafeUninitializedCapacity: units.count + 1) { output, count in
      unsafe units.withUnsafeBytes { source in
        guard let from = source.baseAddress, let to = output.baseAddress else { return }
        guard unsafe memchr(from, 0xf4, source.count) == nil else { return }
        unsafe memcpy(to, from, source.count)
        unsafe output[source.count] = 0
        count = source.count + 1
      }
    }
    return plain.isEmpty ? FileName.bytes(of: self).map { CChar(bitPattern: $0) } + [0] : plain
  }
}
