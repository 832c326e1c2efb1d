import Bytes
import CrashModel

/// One frame of a Dart program that was compiled ahead of time, after whatever a logger wrote before it:
///
///     #00 abs 000000723d6346d7 virt 00000000001ed6d7 _kDartIsolateSnapshotInstructions+0x1e26d7
///     #01 abs 000000010c207b77 _kDartIsolateSnapshotInstructions+0x240337              of an assembly snapshot
///     #02 abs 00007f1299991234 unit 2 virt 0000000000001234 _kDartSnapshotText+0x234   with deferred units
///     at . #03 abs 0 virt 00000000006451b7 _kDartIsolateSnapshotInstructions+0x477fc7  Crashlytics
///     #04 abs 0000000000000000 <invalid Dart instruction address>
struct DartFrameLine: LogFrameLine {
  /// The number.
  let index: Int
  /// The address of the call, or nil if the line has none.
  let address: UInt64?
  /// The number of the loading unit, or nil if the line does not have it.
  private(set) var unit: Int?
  /// The address in the snapshot's file, or nil if the line does not have it.
  private(set) var virtual: UInt64?
  /// The bytes after the addresses, which answers replace.
  let tail: Range<Int>
  /// The name, offset, file and line in the tail, or nil if there is none.
  let reported: ReportedSymbol?
  /// The path of a file that is not the snapshot, or nil.
  let path: String?
  /// Whether the line is a function that was inlined into that of the next line.
  let isInlined: Bool

  /// The mark that every frame has.
  static let mark = " abs "
  /// The line between a function and the one that awaits it.
  static let gap = "<asynchronous suspension>"

  /// Reads a line without its end. Returns nil for any other line.
  init?(_ bytes: [UInt8], _ line: Range<Int>) {
    // Loggers may number their lines, too.
    guard let mark = TextScan.find(bytes, line, Self.mark), let number = Self.number(bytes, line.lowerBound..<mark),
      let absolute = Self.digits(bytes, mark + Self.mark.utf8.count, line.upperBound)
    else { return nil }
    index = number
    address = absolute.value == 0 ? nil : absolute.value
    var at = absolute.end
    if TextScan.hasPrefix(bytes, at, line.upperBound, " unit "), let unit = TextScan.decimal(bytes, at + 6, line.upperBound) {
      (self.unit, at) = (Int(clamping: unit.value), unit.end)
    }
    if TextScan.hasPrefix(bytes, at, line.upperBound, " virt "), let virtual = Self.digits(bytes, at + 6, line.upperBound) {
      (self.virtual, at) = (virtual.value, virtual.end)
    }
    tail = TextScan.trimmed(bytes, at..<line.upperBound)
    if let symbol = Self.symbol(bytes, tail) {
      (reported, path, isInlined) = (symbol, nil, false)
    } else if tail.isEmpty || bytes[tail.lowerBound] == UInt8(ascii: "<") {
      (reported, path, isInlined) = (nil, nil, false)
    } else if bytes[tail.lowerBound] == UInt8(ascii: "/") {
      (reported, path, isInlined) = (nil, TextScan.text(bytes, tail), false)
    } else {
      let text = AppleTextFrameTail(bytes, tail, image: tail.upperBound..<tail.upperBound)
      (reported, path, isInlined) = (text.reported(bytes), nil, text.inlined)
    }
  }

  /// Returns whether a symbol is that of a snapshot's section, with or without the linker's underscore.
  static func isSnapshot(_ symbol: String) -> Bool { symbol.hasPrefix("_kDart") || symbol.hasPrefix("kDart") }

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

  /// Reads digits without `0x` that a blank or the end follows.
  private static func digits(_ bytes: [UInt8], _ start: Int, _ end: Int) -> TextScan.Number? {
    guard let number = HexNumberScan.number(in: bytes.span, from: start, to: end), number.end > start,
      number.end == end || bytes[number.end] <= TextScan.space
    else { return nil }
    return TextScan.Number(value: number.value, end: number.end)
  }

  /// Reads `_kDartIsolateSnapshotInstructions+0x1e26d7`. An offset without `0x` is decimal unless it has letters.
  private static func symbol(_ bytes: [UInt8], _ tail: Range<Int>) -> ReportedSymbol? {
    guard let plus = TextScan.findLast(bytes, tail, "+"), plus > tail.lowerBound, bytes[plus - 1] > TextScan.space else {
      return nil
    }
    let numbers = [
      TextScan.hexadecimal(bytes, plus + 1, tail.upperBound), TextScan.decimal(bytes, plus + 1, tail.upperBound),
      digits(bytes, plus + 1, tail.upperBound),
    ]
    guard let offset = numbers.lazy.compactMap({ $0 }).first(where: { $0.end == tail.upperBound }) else { return nil }
    return ReportedSymbol(symbol: TextScan.text(bytes, tail.lowerBound..<plus), offset: offset.value)
  }
}
