import CrashModel
import SymbolModel

/// The content of one line of a Swift backtrace.
struct SwiftTextEvent {
  /// The kinds of lines.
  enum Kind {
    /// Nothing.
    case blank
    /// `*** Program crashed: Bad pointer dereference at 0x8 ***`: the description and the address.
    case crash(Range<Int>, UInt64?)
    /// `Platform: x86_64 Linux (...)`: what follows the colon.
    case platform(Range<Int>)
    /// `Thread 0 "name" crashed:`
    case thread(Int, name: Range<Int>?, crashed: Bool)
    /// A frame, or the mark of omitted frames.
    case frame(SwiftTextFrameLine)
    /// `rax 0x0000000000000006 6`, or several: `cs 0x0033  fs 0x0000  gs 0x0000`
    case registers([(name: Range<Int>, value: UInt64)])
    /// A line of source code that the runtime prints below a frame.
    case excerpt
    /// `Registers:`
    case registersTitle
    /// `Images (13 omitted):`
    case images
    /// A line of the image list.
    case image(SwiftTextImageLine)
    /// `Backtrace took 0.00s`
    case end
  }

  /// The content.
  var kind: Kind
  /// The length of the logger's prefix in bytes.
  var column = 0

  /// Reads a line without its end. Returns nil if it does not belong to a backtrace. `column` is the length of the logger's
  /// prefix in the backtrace so far, nil outside of one.
  init?(_ bytes: [UInt8], _ line: Range<Int>, column: Int?) {
    if let column, column > 0, let event = Self.read(bytes, min(line.lowerBound + column, line.upperBound)..<line.upperBound) {
      kind = event
      self.column = column
      return
    }
    if let event = Self.title(bytes, line) {
      (kind, self.column) = event
    } else if let column, let event = Self.read(bytes, line) {
      kind = event
      self.column = column
    } else {
      return nil
    }
  }

  /// Whether the line is more than blank.
  var isContent: Bool { if case .blank = kind { false } else { true } }

  /// Returns whether the line begins a report, given the `state` of the report before, nil for none.
  func startsReport(after state: SwiftTextState?) -> Bool {
    switch kind {
    case .crash, .thread: return state == nil || state?.sawImages == true || isCrash && state?.sawFrames == true
    default: return false
    }
  }

  private var isCrash: Bool { if case .crash = kind { true } else { false } }

  // MARK: Titles

  /// Lines that are recognized on their own, whatever precedes them.
  private static func title(_ bytes: [UInt8], _ line: Range<Int>) -> (Kind, Int)? {
    let line = line.lowerBound..<TextScan.trimmedEnd(bytes, line.lowerBound, line.upperBound)
    guard line.count >= 9, let last = line.last else { return nil }
    if bytes[last] == UInt8(ascii: ":"), let found = thread(bytes, line) { return found }
    for mark in ["Program crashed: ", "Swift runtime failure: "] {
      guard let start = TextScan.find(bytes, line, mark), let begin = opening(bytes, line, before: start) else { continue }
      return (crash(bytes, start + mark.utf8.count..<line.upperBound), begin - line.lowerBound)
    }
    return nil
  }

  /// Returns the start of `*** ` or of the bomb symbol before the text.
  private static func opening(_ bytes: [UInt8], _ line: Range<Int>, before start: Int) -> Int? {
    for mark in ["*** ", "\u{1F4A3} "] {
      let begin = start - mark.utf8.count
      if begin >= line.lowerBound, TextScan.hasPrefix(bytes, begin, line.upperBound, mark) { return begin }
    }
    return nil
  }

  private static func crash(_ bytes: [UInt8], _ range: Range<Int>) -> Kind {
    var text = range
    if TextScan.hasSuffix(bytes, text, " ***") { text = text.lowerBound..<text.upperBound - 4 }
    guard let at = TextScan.findLast(bytes, text, " at 0x"),
      let number = TextScan.hexadecimal(bytes, at + 4, text.upperBound), number.end == text.upperBound
    else { return .crash(text, nil) }
    return .crash(text.lowerBound..<at, number.value)
  }

  /// `Thread 0 "name" crashed:` and `Thread 1 "name":`, `Thread 1:`.
  private static func thread(_ bytes: [UInt8], _ line: Range<Int>) -> (Kind, Int)? {
    guard let start = TextScan.findLast(bytes, line, "Thread "),
      start == line.lowerBound || bytes[start - 1] == TextScan.space || bytes[start - 1] == TextScan.tab,
      let number = TextScan.decimal(bytes, start + 7, line.upperBound), let index = Int(exactly: number.value)
    else { return nil }
    var rest = number.end..<line.upperBound - 1
    let crashed = TextScan.hasSuffix(bytes, rest, " crashed")
    if crashed { rest = rest.lowerBound..<rest.upperBound - " crashed".utf8.count }
    guard !rest.isEmpty else { return (.thread(index, name: nil, crashed: crashed), start - line.lowerBound) }
    guard rest.count >= 3, TextScan.hasPrefix(bytes, rest, " \""), bytes[rest.upperBound - 1] == UInt8(ascii: "\"") else {
      return nil
    }
    return (.thread(index, name: rest.lowerBound + 2..<rest.upperBound - 1, crashed: crashed), start - line.lowerBound)
  }

  // MARK: Lines inside a report

  private static func read(_ bytes: [UInt8], _ line: Range<Int>) -> Kind? {
    let content = TextScan.trimmed(bytes, line)
    guard let first = content.first else { return .blank }
    if isExcerpt(bytes, content) { return .excerpt }
    if let image = SwiftTextImageLine(bytes, content) { return .image(image) }
    if let frame = SwiftTextFrameLine(bytes, line) { return .frame(frame) }
    switch bytes[first] {
    case UInt8(ascii: "P") where TextScan.hasPrefix(bytes, content, "Platform: "):
      return .platform(content.lowerBound + "Platform: ".utf8.count..<content.upperBound)
    case UInt8(ascii: "R") where TextScan.hasPrefix(bytes, content, "Registers:"): return .registersTitle
    case UInt8(ascii: "I") where TextScan.hasPrefix(bytes, content, "Images"): return .images
    case UInt8(ascii: "B") where TextScan.hasPrefix(bytes, content, "Backtrace took "): return .end
    case UInt8(ascii: "T"): return title(bytes, content).map { $0.0 }
    default: return register(bytes, content)
    }
  }

  /// `* 12| lines[index]` and ` | ^`: an optional star, an optional number, then a bar of ASCII or of a box.
  private static func isExcerpt(_ bytes: [UInt8], _ content: Range<Int>) -> Bool {
    var at = content.lowerBound
    if bytes[at] == UInt8(ascii: "*") { at = TextScan.skipBlanks(bytes, at + 1, content.upperBound) }
    while at < content.upperBound, TextScan.isDigit(bytes[at]) { at += 1 }
    return TextScan.hasPrefix(bytes, at, content.upperBound, "|") || TextScan.hasPrefix(bytes, at, content.upperBound, "\u{2502}")
  }

  private static func register(_ bytes: [UInt8], _ content: Range<Int>) -> Kind? {
    guard let first = register(bytes, at: content.lowerBound, content.upperBound) else { return nil }
    var found = [(name: first.name, value: first.value)]
    // After the value of any other register its contents follow.
    var at = first.end
    while found.count < 8, TextScan.hasPrefix(bytes, at, content.upperBound, "  "),
      let next = register(bytes, at: at + 2, content.upperBound)
    {
      found.append((next.name, next.value))
      at = next.end
    }
    return .registers(found)
  }

  private static func register(
    _ bytes: [UInt8], at start: Int, _ limit: Int
  ) -> (name: Range<Int>, value: UInt64, end: Int)? {
    let end = TextScan.skipWord(bytes, start, limit)
    guard end > start, end - start <= 8, end < limit else { return nil }
    let value = TextScan.skipBlanks(bytes, end, limit)
    guard value - end <= 2, let number = TextScan.hexadecimal(bytes, value, limit) else { return nil }
    return (start..<end, number.value, number.end)
  }
}
