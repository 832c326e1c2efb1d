/// Makes text safe for a terminal.
public enum TerminalText {
  /// Returns the text with visible control characters: ESC becomes ␛, a lone carriage return ␍, C1 controls `\u{9B}`. Line ends
  /// and tabs stay. Otherwise a report could move the cursor, color the screen or hide lines.
  public static func visible(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.indices.contains(where: { isControl(bytes, $0) }) else { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 64)
    var at = 0
    while at < bytes.count {
      guard isControl(bytes, at) else {
        result.append(bytes[at])
        at += 1
        continue
      }
      switch bytes[at] {
      case 0xC2:
        result += "\\u{\(String(bytes[at + 1], radix: 16, uppercase: true))}".utf8
        at += 2
      case 0x7F:
        result += "\u{2421}".utf8
        at += 1
      default:
        // The characters from U+2400 on are pictures of the control characters.
        result += [0xE2, 0x90, 0x80 + bytes[at]]
        at += 1
      }
    }
    return result
  }

  /// Returns whether the byte begins a control character other than a line end or tab.
  private static func isControl(_ bytes: [UInt8], _ position: Int) -> Bool {
    switch bytes[position] {
    case UInt8(ascii: "\n"), UInt8(ascii: "\t"): false
    case UInt8(ascii: "\r"): position + 1 >= bytes.count || bytes[position + 1] != UInt8(ascii: "\n")
    case 0..<0x20, 0x7F: true
    case 0xC2: position + 1 < bytes.count && (0x80...0x9F).contains(bytes[position + 1])
    default: false
    }
  }
}
