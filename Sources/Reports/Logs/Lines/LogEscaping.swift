import AppleLayout
import Bytes

/// Writes bytes into JSON strings.
enum LogEscaping {
  /// Returns the bytes escaped for a JSON string, `times` times for a string inside a string and so on.
  static func escaped(_ bytes: [UInt8], times: Int) -> [UInt8] {
    var result = bytes
    for _ in 0..<times { result = escaped(result) }
    return result
  }

  /// Does the same for text with styles, which it keeps if nothing needs to be escaped.
  static func escaped(_ text: StyledText, times: Int) -> StyledText {
    let bytes = escaped(text.bytes, times: times)
    return StyledText(bytes, styles: bytes.count == text.bytes.count ? text.styles : [])
  }

  private static func escaped(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 8)
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): result += [UInt8(ascii: "\\"), byte]
      case TextScan.newline: result += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
      case TextScan.carriageReturn: result += [UInt8(ascii: "\\"), UInt8(ascii: "r")]
      case TextScan.tab: result += [UInt8(ascii: "\\"), UInt8(ascii: "t")]
      case ..<0x20: result += Array("\\u00".utf8) + [HexDigits.digit(byte >> 4), HexDigits.digit(byte & 15)]
      default: result.append(byte)
      }
    }
    return result
  }
}
