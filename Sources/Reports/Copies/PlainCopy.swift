import Bytes

/// A text that was copied or saved in another form than its program wrote it: UTF-16, or HTML.
///
/// In: the bytes of an input. Out: the plain text, or nil if the input is none. Only the start of an input is searched for signs
/// of a copy, so that other inputs cost nothing.
struct PlainCopy {
  /// The plain text.
  let text: [UInt8]
  /// The change, for people.
  let change: String
  /// Whether the whole input is in another form, so that it is never read as it is.
  let isPage: Bool

  /// Returns the plain text of a copy, or nil if the input is none.
  static func text(_ bytes: [UInt8]) -> PlainCopy? {
    if let text = utf8(bytes) {
      return PlainCopy(text: BrowserCopy.plain(text)?.text ?? text, change: "UTF-16 is read as UTF-8", isPage: true)
    }
    guard let (text, change) = BrowserCopy.plain(bytes) else { return nil }
    return PlainCopy(text: text, change: change, isPage: bytes.first { $0 > 0x20 } == UInt8(ascii: "<"))
  }

  /// Returns UTF-16 text after its byte order mark as UTF-8.
  private static func utf8(_ bytes: [UInt8]) -> [UInt8]? {
    let isBig = bytes.starts(with: [0xfe, 0xff])
    guard isBig || bytes.starts(with: [0xff, 0xfe]) else { return nil }
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    var at = 2
    while at + 1 < bytes.count {
      let (first, second) = (UInt16(bytes[at]), UInt16(bytes[at + 1]))
      units.append(isBig ? first << 8 | second : second << 8 | first)
      at += 2
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}
