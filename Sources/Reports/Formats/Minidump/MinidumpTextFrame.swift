import CrashModel

/// One frame as minidump-stackwalk prints it:
///
///      0  shop!std::vector<int>::at [vector : 12]
///      1  shop!Basket::pick(unsigned int) [basket.cc : 31 + 0x4]
///      2  libc.so.6!abort + 0x1c
///      3  libc.so.6 + 0x26d90
///      4  0x7f51401e4800 (unloaded plugin.so@0x460)
struct MinidumpTextFrame {
  let number: Int
  /// The name of the module; nil where none holds the address.
  private(set) var module: String?
  /// The offset from the start of the module, if nothing names the address.
  private(set) var moduleOffset: UInt64?
  /// The address, if no module holds it.
  private(set) var address: UInt64?
  private(set) var reported: ReportedSymbol?
  /// The bytes after the number.
  let tail: Range<Int>

  /// Reads a line without its end. Returns nil for any other line.
  init?(_ bytes: [UInt8], _ line: Range<Int>) {
    let start = TextScan.skipBlanks(bytes, line.lowerBound, line.upperBound)
    guard start - line.lowerBound < 3, let index = TextScan.decimal(bytes, start, line.upperBound), index.value < 1_000_000,
      TextScan.hasPrefix(bytes, index.end, line.upperBound, "  ")
    else { return nil }
    let content = TextScan.trimmed(bytes, index.end..<line.upperBound)
    guard !content.isEmpty else { return nil }
    number = Int(index.value)
    tail = content
    if let address = TextScan.hexadecimal(bytes, content.lowerBound, content.upperBound) {
      self.address = address.value
    } else if let mark = TextScan.find(bytes, content, "!") {
      module = TextScan.text(bytes, content.lowerBound..<mark)
      readSymbol(bytes, mark + 1..<content.upperBound)
    } else if let plus = TextScan.findLast(bytes, content, " + "),
      let offset = TextScan.hexadecimal(bytes, plus + 3, content.upperBound), offset.end == content.upperBound
    {
      module = TextScan.text(bytes, content.lowerBound..<plus)
      moduleOffset = offset.value
    } else {
      return nil
    }
  }

  /// Reads `name [file : line + 0x4]` or `name + 0x1c`, of which all but the name may be missing.
  private mutating func readSymbol(_ bytes: [UInt8], _ range: Range<Int>) {
    var name = range
    var symbol = ReportedSymbol()
    if bytes[range].last == UInt8(ascii: "]"), let open = TextScan.findLast(bytes, range, " ["),
      let colon = TextScan.findLast(bytes, open..<range.upperBound, " : "),
      let line = TextScan.decimal(bytes, colon + 3, range.upperBound)
    {
      symbol.file = TextScan.text(bytes, open + 2..<colon)
      symbol.line = line.value == 0 ? nil : UInt32(exactly: line.value)
      name = range.lowerBound..<open
    } else if let plus = TextScan.findLast(bytes, range, " + "),
      let offset = TextScan.hexadecimal(bytes, plus + 3, range.upperBound), offset.end == range.upperBound
    {
      symbol.offset = offset.value
      name = range.lowerBound..<plus
    }
    symbol.symbol = TextScan.trimmedText(bytes, name)
    reported = symbol
  }
}
