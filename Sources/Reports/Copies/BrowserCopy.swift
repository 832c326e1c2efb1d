import Bytes

/// A text that was copied from a web page: with no-break spaces for blanks, or as HTML.
///
/// In: the bytes of an input. Out: the plain text, or nil if the input is none. Only the start of an input is searched for signs
/// of a copy, so that other inputs cost nothing.
enum BrowserCopy {
  /// The number of bytes that are searched for signs.
  private static let searched = 16 << 10

  /// Returns the plain text of a copy with a description of the change, or nil if the input is not a copy.
  static func plain(_ bytes: [UInt8]) -> (text: [UInt8], change: String)? {
    guard let first = bytes.first(where: { $0 > 0x20 }), first != UInt8(ascii: "{"), first != UInt8(ascii: "[") else {
      return nil
    }
    let start = 0..<min(bytes.count, searched)
    var text: [UInt8]?
    var change = "no-break spaces are read as spaces"
    if HTMLText.isHTML(bytes, start) {
      text = HTMLText.plain(bytes)
      change = "HTML is read as plain text"
    }
    if holdsNoBreakSpace(text ?? bytes) { text = withoutNoBreakSpaces(text ?? bytes) }
    return text.map { ($0, change) }
  }

  /// Returns whether a no-break space (U+00A0) is at the start of the text, where a copy has them between a key and its value.
  private static func holdsNoBreakSpace(_ bytes: [UInt8]) -> Bool {
    let end = min(bytes.count, 4096)
    var at = 0
    while true {
      at = ByteSearch.first(0xc2, in: bytes.span, from: at, to: end)
      guard at + 1 < end else { return false }
      if bytes[at + 1] == 0xa0 { return true }
      at += 1
    }
  }

  private static func withoutNoBreakSpaces(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var at = 0
    while at < bytes.count {
      let isNoBreak = bytes[at] == 0xc2 && at + 1 < bytes.count && bytes[at + 1] == 0xa0
      result.append(isNoBreak ? TextScan.space : bytes[at])
      at += isNoBreak ? 2 : 1
    }
    return result
  }
}
