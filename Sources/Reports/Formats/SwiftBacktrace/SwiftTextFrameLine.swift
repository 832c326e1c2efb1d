import CrashModel
import SymbolModel

/// One frame of a Swift backtrace as text:
///
///     0 [inlined] [system] 0x000055ccb3f880eb Array.subscript.getter in shop at //<compiler-generated>
///     1 [ra]               0x000055ccb3f88118 Basket.pick(_:) + 151 in shop at /src/shop/Basket.swift:12:9
///     2 [ra]               0x00007f95d716df7f
///     3                    ...
///     4 Basket.pick(_:) + 64 in shop at /src/shop/Basket.swift:12:9
///
/// The last form is that of `SWIFT_BACKTRACE=preset=friendly`, which shows addresses only where no line of the source is known, and
/// never `[ra]`.
struct SwiftTextFrameLine {
  /// The number, or nil on a line without one (`...`).
  var index: Int?
  /// The kind of the address.
  var kind = Frame.Kind.exact
  /// Whether the line is a function that was inlined into that of the next line.
  var inlined = false
  /// The address, or nil on marks of omitted frames, and if the runtime prints none.
  var address: UInt64?
  /// Whether a mark gives the kind of the address.
  var isMarked = false
  /// The bytes before the address, from the start of the line.
  var head: Range<Int>
  /// The bytes after the address and the blank after it.
  var tail: Range<Int>
  /// The bytes of `tail` after the offset in the image that side-by-side output inserts before the runtime's text.
  var words: Range<Int>
  /// The runtime's own answer: name, offset, image, file and line.
  var reported: ReportedSymbol?
  /// The bytes of the image's name.
  var image: Range<Int>?
  /// The bytes of the file, line and column.
  var place: Range<Int>?

  /// Reads a line without its end. Returns nil if it is not a frame.
  init?(_ bytes: [UInt8], _ line: Range<Int>) {
    let end = TextScan.trimmedEnd(bytes, line.lowerBound, line.upperBound)
    var at = TextScan.skipBlanks(bytes, line.lowerBound, end)
    if let number = TextScan.decimal(bytes, at, end), number.value < 10_000_000 {
      index = Int(number.value)
      at = TextScan.skipBlanks(bytes, number.end, end)
      guard at > number.end else { return nil }
    }
    head = line.lowerBound..<at
    tail = end..<end
    words = tail
    if TextScan.hasPrefix(bytes, at, end, "..."), at + 3 == end {
      kind = .truncated
      return
    }
    guard index != nil else { return nil }
    while at < end, bytes[at] == UInt8(ascii: "[") {
      guard let close = readMark(bytes, at, end) else { return nil }
      at = TextScan.skipBlanks(bytes, close, end)
    }
    head = line.lowerBound..<at
    guard let number = TextScan.hexadecimal(bytes, at, end), number.end == end || bytes[number.end] == TextScan.space else {
      tail = at..<end
      readText(bytes)
      // Without an address, only a file and line distinguish a frame from any other numbered line.
      guard image != nil, reported?.file != nil else { return nil }
      return
    }
    address = number.value
    tail = min(number.end + (number.end < end ? 1 : 0), end)..<end
    readText(bytes)
  }

  /// Reads `[ra]`, `[async]`, `[inlined]`, `[system]`, `[thunk]`, and returns the position after the mark.
  private mutating func readMark(_ bytes: [UInt8], _ position: Int, _ end: Int) -> Int? {
    guard let close = TextScan.find(bytes, position..<end, "]"), close - position <= 10 else { return nil }
    let word = position + 1..<close
    if TextScan.hasPrefix(bytes, word, "ra") {
      kind = .returnAddress
      isMarked = true
    } else if TextScan.hasPrefix(bytes, word, "async") {
      kind = .asyncResume
      isMarked = true
    } else if TextScan.hasPrefix(bytes, word, "inlined") {
      inlined = true
    }
    return close + 1
  }

  /// Reads `name + offset in image at path:line:column`; each part may be missing.
  private mutating func readText(_ bytes: [UInt8]) {
    var name = TextScan.trimmed(bytes, tail)
    if let load = TextScan.hexadecimal(bytes, name.lowerBound, name.upperBound),
      TextScan.hasPrefix(bytes, load.end, name.upperBound, " + "),
      let distance = TextScan.decimal(bytes, load.end + 3, name.upperBound),
      TextScan.hasPrefix(bytes, distance.end, name.upperBound, "  ")
    {
      name = distance.end + 2..<name.upperBound
    }
    words = name
    guard !name.isEmpty else { return }
    var symbol = ReportedSymbol()
    if let place = Self.findPlace(bytes, name) {
      self.place = place + 4..<name.upperBound
      (symbol.file, symbol.line) = Self.place(bytes, place + 4..<name.upperBound)
      name = name.lowerBound..<place
    }
    if let mark = TextScan.findLast(bytes, name, " in ") {
      image = mark + 4..<name.upperBound
      name = name.lowerBound..<mark
    } else if TextScan.hasPrefix(bytes, name, "in ") {
      image = name.lowerBound + 3..<name.upperBound
      name = name.lowerBound..<name.lowerBound
    }
    if let plus = TextScan.findLast(bytes, name, " + "), let number = TextScan.decimal(bytes, plus + 3, name.upperBound),
      number.end == name.upperBound
    {
      // The runtime counts from the call, one byte before the return address.
      symbol.offset = kind == .returnAddress ? number.value &+ 1 : number.value
      name = name.lowerBound..<plus
    }
    guard !name.isEmpty, !TextScan.hasPrefix(bytes, name, "<unknown>") else { return }
    symbol.symbol = TextScan.text(bytes, name)
    reported = symbol
  }

  /// ` at ` before a path.
  private static func findPlace(_ bytes: [UInt8], _ range: Range<Int>) -> Int? {
    guard let found = TextScan.findLast(bytes, range, " at "), found + 4 < range.upperBound else { return nil }
    let first = bytes[found + 4]
    let isDrive = found + 5 < range.upperBound && bytes[found + 5] == UInt8(ascii: ":")
    return first == UInt8(ascii: "/") || first == UInt8(ascii: "<") || isDrive ? found : nil
  }

  /// Splits `path:line:column`, `path:line` and `path`.
  private static func place(_ bytes: [UInt8], _ range: Range<Int>) -> (String?, UInt32?) {
    guard let place = FileAndLine(bytes, range) else { return (TextScan.text(bytes, range), nil) }
    return (TextScan.text(bytes, place.file), place.line == 0 ? nil : place.line)
  }
}
