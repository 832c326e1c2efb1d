/// Recognizes the lines of text reports.
enum AppleTextPreamble {
  /// Returns the start of the text after a byte order mark, blank lines and one line of JSON (the metadata of `.ips` files).
  static func bodyStart(_ bytes: [UInt8]) -> Int {
    var at = TextScan.hasPrefix(bytes, 0, bytes.count, "\u{FEFF}") ? 3 : 0
    at = skipSpace(bytes, at)
    guard at < bytes.count, bytes[at] == UInt8(ascii: "{") else { return at }
    var lines = TextLines(bytes, from: at)
    guard let line = lines.next(), line.count > 2 else { return at }
    let last = TextScan.trimmedEnd(bytes, line.lowerBound, line.upperBound) - 1
    guard bytes[last] == UInt8(ascii: "}") else { return at }
    return skipSpace(bytes, lines.position)
  }

  /// Returns whether a line without leading blanks occurs only in text reports.
  static func isDecisive(_ bytes: [UInt8], _ line: Range<Int>, _ margin: LineMargin = .none) -> Bool {
    switch bytes[line.lowerBound] {
    case UInt8(ascii: "B"): isTitle(bytes, line, "Binary Images:") || isTitle(bytes, line, "Binary Images Description:")
    case UInt8(ascii: "I"): TextScan.hasPrefix(bytes, line, "Incident Identifier:")
    case UInt8(ascii: "L"): TextScan.hasPrefix(bytes, line, "Last Exception Backtrace")
    case UInt8(ascii: "A"): TextScan.hasPrefix(bytes, line, "Analysis of sampling ")
    case UInt8(ascii: "P"): TextScan.hasPrefix(bytes, line, "Powerstats for:")
    case UInt8(ascii: "S"): TextScan.hasPrefix(bytes, line, "STACK OF ")
    case UInt8(ascii: "T"): isStack(bytes, line, margin)
    case UInt8(ascii: "+"): isSample(bytes, line)
    default: false
    }
  }

  /// Returns whether the line begins with a key of Apple's header.
  static func isHeaderKey(_ bytes: [UInt8], _ line: Range<Int>) -> Bool {
    guard let first = line.first, bytes[first] >= UInt8(ascii: "A"), bytes[first] <= UInt8(ascii: "T") else { return false }
    return headerKeys.contains { TextScan.hasPrefix(bytes, line, $0) }
  }

  private static let headerKeys = [
    "Process:", "Path:", "Identifier:", "Version:", "Code Type:", "Parent Process:", "Date/Time:", "OS Version:",
    "Report Version:",
    "Exception Type:", "Exception Codes:", "Crashed Thread:", "Triggered by Thread:", "Hardware Model:", "CrashReporter Key:",
    "Load Address:", "Codesigning ID:", "Shared Cache:", "Architecture:", "Data Source:", "Hardware model:", "Command:",
    "Launch Time:",
  ]

  private static func isTitle(_ bytes: [UInt8], _ line: Range<Int>, _ title: String) -> Bool {
    TextScan.hasPrefix(bytes, line, title)
      && TextScan.trimmedEnd(bytes, line.lowerBound, line.upperBound) == line.lowerBound + title.utf8.count
  }

  /// `+ ! 2189 ??? (in Slack) load address 0x1052bd000 + 0x3f8e36 [0x1056b5e36]`: a line of `sample` by itself.
  private static func isSample(_ bytes: [UInt8], _ line: Range<Int>) -> Bool {
    TextScan.find(bytes, line, ")  load address 0x") != nil && AppleTextTreeLine(bytes, line) != nil
  }

  /// Returns whether the next line confirms a `Thread 0:` line.
  private static func isStack(_ bytes: [UInt8], _ line: Range<Int>, _ margin: LineMargin) -> Bool {
    guard let header = AppleTextThreadHeader(bytes, line), header.role == .stack else { return false }
    var lines = TextLines(bytes, from: line.upperBound, after: margin)
    guard lines.next() != nil, let next = lines.next() else { return false }
    return AppleTextFrameLine(bytes, next) != nil
  }

  private static func skipSpace(_ bytes: [UInt8], _ position: Int) -> Int {
    var at = position
    while at < bytes.count, bytes[at] <= 0x20 { at += 1 }
    return at
  }
}
