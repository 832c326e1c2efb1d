import Bytes

/// Turns HTML into plain text: tags that end a line become line ends, other tags disappear, entities become characters.
///
/// Only elements that pages put around text are tags. `<4D3C...>` and `std::vector<int>` stay.
enum HTMLText {
  /// Returns whether the start of an input has tags that only HTML has.
  static func isHTML(_ bytes: [UInt8], _ start: Range<Int>) -> Bool {
    var breaks = 0
    var at = start.lowerBound
    while true {
      at = ByteSearch.first(UInt8(ascii: "<"), in: bytes.span, from: at, to: start.upperBound)
      guard at + 2 < start.upperBound else { return false }
      if mayBeSign(bytes[at + 1] | 0x20, bytes[at + 2] | 0x20), let tag = Tag(bytes, at) {
        if ["pre", "html", "!doctype", "body", "div"].contains(tag.name) { return true }
        if tag.name == "br" { breaks += 1 }
        if breaks > 2 { return true }
      }
      at += 1
    }
  }

  /// Returns whether a tag with these first two bytes may be one of those. UUIDs in brackets never are, of which reports have
  /// hundreds.
  private static func mayBeSign(_ first: UInt8, _ second: UInt8) -> Bool {
    switch first {
    case UInt8(ascii: "b"): second == UInt8(ascii: "r") || second == UInt8(ascii: "o")
    case UInt8(ascii: "p"): second == UInt8(ascii: "r")
    case UInt8(ascii: "h"): second == UInt8(ascii: "t")
    case UInt8(ascii: "d"): second == UInt8(ascii: "i")
    default: first == UInt8(ascii: "!")
    }
  }

  /// Returns the text without markup.
  static func plain(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var at = 0
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "<"), let tag = Tag(bytes, at) {
        at = tag.isHidden ? end(of: tag, bytes) : tag.end
        // `<br>` at the end of a line of the source is one line end, not two.
        let isEnd = at < bytes.count && (bytes[at] == TextScan.newline || bytes[at] == TextScan.carriageReturn)
        if tag.endsLine, !isEnd { result.append(TextScan.newline) }
      } else if bytes[at] == UInt8(ascii: "&"), let entity = entity(bytes, at) {
        result += Array(String(entity.character).utf8)
        at = entity.end
      } else {
        result.append(bytes[at])
        at += 1
      }
    }
    return result
  }

  // MARK: Tags

  private struct Tag {
    /// The element in lower case.
    let name: String
    let isClosing: Bool
    /// The position after `>`.
    let end: Int

    var endsLine: Bool {
      name == "br" || isClosing && ["p", "div", "li", "tr", "pre", "h1", "h2", "h3", "title"].contains(name)
    }
    var isHidden: Bool { !isClosing && (name == "script" || name == "style") }

    init?(_ bytes: [UInt8], _ open: Int) {
      var at = open + 1
      isClosing = at < bytes.count && bytes[at] == UInt8(ascii: "/")
      if isClosing { at += 1 }
      let start = at
      while at < bytes.count, at - start < 12, Self.isName(bytes[at]) { at += 1 }
      name = TextScan.text(bytes, start..<at).lowercased()
      guard Self.names.contains(name), at < bytes.count,
        [UInt8(ascii: ">"), UInt8(ascii: "/"), TextScan.space].contains(bytes[at])
      else { return nil }
      // Attributes of a page's elements are short.
      let close = ByteSearch.first(UInt8(ascii: ">"), in: bytes.span, from: at, to: min(bytes.count, at + 4096))
      guard close < bytes.count, bytes[close] == UInt8(ascii: ">") else { return nil }
      end = close + 1
    }

    private static func isName(_ byte: UInt8) -> Bool {
      switch byte | 0x20 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): byte >= 0x40
      case UInt8(ascii: "0")...UInt8(ascii: "9"): byte >= 0x30
      default: byte == UInt8(ascii: "!")
      }
    }

    private static let names: Set<String> = [
      "br", "pre", "p", "div", "span", "code", "html", "head", "body", "title", "meta", "link", "!doctype", "script", "style",
      "table", "tbody", "tr", "td", "th", "ul", "ol", "li", "font", "h1", "h2", "h3", "section", "article", "blockquote",
    ]
  }

  /// Returns the end of an element whose contents are not text.
  private static func end(of tag: Tag, _ bytes: [UInt8]) -> Int {
    guard let close = TextScan.find(bytes, tag.end..<bytes.count, "</" + tag.name) else { return tag.end }
    return min(ByteSearch.first(UInt8(ascii: ">"), in: bytes.span, from: close, to: bytes.count) + 1, bytes.count)
  }

  // MARK: Entities

  private static let named: [String: Character] = [
    "lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'", "nbsp": " ", "#9": "\t",
  ]

  private static func entity(_ bytes: [UInt8], _ start: Int) -> (character: Character, end: Int)? {
    let limit = min(start + 12, bytes.count)
    let close = ByteSearch.first(UInt8(ascii: ";"), in: bytes.span, from: start, to: limit)
    guard close < limit else { return nil }
    let name = TextScan.text(bytes, start + 1..<close)
    if let character = named[name] { return (character, close + 1) }
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst()
    let number = digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let number, number >= 0x20, let scalar = Unicode.Scalar(number) else { return nil }
    return (number == 0xa0 ? " " : Character(scalar), close + 1)
  }
}
