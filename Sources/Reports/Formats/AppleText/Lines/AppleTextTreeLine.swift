/// One line of a sampled call tree: pipes and blanks for the depth, a count, a function, `[0xADDRESS]`.
///
///     +   2761 main  (in Slack) + 294  [0x10e3817e6]  electron_main.cc:276          sample
///     +   2761 ???  (in Slack)  load address 0x101671000 + 0xe30  [0x101671e30]     sample
///       1000  start + 462 (dyld + 21790) [0x113f6c51e] 1-1000                       spindump
///       1000  main + 52 (main.m:14 in App + 3892) [0x10ec9251e]                     spindump
///        *12  ??? (kernel + 696640) [0xffffff80002ba140]                            spindump, kernel
///          1  CoreFoundation 0x1858ec000 + 37028 [0x1858f50a4]                      microstackshots of iOS 10
struct AppleTextTreeLine {
  /// The line format of the tool that wrote it.
  enum Style {
    /// `name (in Image) + 12 [0x...] file.c:3`
    case sample
    /// `name + 12 (file.c:3 in Image + 345) [0x...]`
    case spindump
  }

  /// The line format.
  var style = Style.spindump
  /// The distance of the count from the start of the line: deeper nodes are further to the right.
  var column: Int
  /// The number of samples at or below the node.
  var count: UInt64
  /// The bytes from the function's name to the end of the line.
  var tail: Range<Int>
  /// The address; the first one if a line has several.
  var address: UInt64
  /// The name, offset, file and line.
  var text: AppleTextFrameTail
  /// The bytes of the image's name or `<UUID>`.
  var image: Range<Int>?
  /// The offset in the image, if the line has it.
  var imageOffset: UInt64?
  /// The bytes from `[` to `]`.
  var brackets: Range<Int>
  /// The bytes after the brackets.
  var suffix: Range<Int>

  /// Reads a line without its end. Returns nil if it is not a node with an address.
  init?(_ bytes: [UInt8], _ line: Range<Int>) {
    var at = line.lowerBound
    while at < line.upperBound, Self.isPrefix(bytes[at]) { at += 1 }
    // The kernel's nodes have a star before the count, in the column in which the count of a user node would begin.
    let start = at
    if at < line.upperBound, bytes[at] == UInt8(ascii: "*") { at += 1 }
    guard let number = TextScan.decimal(bytes, at, line.upperBound), number.end < line.upperBound,
      TextScan.blankWidth(bytes, number.end, line.upperBound) > 0
    else { return nil }
    let name = TextScan.skipBlanks(bytes, number.end, line.upperBound)
    self.init(bytes, tail: name..<line.upperBound)
    column = start - line.lowerBound
    count = number.value
  }

  /// Reads the part of a line that begins with the function's name, or nil without an address in brackets.
  init?(_ bytes: [UInt8], tail: Range<Int>) {
    guard let open = TextScan.findLast(bytes, tail, "[0x"), let number = TextScan.hexadecimal(bytes, open + 1, tail.upperBound),
      let close = TextScan.find(bytes, number.end..<tail.upperBound, "]")
    else { return nil }
    self.tail = tail
    address = number.value
    brackets = open..<close + 1
    suffix = close + 1..<tail.upperBound
    column = 0
    count = 0
    text = AppleTextFrameTail(at: tail.lowerBound)
    read(bytes, TextScan.trimmed(bytes, tail.lowerBound..<open))
    let place = TextScan.trimmed(bytes, suffix)
    if style == .sample, let source = FileAndLine(bytes, place) {
      text.file = source.file
      text.line = source.line
    }
  }

  private static func isPrefix(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "+"), UInt8(ascii: "!"), UInt8(ascii: ":"), UInt8(ascii: "|"), UInt8(ascii: "\t"): true
    default: false
    }
  }
}

extension AppleTextTreeLine {
  /// Reads what is before the brackets.
  private mutating func read(_ bytes: [UInt8], _ range: Range<Int>) {
    var head = range
    var place: FileAndLine?
    if let load = TextScan.findLast(bytes, head, " load address 0x") {
      readLoadAddress(bytes, load + " load address ".utf8.count..<head.upperBound)
      head = head.lowerBound..<TextScan.trimmedEnd(bytes, head.lowerBound, load)
    }
    if let open = TextScan.findLast(bytes, head, " (in "), let close = TextScan.find(bytes, open..<head.upperBound, ")") {
      style = .sample
      image = open + 5..<close
    } else {
      place = takeSpindumpImage(bytes, &head)
    }
    text = AppleTextFrameTail(bytes, head, image: image ?? head.lowerBound..<head.lowerBound)
    if let place {
      text.file = place.file
      text.line = place.line
    }
    readImageBefore(bytes)
  }

  private mutating func readLoadAddress(_ bytes: [UInt8], _ range: Range<Int>) {
    guard let load = TextScan.hexadecimal(bytes, range.lowerBound, range.upperBound),
      TextScan.hasPrefix(bytes, load.end, range.upperBound, " + ")
    else { return }
    imageOffset = TextScan.number(bytes, load.end + 3, range.upperBound)?.value
  }

  /// Removes ` (Image + 12)` or ` (file.c:3 in Image + 12)` from the end and returns file and line.
  private mutating func takeSpindumpImage(_ bytes: [UInt8], _ head: inout Range<Int>) -> FileAndLine? {
    guard let last = head.last, bytes[last] == UInt8(ascii: ")"), let open = TextScan.findLast(bytes, head, " ("),
      let plus = TextScan.findLast(bytes, open..<last, " + "), let offset = TextScan.number(bytes, plus + 3, last),
      offset.end == last
    else { return nil }
    imageOffset = offset.value
    image = open + 2..<plus
    head = head.lowerBound..<TextScan.trimmedEnd(bytes, head.lowerBound, open)
    guard let within = TextScan.find(bytes, open + 2..<plus, " in ") else { return nil }
    image = within + 4..<plus
    return FileAndLine(bytes, open + 2..<within)
  }

  /// iOS 10 prints `Image 0xLOAD + 12` without a name.
  private mutating func readImageBefore(_ bytes: [UInt8]) {
    guard image == nil, text.isSymbol, let offset = text.offset, let gap = TextScan.findLast(bytes, text.name, " 0x"),
      TextScan.hexadecimal(bytes, gap + 1, text.name.upperBound)?.end == text.name.upperBound
    else { return }
    image = text.name.lowerBound..<TextScan.trimmedEnd(bytes, text.name.lowerBound, gap)
    imageOffset = offset
    text.isSymbol = false
  }
}
