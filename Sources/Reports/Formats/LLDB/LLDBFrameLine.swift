import CrashModel
import SymbolModel

/// One frame as the debugger prints it:
///
///     * frame #0: 0x0000000100003f5c App`main at main.swift:3:1
///       frame #1: 0x0000000100003f60 App`checkout [inlined] pick at Basket.swift:12:9
///       frame #2: 0x0000000104e12118 App`-[VC viewDidLoad](self=0x1, _cmd="viewDidLoad") at VC.m:20:5 [opt]
///       frame #3: 0x000000019b0e7f28 dyld`start + 2236
struct LLDBFrameLine {
  let number: Int
  let address: UInt64
  /// The bytes of the image's name.
  let image: Range<Int>
  /// Whether the line is a function that was inlined into that of a later line.
  private(set) var inlined = false
  /// What the debugger found out.
  private(set) var reported: ReportedSymbol?
  /// The bytes after the image's name, which answers replace.
  let tail: Range<Int>

  /// Reads a line without its end. Returns nil for any other line.
  init?(_ bytes: [UInt8], _ line: Range<Int>) {
    let mark = "frame #"
    guard let start = TextScan.find(bytes, line, mark),
      bytes[line.lowerBound..<start].allSatisfy({ $0 <= TextScan.space || $0 == UInt8(ascii: "*") }),
      let index = TextScan.decimal(bytes, start + mark.utf8.count, line.upperBound), index.value < 1_000_000,
      TextScan.hasPrefix(bytes, index.end, line.upperBound, ": "),
      let address = TextScan.hexadecimal(bytes, index.end + 2, line.upperBound),
      let tick = TextScan.find(bytes, address.end..<line.upperBound, "`")
    else { return nil }
    number = Int(index.value)
    self.address = address.value
    image = TextScan.trimmed(bytes, address.end..<tick)
    tail = tick + 1..<TextScan.trimmedEnd(bytes, tick + 1, line.upperBound)
    guard !image.isEmpty else { return nil }
    readTail(bytes)
  }

  /// Reads `outer [inlined] name(argument=1) + 12 at File.swift:3:1 [opt]`, of which every part but a name may be missing.
  private mutating func readTail(_ bytes: [UInt8]) {
    var name = tail
    for mark in [" [opt]", " [artificial]"] where TextScan.hasSuffix(bytes, name, mark) {
      name = name.lowerBound..<name.upperBound - mark.utf8.count
    }
    var symbol = ReportedSymbol()
    if let place = TextScan.findLast(bytes, name, " at "), let source = FileAndLine(bytes, place + 4..<name.upperBound) {
      symbol.file = TextScan.text(bytes, source.file)
      symbol.line = source.line == 0 ? nil : source.line
      name = name.lowerBound..<place
    }
    let mark = " [inlined] "
    if let found = TextScan.find(bytes, name, mark) {
      inlined = true
      name = found + mark.utf8.count..<name.upperBound
    }
    if let plus = TextScan.findLast(bytes, name, " + "), let number = TextScan.decimal(bytes, plus + 3, name.upperBound),
      number.end == name.upperBound
    {
      symbol.offset = number.value
      name = name.lowerBound..<plus
    }
    symbol.symbol = TextScan.trimmedText(bytes, Self.withoutArguments(bytes, name))
    if symbol.symbol != nil { reported = symbol }
  }

  /// Returns the name without the values of arguments, which have an equals sign: those of Swift's names have none.
  private static func withoutArguments(_ bytes: [UInt8], _ name: Range<Int>) -> Range<Int> {
    guard name.last.map({ bytes[$0] }) == UInt8(ascii: ")"), let open = TextScan.find(bytes, name, "("),
      TextScan.find(bytes, open..<name.upperBound, "=") != nil
    else { return name }
    return name.lowerBound..<open
  }
}
