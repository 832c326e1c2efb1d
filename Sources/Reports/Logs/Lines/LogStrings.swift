/// One string between quotes in a line of a log.
struct LogString {
  /// The bytes between the quotes.
  var content: Range<Int>
  /// Whether the string is in a list, as far as its neighbors show: it is neither a key nor the value of one.
  var isElement: Bool
  /// The separator from the element before, or from the next one: `", "` and the like, including quotes. Empty if there is none.
  var glue: Range<Int>

  /// Returns the strings in `range`. A quote opens one only at the start and after a blank, bracket, comma, colon or equals sign,
  /// so that quotes inside names do not.
  static func find(_ bytes: [UInt8], _ range: Range<Int>) -> [LogString] {
    var result: [LogString] = []
    var at = range.lowerBound
    while at < range.upperBound {
      guard bytes[at] == quote, at == range.lowerBound || opensString(after: bytes[at - 1]) else {
        at += 1
        continue
      }
      var end = at + 1
      while end < range.upperBound, bytes[end] != quote { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
      let content = at + 1..<max(at + 1, min(end, range.upperBound))
      result.append(
        LogString(content: content, isElement: isElement(bytes, content, range), glue: content.upperBound..<content.upperBound))
      at = end + 1
    }
    glueTogether(&result, bytes)
    return result
  }

  private static func glueTogether(_ strings: inout [LogString], _ bytes: [UInt8]) {
    for position in strings.indices {
      let content = strings[position].content
      if position > 0, case let gap = strings[position - 1].content.upperBound..<content.lowerBound, isGlue(bytes, gap) {
        strings[position].glue = gap
      } else if position + 1 < strings.count,
        case let gap = content.upperBound..<strings[position + 1].content.lowerBound, isGlue(bytes, gap)
      {
        strings[position].glue = gap
      }
    }
  }

  private static let quote = UInt8(ascii: "\"")

  private static func opensString(after byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: ","),
      UInt8(ascii: ":"), UInt8(ascii: "="), UInt8(ascii: "@"):
      true
    default: false
    }
  }

  private static func isElement(_ bytes: [UInt8], _ content: Range<Int>, _ range: Range<Int>) -> Bool {
    let before = bytes[range.lowerBound..<content.lowerBound - 1].last { $0 > 0x20 }
    let after = bytes[min(content.upperBound + 1, range.upperBound)..<range.upperBound].first { $0 > 0x20 }
    return ![before ?? 0, after ?? 0].contains { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "=") }
  }

  /// `", "`: a quote, a comma with blanks around it, a quote.
  private static func isGlue(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    let inner = bytes[range].dropFirst().dropLast()
    return range.count >= 3 && inner.contains(UInt8(ascii: ",")) && inner.allSatisfy { $0 <= 0x20 || $0 == UInt8(ascii: ",") }
  }

  /// Returns the separator between the element and its neighbor; for one on its own line of the text, its quotes, a comma and the
  /// blanks before it. Empty if there is neither.
  func separator(_ bytes: [UInt8], in range: Range<Int>) -> [UInt8] {
    if !glue.isEmpty { return Array(bytes[glue]) }
    let indentation = bytes[range.lowerBound..<content.lowerBound - 1]
    guard indentation.allSatisfy({ $0 == TextScan.space || $0 == TextScan.tab }) else { return [] }
    return Array("\",\n".utf8) + indentation + [Self.quote]
  }
}
