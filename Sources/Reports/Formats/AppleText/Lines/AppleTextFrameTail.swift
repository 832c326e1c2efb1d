import Bytes
import CrashModel
import SymbolModel

/// The text after the address of a frame line: a symbol with its offset, file and line, or only the offset in an image.
///
/// Symbols contain blanks, `+`, `(`, `:` and digits, so the text is read from the right: marks, file and line, image, offset; the
/// rest is the name.
struct AppleTextFrameTail {
  /// The bytes of the name, or empty if there is none. Not every name is a symbol: see `isSymbol`.
  var name: Range<Int>
  /// The number after the last ` + `.
  var offset: UInt64?
  /// The bytes of the source file's name.
  var file: Range<Int>?
  /// The line in the file; 0 if the text has 0.
  var line: UInt32?
  /// Whether the line is marked as a function that was inlined into that of the next line.
  var inlined = false
  /// Whether the name is a symbol rather than a load address, an image's name or a placeholder.
  var isSymbol = false
  /// The offset from the load address, if the text has that.
  var imageOffset: UInt64?
  /// The load address before the ` + `, if the text has it.
  var base: UInt64?

  /// Nothing is known about a frame whose text would begin at a position.
  init(at position: Int) { name = position..<position }

  /// Reads the text in `range`. `image` is the name of the image on the same line: `Image + 12` is not a symbol.
  init(_ bytes: [UInt8], _ range: Range<Int>, image: Range<Int>) {
    name = TextScan.trimmed(bytes, range)
    if readLoadAddress(bytes) { return }
    readMarks(bytes)
    readOffset(bytes)
    readTrailingPlace(bytes)
    stripImage(bytes)
    isSymbol = ReportedSymbol.isFunctionName(bytes.span.extracting(name)) && !TextScan.equal(bytes, name, image)
    if !isSymbol, TextScan.equal(bytes, name, image), file == nil { imageOffset = offset }
  }

  /// Returns the symbol for the model, or nil if the text has none.
  func reported(_ bytes: [UInt8]) -> ReportedSymbol? {
    guard isSymbol else { return nil }
    return ReportedSymbol(
      symbol: TextScan.text(bytes, name), offset: offset, file: file.map { TextScan.text(bytes, $0) },
      line: line == 0 ? nil : line)
  }
}

extension AppleTextFrameTail {
  /// `0xLOAD + 123`, `0xLOAD + 0x7b<tab>// comment`, `0 + 140734978612730`, and side-by-side forms: KSCrash's `0xLOAD + 123
  /// (symbol + 4)`, and this program's `0xLOAD + 123 symbol + 4 (File.swift:5)` with two blanks or more.
  private mutating func readLoadAddress(_ bytes: [UInt8]) -> Bool {
    guard let load = TextScan.number(bytes, name.lowerBound, name.upperBound) else { return false }
    guard TextScan.hasPrefix(bytes, load.end, name.upperBound, " + ") else {
      return load.end == name.upperBound
    }
    guard let distance = TextScan.number(bytes, load.end + 3, name.upperBound) else { return false }
    base = load.value
    imageOffset = distance.value
    offset = distance.value
    let rest = TextScan.trimmed(bytes, distance.end..<name.upperBound)
    if !rest.isEmpty, rest.lowerBound - distance.end >= 2, !TextScan.hasPrefix(bytes, rest, "//") {
      name = rest
      offset = nil
      return false
    }
    guard rest.count > 2, bytes[rest.lowerBound] == UInt8(ascii: "("), bytes[rest.upperBound - 1] == UInt8(ascii: ")") else {
      return rest.isEmpty || TextScan.hasPrefix(bytes, rest, "//")
    }
    name = rest.lowerBound + 1..<rest.upperBound - 1
    offset = nil
    readMarks(bytes)
    readOffset(bytes)
    isSymbol = ReportedSymbol.isFunctionName(bytes.span.extracting(name))
    return true
  }

  /// Removes `[inlined]`, `[mismatch]`, `(File.swift:12)` and `(in Image)` from the end, in any order.
  private mutating func readMarks(_ bytes: [UInt8]) {
    while !name.isEmpty {
      let last = bytes[name.upperBound - 1]
      if last == UInt8(ascii: "]") {
        if strip(bytes, "[inlined]") { inlined = true } else if !strip(bytes, "[mismatch]") { return }
      } else if last == UInt8(ascii: ")") {
        guard let open = TextScan.findLast(bytes, name, " (") else { return }
        let inner = open + 2..<name.upperBound - 1
        if let place = FileAndLine(bytes, inner), file == nil {
          file = place.file
          line = place.line
        } else if !TextScan.hasPrefix(bytes, inner, "in ") {
          guard file == nil, isFileWithoutLine(bytes, before: open) else { return }
          file = inner
        }
        name = name.lowerBound..<TextScan.trimmedEnd(bytes, name.lowerBound, open)
      } else {
        return
      }
    }
  }

  /// `(File.swift)` without a line occurs only after `[inlined]` or an offset; elsewhere parentheses belong to the name.
  private func isFileWithoutLine(_ bytes: [UInt8], before open: Int) -> Bool {
    let head = name.lowerBound..<open
    return TextScan.hasSuffix(bytes, head, "[inlined]") || Self.offset(bytes, head) != nil
  }

  /// Removes ` + 12` or ` + 0xc` from the end.
  private mutating func readOffset(_ bytes: [UInt8]) {
    guard let found = Self.offset(bytes, name) else { return }
    offset = found.value
    name = name.lowerBound..<TextScan.trimmedEnd(bytes, name.lowerBound, found.start)
  }

  /// Returns the number after a ` + ` that ends the range, and where the ` + ` begins.
  private static func offset(_ bytes: [UInt8], _ range: Range<Int>) -> (value: UInt64, start: Int)? {
    var at = range.upperBound
    while at > range.lowerBound, HexDigits.value(of: bytes[at - 1]) < 16 || bytes[at - 1] | 0x20 == UInt8(ascii: "x") { at -= 1 }
    guard at < range.upperBound, at - 3 >= range.lowerBound, TextScan.hasPrefix(bytes, at - 3, range.upperBound, " + "),
      let number = TextScan.number(bytes, at, range.upperBound), number.end == range.upperBound
    else { return nil }
    return (number.value, at - 3)
  }

  /// Removes ` File.swift:12` from the end, which the tools `leaks` and `sample` print after two blanks.
  private mutating func readTrailingPlace(_ bytes: [UInt8]) {
    guard offset == nil, file == nil, let last = name.last, TextScan.isDigit(bytes[last]),
      let gap = TextScan.findLast(bytes, name, "  "), let place = FileAndLine(bytes, gap + 2..<name.upperBound)
    else { return }
    file = place.file
    line = place.line
    name = name.lowerBound..<TextScan.trimmedEnd(bytes, name.lowerBound, gap)
    readMarks(bytes)
    readOffset(bytes)
  }

  /// Removes `(in Image)` from the end.
  private mutating func stripImage(_ bytes: [UInt8]) {
    guard let last = name.last, bytes[last] == UInt8(ascii: ")"), let open = TextScan.findLast(bytes, name, " (in ") else {
      return
    }
    name = name.lowerBound..<TextScan.trimmedEnd(bytes, name.lowerBound, open)
  }

  private mutating func strip(_ bytes: [UInt8], _ mark: String) -> Bool {
    guard TextScan.hasSuffix(bytes, name, mark) else { return false }
    name = name.lowerBound..<TextScan.trimmedEnd(bytes, name.lowerBound, name.upperBound - mark.utf8.count)
    return true
  }
}
