import Bytes
import CrashModel

/// One frame of native code as Android prints it, after whatever a logger wrote before it. What is in parentheses comes in any order:
///
///     #00 pc 0000000000000a7c  /data/app/~~a==/shop-b==/lib/arm64/libshop.so (pay+52) (BuildId: 64f2531fcba4a95daeaf6a4c899d517bb6f8479f)
///     #01 pc 00000000000a7c10  /data/app/shop/base.apk!libshop.so (offset 0x1b70000) (shop::run(int)+52) (BuildId: 64f2...)
///     #02 pc 000a7c10  /data/app/shop/base.apk (pay+52) (offset 0x1b70000)
///     #03 pc 000000000225f094  /memfd:jit-cache (deleted) (offset 0x2000000) (android.os.Handler.handleCallback+132)
///     #04 pc 0000000000000a7c  /data/app/shop/libshop.so (pay [inlined] (pay.c:12)) (BuildId: 64f2...)       an answer of this program
struct TombstoneFrameLine: LogFrameLine {
  /// The number.
  let index: Int
  /// The address in the file: that of the call, not the one after it.
  let address: UInt64
  /// The file's path, `<anonymous:...>`, or `<unknown>`.
  let path: String
  /// The position of the library in the file, as in an APK, or nil without one.
  private(set) var offset: UInt64?
  private(set) var id: String?
  private(set) var reported: ReportedSymbol?
  /// Whether the line is a function that was inlined into that of the next line.
  private(set) var isInlined = false
  /// The bytes of the function with its parentheses, which answers replace; where they would be if there is none.
  private(set) var tail: Range<Int>

  private static let mark = " pc "
  private static let buildID = "BuildId: "

  /// Returns whether a line may be a frame that debug files can name. Costs little for others.
  static func mayNeedNames(_ bytes: [UInt8], _ line: Range<Int>) -> Bool {
    guard let last = line.last, bytes[last] == UInt8(ascii: ")") || bytes[last] <= TextScan.space else { return false }
    return TextScan.find(bytes, line, "(" + buildID) != nil && TextScan.find(bytes, line, mark) != nil
  }

  /// Reads a line without its end. Returns nil for any other line.
  init?(_ bytes: [UInt8], _ line: Range<Int>) {
    guard let mark = TextScan.find(bytes, line, Self.mark), let number = Self.number(bytes, line.lowerBound..<mark),
      let address = Self.digits(bytes, TextScan.skipBlanks(bytes, mark + Self.mark.utf8.count, line.upperBound), line.upperBound),
      address.end < line.upperBound
    else { return nil }
    index = number
    self.address = address.value
    var rest = TextScan.trimmed(bytes, address.end..<line.upperBound)
    guard !rest.isEmpty else { return nil }
    tail = rest.upperBound..<rest.upperBound
    var function: Range<Int>?
    while let group = Self.lastGroup(bytes, rest) {
      let inner = group.lowerBound + 1..<group.upperBound - 1
      if TextScan.hasPrefix(bytes, inner, Self.buildID) {
        id = TextScan.trimmedText(bytes, inner.lowerBound + Self.buildID.utf8.count..<inner.upperBound)
      } else if TextScan.hasPrefix(bytes, inner, "offset 0x"),
        let offset = TextScan.hexadecimal(bytes, inner.lowerBound + "offset ".utf8.count, inner.upperBound)
      {
        self.offset = offset.value
      } else if TextScan.hasPrefix(bytes, inner, "deleted") || function != nil {
        break
      } else {
        function = group
      }
      rest = rest.lowerBound..<TextScan.trimmedEnd(bytes, rest.lowerBound, group.lowerBound)
      // The place of a function: after the file and its offset, before the ID.
      if id != nil, function == nil, self.offset == nil { tail = rest.upperBound..<rest.upperBound }
    }
    path = TextScan.text(bytes, rest)
    if let function {
      tail = function
      readFunction(bytes, function.lowerBound + 1..<function.upperBound - 1)
    }
  }

  /// Reads `pay+52`, or an answer: `pay + 52 (pay.c:12)`.
  private mutating func readFunction(_ bytes: [UInt8], _ range: Range<Int>) {
    if let plus = TextScan.findLast(bytes, range, "+"), plus > range.lowerBound, bytes[plus - 1] != TextScan.space,
      let offset = TextScan.decimal(bytes, plus + 1, range.upperBound), offset.end == range.upperBound
    {
      reported = ReportedSymbol(symbol: TextScan.text(bytes, range.lowerBound..<plus), offset: offset.value)
      return
    }
    let text = AppleTextFrameTail(bytes, range, image: range.upperBound..<range.upperBound)
    reported = text.reported(bytes)
    isInlined = text.inlined
  }

  /// Returns the parentheses at the end of a text with all in them, if a blank is before them.
  private static func lastGroup(_ bytes: [UInt8], _ text: Range<Int>) -> Range<Int>? {
    guard let last = text.last, bytes[last] == UInt8(ascii: ")") else { return nil }
    var depth = 0
    var at = last
    while at >= text.lowerBound {
      if bytes[at] == UInt8(ascii: ")") { depth += 1 }
      if bytes[at] == UInt8(ascii: "(") {
        depth -= 1
        if depth == 0 { return at > text.lowerBound && bytes[at - 1] <= TextScan.space ? at..<text.upperBound : nil }
      }
      at -= 1
    }
    return nil
  }

  /// Reads `#12` at the end of a range, at the start of a word.
  private static func number(_ bytes: [UInt8], _ range: Range<Int>) -> Int? {
    var start = range.upperBound
    while start > range.lowerBound, TextScan.isDigit(bytes[start - 1]) { start -= 1 }
    guard start > range.lowerBound, bytes[start - 1] == UInt8(ascii: "#"),
      start - 1 == range.lowerBound || bytes[start - 2] <= TextScan.space,
      let number = TextScan.decimal(bytes, start, range.upperBound), number.value < 1_000_000
    else { return nil }
    return Int(number.value)
  }

  /// Reads digits, with or without `0x`, that a blank follows.
  private static func digits(_ bytes: [UInt8], _ start: Int, _ end: Int) -> TextScan.Number? {
    let first = TextScan.hasPrefix(bytes, start, end, "0x") ? start + 2 : start
    guard let number = HexNumberScan.number(in: bytes.span, from: first, to: end), number.end > first,
      number.end == end || bytes[number.end] <= TextScan.space
    else { return nil }
    return TextScan.Number(value: number.value, end: number.end)
  }
}
