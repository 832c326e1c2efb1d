import CrashModel
import SymbolModel

/// One line of a call stack as consoles show it, with whatever a logger wrote before it:
///
///     3   Shop                                0x0000000104a3c5f8 $s4Shop8checkoutyyF + 24     callStackSymbols
///     3   Shop                                0x0000000104a3c5f8 Shop + 37368                 the same, stripped
///     Shop                            0x104a3c5f8 -[Basket tapped:] + 36                      monitors of hanging threads
///     3   Shop    -[Basket tapped:] + 36                                                      no address
///     /app/shop(main+0x1f) [0x55d0c1a3b0c8]                                                   backtrace_symbols of glibc
///     /app/shop(main+0x1f)[0x55d0c1a3b0c8]                                                    backtrace_symbols_fd of glibc
///     Shop(4C4C4401-5555-3144-A100-000000000001) +37368                                       Honeycomb's MetricKit
///     #3 0x000055d0c1a3b0c8 main (/app/shop+0x210c8)                                          LLVM, sanitizers, systemd
///     #3 0x000055d0c1a3b0c8 in main() at /src/main.swift:13                                   Xcode, debuggers, sanitizers
///     0x55d0c1a3b0c8, main at /src/main.swift:13                                              the package swift-backtrace
struct ConsoleFrameLine {
  /// The number of the frame, or nil if the line has none.
  var index: Int?
  /// The bytes of the image's name or path, or none if the line has neither.
  var image: Range<Int>
  /// The address as printed, or nil if there is none.
  var address: UInt64?
  /// The bytes of the text at the address, which names replace. May be empty.
  var tail: Range<Int>
  /// The name, offset, file and line in the tail.
  var text: AppleTextFrameTail
  /// The offset in the image, if the line has it.
  var imageOffset: UInt64?
  /// The bytes of the image's ID, if the line has it.
  var id: Range<Int>?

  /// Reads a line without its end. Returns nil if it is not a frame.
  init?(_ bytes: [UInt8], _ line: Range<Int>) {
    let line = TextScan.trimmed(bytes, line)
    guard line.count >= 8,
      LogMarks.mayHoldFrames(bytes, line) || bytes[line.lowerBound] == UInt8(ascii: "#") || Self.mayHaveBase(bytes, line)
        || TextScan.find(bytes, line, "[inlined]") != nil
    else { return nil }
    if let frame = Self.hashed(bytes, line) ?? Self.debugged(bytes, line) ?? Self.listed(bytes, line)
      ?? Self.bracketed(bytes, line) ?? Self.identified(bytes, line) ?? Self.based(bytes, line) ?? Self.columns(bytes, line)
      ?? Self.withoutAddress(bytes, line)
    {
      self = frame
    } else {
      return nil
    }
  }

  /// Creates a frame from the parts of a line; `tail` is read.
  init(_ bytes: [UInt8], index: Int?, image: Range<Int>, address: UInt64?, tail: Range<Int>) {
    self.index = index
    self.image = image
    self.address = address
    self.tail = tail
    text = AppleTextFrameTail(bytes, tail, image: image)
    imageOffset = text.imageOffset
    if !text.isSymbol, imageOffset == nil, text.offset != nil, text.name.count == 36 {
      // The image's UUID instead of the symbol: the offset is that in the image.
      id = text.name
      imageOffset = text.offset
    } else if text.isSymbol, TextScan.hasPrefix(bytes, text.name, "<unavailable>") {
      // Swift's runtime prints this if the loader knows no symbol: the offset is that in the image.
      text.isSymbol = false
      imageOffset = text.offset
    } else if text.isSymbol, let offset = text.offset, text.file == nil, let address, offset <= address,
      (address - offset) & 0xfff == 0
    {
      readPlaceBeforeOffset(bytes, offset)
    }
  }

  /// Reads `main (in Shop) (main.swift:1) + 37368`: the answer of `atos` in place of the image's name, before the offset in the
  /// image.
  private mutating func readPlaceBeforeOffset(_ bytes: [UInt8], _ offset: UInt64) {
    guard let plus = TextScan.findLast(bytes, tail, " + ") else { return }
    let named = AppleTextFrameTail(bytes, tail.lowerBound..<plus, image: image)
    guard named.file != nil else { return }
    text = named
    imageOffset = offset
  }

  /// Whether a name, offset or file gives more than the address.
  private var isPlausible: Bool { text.offset != nil || imageOffset != nil || text.file != nil || text.inlined }

  // MARK: Columns

  /// `index image address text`, with the index after other text or missing.
  private static func columns(_ bytes: [UInt8], _ line: Range<Int>) -> ConsoleFrameLine? {
    if let apple = AppleTextFrameLine(bytes, line), isImage(bytes, apple.image) {
      let frame = ConsoleFrameLine(bytes, index: apple.index, image: apple.image, address: apple.address, tail: apple.tail)
      return frame.isPlausible ? frame : nil
    }
    guard let start = addressWord(bytes, line), let address = TextScan.hexadecimal(bytes, start, line.upperBound) else {
      return nil
    }
    let tail = TextScan.skipBlanks(bytes, address.end, line.upperBound)..<line.upperBound
    let head = TextScan.trimmed(bytes, line.lowerBound..<start)
    guard !head.isEmpty else { return nil }
    let number = lastNumber(bytes, head)
    let image = number.map { TextScan.trimmed(bytes, $0.end..<head.upperBound) } ?? head
    guard isImage(bytes, image) else { return nil }
    let frame = ConsoleFrameLine(
      bytes, index: number.map { Int($0.value) }, image: image, address: address.value, tail: tail)
    if number == nil {
      guard isOneName(bytes, image), isColumn(bytes, image, before: start) else { return nil }
      return (frame.text.isSymbol || frame.text.base != nil) && frame.isPlausible ? frame : nil
    }
    return frame.isPlausible ? frame : nil
  }

  /// Marks of Swift's frames and punctuation are not names of images.
  private static func isImage(_ bytes: [UInt8], _ image: Range<Int>) -> Bool {
    guard let first = image.first, let last = image.last else { return false }
    return bytes[first] != UInt8(ascii: "[") && bytes[first] != UInt8(ascii: "(") && bytes[last] != UInt8(ascii: ":")
      && bytes[last] != UInt8(ascii: "=")
  }

  /// Returns whether an image without a number before it is not part of a sentence.
  private static func isOneName(_ bytes: [UInt8], _ image: Range<Int>) -> Bool {
    image.count { bytes[$0] == TextScan.space } <= 3
  }

  /// Returns whether an image without a number before it is in its own column: followed by two blanks or a tab, unless it is the
  /// only word. `object 0x600001f3 has 2 + 3` is a sentence.
  private static func isColumn(_ bytes: [UInt8], _ image: Range<Int>, before address: Int) -> Bool {
    image.upperBound + TextScan.blankWidth(bytes, image.upperBound, address) < address || bytes[image.upperBound] == TextScan.tab
      || TextScan.skipWord(bytes, image.lowerBound, image.upperBound) == image.upperBound
  }

  /// Returns the first word that is a hexadecimal number.
  private static func addressWord(_ bytes: [UInt8], _ line: Range<Int>) -> Int? {
    var at = line.lowerBound
    while at + 2 < line.upperBound {
      if bytes[at] == 48, bytes[at + 1] == UInt8(ascii: "x"), beginsWord(bytes, at, from: line.lowerBound),
        let number = TextScan.hexadecimal(bytes, at, line.upperBound), endsWord(bytes, number.end, line.upperBound)
      {
        return at
      }
      at += 1
    }
    return nil
  }

  private static func beginsWord(_ bytes: [UInt8], _ position: Int, from start: Int) -> Bool {
    position == start || bytes[position - 1] <= TextScan.space
      || TextScan.blankWidth(bytes, before: position, from: start) > 0
  }

  private static func endsWord(_ bytes: [UInt8], _ position: Int, _ end: Int) -> Bool {
    position == end || bytes[position] <= TextScan.space || TextScan.blankWidth(bytes, position, end) > 0
  }

  /// Returns the last word of digits that another word follows.
  private static func lastNumber(_ bytes: [UInt8], _ head: Range<Int>) -> TextScan.Number? {
    var end = head.upperBound
    while end > head.lowerBound {
      let start = TextScan.wordStart(bytes, before: end, from: head.lowerBound)
      if end < head.upperBound, let number = TextScan.decimal(bytes, start, end), number.end == end, number.value < 1_000_000 {
        return number
      }
      end = TextScan.trimmedEnd(bytes, head.lowerBound, start)
    }
    return nil
  }

  /// `3 Shop main + 24`: the image ends at a tab or two blanks.
  private static func withoutAddress(_ bytes: [UInt8], _ line: Range<Int>) -> ConsoleFrameLine? {
    guard let number = TextScan.decimal(bytes, line.lowerBound, line.upperBound), number.value < 100_000 else { return nil }
    let image = TextScan.skipBlanks(bytes, number.end, line.upperBound)
    guard image > number.end, image < line.upperBound, addressWord(bytes, line) == nil else { return nil }
    var end = image
    while end < line.upperBound, bytes[end] != TextScan.tab, !TextScan.hasPrefix(bytes, end, line.upperBound, "  ") { end += 1 }
    let tail = TextScan.skipBlanks(bytes, end, line.upperBound)..<line.upperBound
    guard end > image, !tail.isEmpty, isImage(bytes, image..<end) else { return nil }
    let frame = ConsoleFrameLine(bytes, index: Int(number.value), image: image..<end, address: nil, tail: tail)
    guard frame.text.offset != nil || frame.text.inlined, frame.text.isSymbol || frame.imageOffset != nil else { return nil }
    return frame
  }
}

extension ConsoleFrameLine {
  // MARK: Linux

  /// `/app/shop(main+0x1f) [0x55d0c1a3b0c8]` with or without the blank, possibly with names after it.
  private static func bracketed(_ bytes: [UInt8], _ line: Range<Int>) -> ConsoleFrameLine? {
    guard let open = TextScan.find(bytes, line, "[0x"), open > line.lowerBound + 1,
      case let bracket = bytes[open - 1] == TextScan.space ? open - 2 : open - 1, bytes[bracket] == UInt8(ascii: ")"),
      let address = TextScan.hexadecimal(bytes, open + 1, line.upperBound),
      address.end < line.upperBound, bytes[address.end] == UInt8(ascii: "]"),
      let open = TextScan.findLast(bytes, line.lowerBound..<bracket, "("), open > line.lowerBound
    else { return nil }
    var start = open
    while start > line.lowerBound, bytes[start - 1] > TextScan.space { start -= 1 }
    guard start < open else { return nil }
    var frame = ConsoleFrameLine(
      bytes, index: nil, image: start..<open, address: address.value, tail: line.upperBound..<line.upperBound)
    frame.tail = address.end + 1..<line.upperBound
    frame.read(bytes, place: open + 1..<bracket)
    return frame
  }

  /// `Shop(4C4C4401-5555-3144-A100-000000000001) +37368`: the image, its UUID and the offset in it, possibly with names after it.
  private static func identified(_ bytes: [UInt8], _ line: Range<Int>) -> ConsoleFrameLine? {
    guard let plus = TextScan.find(bytes, line, ") +"), let open = TextScan.findLast(bytes, line.lowerBound..<plus, "("),
      plus - open == 37, open > line.lowerBound,
      let offset = TextScan.decimal(bytes, plus + 3, line.upperBound),
      offset.end == line.upperBound || bytes[offset.end] == TextScan.space,
      ImageID(parsing: TextScan.text(bytes, open + 1..<plus)) != nil
    else { return nil }
    let rest = offset.end..<line.upperBound
    var frame = ConsoleFrameLine(bytes, index: nil, image: line.lowerBound..<open, address: nil, tail: rest)
    (frame.id, frame.imageOffset) = (open + 1..<plus, offset.value)
    return frame
  }

  /// `main+0x1f` or `+0x1f`.
  private mutating func read(_ bytes: [UInt8], place: Range<Int>) {
    guard let plus = TextScan.findLast(bytes, place, "+0x"),
      let offset = TextScan.hexadecimal(bytes, plus + 1, place.upperBound)
    else { return }
    text = AppleTextFrameTail(at: place.lowerBound)
    if plus == place.lowerBound {
      imageOffset = offset.value
    } else {
      text.name = place.lowerBound..<plus
      text.offset = offset.value
      text.isSymbol = true
    }
  }

  /// `#3 0x000055d0c1a3b0c8 main (/app/shop+0x210c8)`, `#3 0x... main (shop + 0x210c8)`, `#3 0x... in main (/app/shop+0x210c8)
  /// (BuildId: 1f2e...)`.
  private static func hashed(_ bytes: [UInt8], _ line: Range<Int>) -> ConsoleFrameLine? {
    guard let start = TextScan.numberSign(bytes, line), let number = TextScan.decimal(bytes, start + 1, line.upperBound),
      number.value < 1_000_000
    else { return nil }
    let at = TextScan.skipBlanks(bytes, number.end, line.upperBound)
    guard at > number.end, let address = TextScan.hexadecimal(bytes, at, line.upperBound),
      let (module, offset, close) = module(bytes, address.end..<line.upperBound)
    else { return nil }
    var name = TextScan.trimmed(bytes, address.end..<module.lowerBound - 1)
    if TextScan.hasPrefix(bytes, name, "in ") { name = name.lowerBound + 3..<name.upperBound }
    var frame = ConsoleFrameLine(bytes, index: Int(number.value), image: module, address: address.value, tail: name)
    frame.tail = name.isEmpty ? address.end..<address.end : name
    // systemd prints this without a name.
    if name.count == 3, TextScan.hasPrefix(bytes, name, "n/a") { frame.text.isSymbol = false }
    frame.imageOffset = offset
    if let mark = TextScan.find(bytes, close..<line.upperBound, "(BuildId: "),
      let end = TextScan.find(bytes, mark..<line.upperBound, ")")
    {
      frame.id = mark + "(BuildId: ".utf8.count..<end
    }
    return frame
  }

  /// `(/app/shop+0x210c8)` or `(shop + 0x210c8)`: the image, the offset, and the end of the parenthesis.
  private static func module(_ bytes: [UInt8], _ range: Range<Int>) -> (image: Range<Int>, offset: UInt64, end: Int)? {
    var end = range.upperBound
    while let open = TextScan.findLast(bytes, range.lowerBound..<end, " (") {
      let inner = open + 2..<(TextScan.find(bytes, open + 2..<end, ")") ?? end)
      if let plus = TextScan.findLast(bytes, inner, "+"), plus > inner.lowerBound {
        let digits = TextScan.skipBlanks(bytes, plus + 1, inner.upperBound)
        if let offset = TextScan.hexadecimal(bytes, digits, inner.upperBound), offset.end == inner.upperBound {
          return (TextScan.trimmed(bytes, inner.lowerBound..<plus), offset.value, inner.upperBound)
        }
      }
      end = open
    }
    return nil
  }
}
