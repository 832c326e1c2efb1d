import CrashModel

/// One frame of a core dump's stack trace:
///
///     #0  0x000055d0c0e011a9 crash (/usr/bin/shopd + 0x11a9)
///     #2  0x00007f2f8a62724a n/a (libc.so.6 + 0x2724a)
///     #3  0x00007f2f8a5e1322 raise (libc.so.6)                        older versions of systemd
///     #4  0x0000000000000000 n/a (n/a + 0x0)
struct CoredumpFrameLine: LogFrameLine {
  /// The number.
  let index: Int
  let address: UInt64
  /// The bytes of the module's name or path, or nil if the address is in none.
  let module: Range<Int>?
  /// The distance from the module's load address, or nil if the line does not have it.
  let offset: UInt64?
  /// The bytes of the function's name, which answers replace.
  let tail: Range<Int>
  /// The name, or nil for `n/a`.
  let reported: ReportedSymbol?
  /// Whether the line is a function that was inlined into that of the next line.
  let isInlined: Bool

  /// Reads a line without its end. Returns nil for any other line.
  init?(_ bytes: [UInt8], _ line: Range<Int>) {
    guard let start = TextScan.numberSign(bytes, line), let number = TextScan.decimal(bytes, start + 1, line.upperBound),
      number.value < 1_000_000,
      let address = TextScan.hexadecimal(
        bytes, TextScan.skipBlanks(bytes, number.end, line.upperBound), line.upperBound),
      case let rest = TextScan.trimmed(bytes, address.end..<line.upperBound),
      let found = Self.module(bytes, rest)
    else { return nil }
    index = Int(number.value)
    self.address = address.value
    module = Self.isUnknown(bytes, found.name) ? nil : found.name
    offset = found.offset
    tail = TextScan.trimmed(bytes, rest.lowerBound..<found.open)
    let text = AppleTextFrameTail(bytes, tail, image: found.name)
    reported = Self.isUnknown(bytes, text.name) ? nil : text.reported(bytes)
    isInlined = text.inlined
  }

  /// Returns whether a function or module has no name.
  private static func isUnknown(_ bytes: [UInt8], _ name: Range<Int>) -> Bool {
    name.count == 3 && TextScan.hasPrefix(bytes, name, "n/a")
  }

  /// `(/usr/bin/shopd + 0x11a9)` at the end of a line: the module's name, the offset, and where the blank before it begins. Names of
  /// C++ functions have parentheses, too.
  private static func module(_ bytes: [UInt8], _ range: Range<Int>) -> (name: Range<Int>, offset: UInt64?, open: Int)? {
    guard TextScan.hasSuffix(bytes, range, ")"), let open = TextScan.findLast(bytes, range, " (") else { return nil }
    let inner = open + 2..<range.upperBound - 1
    guard let plus = TextScan.findLast(bytes, inner, " + ") else { return inner.isEmpty ? nil : (inner, nil, open) }
    guard let offset = TextScan.hexadecimal(bytes, plus + 3, inner.upperBound), offset.end == inner.upperBound,
      plus > inner.lowerBound
    else { return nil }
    return (inner.lowerBound..<plus, offset.value, open)
  }
}
