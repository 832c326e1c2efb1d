internal import Bytes

extension ReportedSymbol {
  /// Whether the symbol names a function. A source file without a function counts as well: it shows where the code is.
  package var isMeaningful: Bool { symbol.map { Self.isFunctionName($0.utf8.span) } ?? (file != nil) }

  /// Returns whether a report's text for a function is a real name. These texts mean that the reporter knew no name:
  /// - nothing, `???`; Electron's `()`; Apple's `<redacted>`, `<deduplicated_symbol>` and `<unknown>`;
  /// - `_mh_execute_header`, with or without underscores: the header of a stripped executable, as the nearest symbol;
  /// - an address or a UUID.
  package static func isFunctionName(_ text: Span<UInt8>) -> Bool {
    guard text.count > 0 else { return false }
    switch text[0] {
    case UInt8(ascii: "?"): return !begins(text, "???")
    case UInt8(ascii: "("): return !equals(text, "()")
    case UInt8(ascii: "<"):
      return !equals(text, "<redacted>") && !equals(text, "<deduplicated_symbol>") && !equals(text, "<unknown>")
    case UInt8(ascii: "_"): return !equals(text, "_mh_execute_header") && !equals(text, "__mh_execute_header")
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
      return !isNumber(text) && !isUUID(text)
    default: return true
    }
  }

  private static func begins(_ text: Span<UInt8>, _ start: String) -> Bool {
    ByteSearch.stands(start.utf8.span, at: 0, of: text)
  }

  private static func equals(_ text: Span<UInt8>, _ other: String) -> Bool {
    text.count == other.utf8.count && begins(text, other)
  }

  /// Returns whether a text is a decimal number, or a hexadecimal one after `0x`.
  private static func isNumber(_ text: Span<UInt8>) -> Bool {
    let isHexadecimal = text.count > 2 && text[0] == UInt8(ascii: "0") && text[1] | 0x20 == UInt8(ascii: "x")
    let limit: UInt8 = isHexadecimal ? 16 : 10
    for position in (isHexadecimal ? 2 : 0)..<text.count where HexDigits.value(of: text[position]) >= limit { return false }
    return true
  }

  private static func isUUID(_ text: Span<UInt8>) -> Bool {
    guard text.count == 36 else { return false }
    for position in text.indices {
      let isDash = [8, 13, 18, 23].contains(position)
      guard isDash ? text[position] == UInt8(ascii: "-") : HexDigits.value(of: text[position]) < 16 else { return false }
    }
    return true
  }
}
