import Bytes

/// Frames without the name of an image, as debuggers, sanitizers and the package swift-backtrace print them.
extension ConsoleFrameLine {
  /// `#3 0x000055d0c1a3b0c8 in main() at /src/main.swift:13`, `#2 0x... SignalHandler(int) Signals.cpp:0:0`, `#5 0x...`, and
  /// gdb's `#0  main () at main.c:3` and `#1  0x... in abort () from /lib/libc.so.6`. The number begins the line.
  static func debugged(_ bytes: [UInt8], _ line: Range<Int>) -> ConsoleFrameLine? {
    guard let number = number(bytes, line, after: UInt8(ascii: "#")) else { return nil }
    let start = TextScan.skipBlanks(bytes, number.end, line.upperBound)
    guard start > number.end, start < line.upperBound else { return nil }
    guard let address = TextScan.hexadecimal(bytes, start, line.upperBound) else {
      guard let close = TextScan.findLast(bytes, start..<line.upperBound, ") at ") else { return nil }
      let source = FileAndLine(bytes, close + ") at ".utf8.count..<line.upperBound)
      return source == nil ? nil : ConsoleFrameLine(bytes, number, address: nil, rest: start..<line.upperBound)
    }
    guard address.end == line.upperBound || TextScan.blankWidth(bytes, address.end, line.upperBound) > 0 else { return nil }
    var name = TextScan.skipBlanks(bytes, address.end, line.upperBound)
    if TextScan.hasPrefix(bytes, name, line.upperBound, "in ") { name += 3 }
    return ConsoleFrameLine(bytes, number, address: address.value, rest: name..<line.upperBound)
  }

  /// `0x55e176770802, closure #1 in f() at /build/x.swift:80`. The address begins the line.
  static func listed(_ bytes: [UInt8], _ line: Range<Int>) -> ConsoleFrameLine? {
    guard bytes[line.lowerBound] == 48, let address = TextScan.hexadecimal(bytes, line.lowerBound, line.upperBound),
      TextScan.hasPrefix(bytes, address.end, line.upperBound, ", ")
    else { return nil }
    let rest = address.end + 2..<line.upperBound
    guard let place = TextScan.findLast(bytes, rest, " at "), place > rest.lowerBound,
      FileAndLine(bytes, place + 4..<rest.upperBound) != nil
    else { return nil }
    return ConsoleFrameLine(bytes, nil, address: address.value, rest: rest)
  }

  /// An address that is the whole line: a frame only below other frames of such a list.
  static func bare(_ bytes: [UInt8], _ line: Range<Int>) -> ConsoleFrameLine? {
    let line = TextScan.trimmed(bytes, line)
    guard let address = TextScan.hexadecimal(bytes, line.lowerBound, line.upperBound), address.end == line.upperBound else {
      return nil
    }
    return ConsoleFrameLine(bytes, nil, address: address.value, rest: address.end..<address.end)
  }

  /// `3   Shop   0x102324000   00000001023324c8 + 37368` and `3   Shop   102324000   pay() (Pay.swift:320)`, as Measure prints
  /// them: the image's address, then the frame's own address with the distance from the image or function, or a name without an
  /// address. Three blanks are between the two.
  static func based(_ bytes: [UInt8], _ line: Range<Int>) -> ConsoleFrameLine? {
    guard let number = TextScan.decimal(bytes, line.lowerBound, line.upperBound), number.value < 1_000_000 else { return nil }
    if let frame = outside(bytes, number, number.end..<line.upperBound) { return frame }
    guard let word = baseWord(bytes, number.end..<line.upperBound), let base = digits(bytes, word), base & 0xfff == 0 else {
      return nil
    }
    let image = TextScan.trimmed(bytes, number.end..<word.lowerBound)
    let rest = TextScan.skipBlanks(bytes, word.upperBound, line.upperBound)..<line.upperBound
    guard !image.isEmpty, !rest.isEmpty else { return nil }
    var frame = ConsoleFrameLine(bytes, index: Int(number.value), image: image, address: nil, tail: rest)
    frame.text.base = base
    let own = rest.lowerBound..<TextScan.skipWord(bytes, rest.lowerBound, rest.upperBound)
    if own.count == 16, let address = digits(bytes, own) {
      frame.address = address
      frame.text.isSymbol = false
      (frame.text.offset, frame.imageOffset) = (nil, address >= base ? address - base : nil)
    } else {
      frame.readFileWithoutLine(bytes)
    }
    return frame.address != nil || frame.text.isSymbol ? frame : nil
  }

  /// `28   ???   00000001026c93d0 + 0` and `16   ???   0   000000010442d410 + 0`: an address outside of all images.
  private static func outside(_ bytes: [UInt8], _ number: TextScan.Number, _ rest: Range<Int>) -> ConsoleFrameLine? {
    let name = TextScan.trimmed(bytes, rest)
    guard TextScan.hasPrefix(bytes, name, "???   ") else { return nil }
    let image = name.lowerBound..<name.lowerBound + 3
    var at = TextScan.skipBlanks(bytes, image.upperBound, name.upperBound)
    if TextScan.hasPrefix(bytes, at, name.upperBound, "0   ") { at = TextScan.skipBlanks(bytes, at + 1, name.upperBound) }
    let word = at..<TextScan.skipWord(bytes, at, name.upperBound)
    guard word.count == 16, let address = digits(bytes, word), TextScan.hasPrefix(bytes, word.upperBound, name.upperBound, " + ")
    else { return nil }
    var frame = ConsoleFrameLine(bytes, index: Int(number.value), image: image, address: address, tail: at..<name.upperBound)
    frame.text = AppleTextFrameTail(at: at)
    return frame
  }

  /// Reads `main   (AppDelegate.swift)` and `f()   (<compiler-generated>)`.
  private mutating func readFileWithoutLine(_ bytes: [UInt8]) {
    guard text.file == nil, TextScan.hasSuffix(bytes, text.name, ")"), let open = TextScan.findLast(bytes, text.name, "   (")
    else { return }
    text.file = open + 4..<text.name.upperBound - 1
    text.name = text.name.lowerBound..<TextScan.trimmedEnd(bytes, text.name.lowerBound, open)
  }

  /// Returns whether a line may be one of Measure's that has neither `0x` nor ` + `.
  static func mayHaveBase(_ bytes: [UInt8], _ line: Range<Int>) -> Bool {
    // An image begins at a page: its address ends with a zero.
    TextScan.isDigit(bytes[line.lowerBound]) && TextScan.find(bytes, line, "0   ") != nil
  }

  /// Returns the first word of more than eight hexadecimal digits after an image's name, if three blanks follow it.
  private static func baseWord(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int>? {
    guard TextScan.find(bytes, range, "0   ") != nil else { return nil }
    var at = TextScan.skipBlanks(bytes, range.lowerBound, range.upperBound)
    while at < range.upperBound {
      let end = TextScan.skipWord(bytes, at, range.upperBound)
      if end - at > 8, digits(bytes, at..<end) != nil {
        return TextScan.hasPrefix(bytes, end, range.upperBound, "   ") ? at..<end : nil
      }
      at = TextScan.skipBlanks(bytes, end, range.upperBound)
    }
    return nil
  }

  /// Returns the value of a word of hexadecimal digits, with or without `0x`.
  private static func digits(_ bytes: [UInt8], _ word: Range<Int>) -> UInt64? {
    let start = TextScan.hasPrefix(bytes, word, "0x") ? word.lowerBound + 2 : word.lowerBound
    return HexNumberScan.number(in: bytes.span, from: start, to: word.upperBound).flatMap {
      $0.end == word.upperBound && $0.end > start ? $0.value : nil
    }
  }

  /// Returns the number of a line that is not understood: `#3 ...` or `3 ...`, with the text after it.
  static func unread(_ bytes: [UInt8], _ line: Range<Int>) -> (index: Int, text: Range<Int>)? {
    let line = TextScan.trimmed(bytes, line)
    guard let first = line.first else { return nil }
    let isHashed = bytes[first] == UInt8(ascii: "#")
    guard
      let number = isHashed
        ? number(bytes, line, after: bytes[first]) : TextScan.decimal(bytes, line.lowerBound, line.upperBound),
      number.value < 100_000, number.end < line.upperBound, TextScan.blankWidth(bytes, number.end, line.upperBound) > 0
    else { return nil }
    return (Int(number.value), TextScan.skipBlanks(bytes, number.end, line.upperBound)..<line.upperBound)
  }

  private static func number(_ bytes: [UInt8], _ line: Range<Int>, after mark: UInt8) -> TextScan.Number? {
    guard let first = line.first, bytes[first] == mark,
      let number = TextScan.decimal(bytes, first + 1, line.upperBound), number.value < 1_000_000
    else { return nil }
    return number
  }

  /// Reads `name at file:line`, `name file:line:column` or `name from image`.
  private init(_ bytes: [UInt8], _ number: TextScan.Number?, address: UInt64?, rest: Range<Int>) {
    let rest = TextScan.trimmed(bytes, rest)
    let none = rest.upperBound..<rest.upperBound
    self.init(bytes, index: number.map { Int($0.value) }, image: none, address: address, tail: none)
    tail = rest
    var name = rest
    if let (end, source) = Self.source(bytes, rest) {
      name = rest.lowerBound..<end
      (text.file, text.line) = (source.file, source.line)
    } else if let from = TextScan.findLast(bytes, rest, " from ") {
      name = rest.lowerBound..<from
      image = from + " from ".utf8.count..<rest.upperBound
      tail = name
    }
    if TextScan.hasSuffix(bytes, name, " ()"), !TextScan.hasSuffix(bytes, name, "-> ()") {
      name = name.lowerBound..<name.upperBound - 3
    }
    if number != nil { name = Self.withoutValues(bytes, name) }
    text.name = name
    text.isSymbol = !name.isEmpty
  }

  /// Returns the name without the values of arguments that gdb prints after a blank: `pay (this=0x7ffe, count=2)`.
  private static func withoutValues(_ bytes: [UInt8], _ name: Range<Int>) -> Range<Int> {
    guard TextScan.hasSuffix(bytes, name, ")"), let open = TextScan.find(bytes, name, " ("), open > name.lowerBound,
      TextScan.find(bytes, open..<name.upperBound, "=") != nil
    else { return name }
    return name.lowerBound..<open
  }

  /// Returns the end of the name and the source place after it: ` at /a/b.swift:13`, or ` Signals.cpp:0:0`, a word with a line.
  private static func source(_ bytes: [UInt8], _ rest: Range<Int>) -> (end: Int, source: FileAndLine)? {
    if let at = TextScan.findLast(bytes, rest, " at "), let source = FileAndLine(bytes, at + 4..<rest.upperBound) {
      return (at, source)
    }
    let word = TextScan.wordStart(bytes, before: rest.upperBound, from: rest.lowerBound)
    guard word > rest.lowerBound, let source = FileAndLine(bytes, word..<rest.upperBound),
      bytes[source.file].contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") })
    else { return nil }
    return (TextScan.trimmedEnd(bytes, rest.lowerBound, word), source)
  }
}
