/// Follows what may be a whole crash report over the lines of a log: a JSON value, an `.ips` report with its header line, Apple's
/// text, a core dump of systemd, a trace of Dart.
struct LogReportWatch: Sendable {
  private enum Body: Sendable {
    case json(JSONLineWatch)
    /// After the first line of an `.ips` report.
    case unknown
    case text(AppleTextWatch, LineMargin)
    case coredump(CoredumpWatch)
    case dart(DartWatch)
  }

  private var body: Body

  /// Returns the report that a line opens, its start in the line, and whether it ends there too, or nil if it opens none.
  static func opened(by bytes: [UInt8], _ line: Range<Int>) -> (LogReportWatch, place: Int, isClosed: Bool)? {
    let content = TextScan.trimmed(bytes, line.lowerBound..<withoutReturn(bytes, line))
    guard let first = content.first, let last = content.last else { return nil }
    if bytes[first] == UInt8(ascii: "{"), bytes[last] == UInt8(ascii: "}") {
      return object(bytes, content).map { (LogReportWatch(body: .unknown), line.lowerBound, $0 == .report) }
    }
    if let watch = CoredumpWatch(opening: bytes, content) {
      return (LogReportWatch(body: .coredump(watch)), line.lowerBound, false)
    }
    if let watch = DartWatch(opening: bytes, content) { return (LogReportWatch(body: .dart(watch)), line.lowerBound, false) }
    if let watch = textAfterMargin(bytes, line.lowerBound..<content.upperBound) { return (watch, line.lowerBound, false) }
    if let place = JSONLineWatch.opening(bytes, content) {
      var watch = JSONLineWatch()
      guard case .open = watch.take(bytes, place..<content.upperBound) else { return nil }
      return (LogReportWatch(body: .json(watch)), place == first ? line.lowerBound : place, false)
    }
    if let watch = AppleTextWatch(opening: bytes, content) {
      return (LogReportWatch(body: .text(watch, .none)), line.lowerBound, false)
    }
    return nil
  }

  /// Returns a watch for Apple's text after a logger's prefix, or quoted, or nil for any other line: `2026-11-20 11:43:03.129
  /// host shop[12]: Process: Shop [3608]`. The line with the process identifies it, since no other line ends like it; the header
  /// lines before it contain nothing to look up.
  private static func textAfterMargin(_ bytes: [UInt8], _ line: Range<Int>) -> LogReportWatch? {
    guard line.count < 400, bytes[line.upperBound - 1] == UInt8(ascii: "]"),
      let start = TextScan.find(bytes, line, "Process: "), start > line.lowerBound,
      let watch = AppleTextWatch(opening: bytes, start..<line.upperBound)
    else { return nil }
    let isQuoted = bytes[line.lowerBound] == UInt8(ascii: ">") && LineMargin.quotes.skip(bytes, line) == start
    return LogReportWatch(body: .text(watch, isQuoted ? .quotes : .width(start - line.lowerBound)))
  }

  /// Takes the next line, without its end.
  mutating func take(_ bytes: [UInt8], _ line: Range<Int>) -> LogReportVerdict {
    let line = line.lowerBound..<Self.withoutReturn(bytes, line)
    switch body {
    case .json(var watch):
      let verdict = watch.take(bytes, line)
      body = .json(watch)
      return Self.verdict(verdict)
    case .text(var watch, let margin):
      let verdict = watch.take(bytes, margin.skip(bytes, line)..<line.upperBound)
      body = .text(watch, margin)
      return verdict
    case .coredump(var watch):
      let verdict = watch.take(bytes, line)
      body = .coredump(watch)
      return verdict
    case .dart(var watch):
      let verdict = watch.take(bytes, line)
      body = .dart(watch)
      return verdict
    case .unknown: return takeBody(bytes, line)
    }
  }

  private mutating func takeBody(_ bytes: [UInt8], _ line: Range<Int>) -> LogReportVerdict {
    let content = TextScan.trimmed(bytes, line)
    guard let first = content.first else { return .open }
    if let watch = AppleTextWatch(opening: bytes, content) {
      body = .text(watch, .none)
      return .open
    }
    guard bytes[first] == UInt8(ascii: "{") else { return .broken }
    var watch = JSONLineWatch()
    let verdict = watch.take(bytes, content)
    body = .json(watch)
    return Self.verdict(verdict)
  }

  private static func verdict(_ verdict: JSONLineWatch.Verdict) -> LogReportVerdict {
    switch verdict {
    case .open: .open
    case .closed: .closed
    case .broken: .broken
    }
  }

  private static func withoutReturn(_ bytes: [UInt8], _ line: Range<Int>) -> Int {
    guard let last = line.last, bytes[last] == TextScan.carriageReturn else { return line.upperBound }
    return last
  }

  // MARK: One line

  /// The kind of a JSON object on one line, judged by its keys.
  private enum Object {
    /// The first line of an `.ips` report.
    case header
    case report
  }

  /// Looks at a JSON object in one line. Returns nil if no key of a report is in it.
  private static func object(_ bytes: [UInt8], _ line: Range<Int>) -> Object? {
    var result: Object?
    var at = line.lowerBound
    while at + 1 < line.upperBound {
      guard bytes[at] == UInt8(ascii: "\"") else {
        at += 1
        continue
      }
      switch bytes[at + 1] {
      case UInt8(ascii: "b"), UInt8(ascii: "c"), UInt8(ascii: "d"), UInt8(ascii: "p"), UInt8(ascii: "r"), UInt8(ascii: "u"):
        if keys.contains(where: { TextScan.hasPrefix(bytes, at, line.upperBound, $0) }) { return .report }
        if TextScan.hasPrefix(bytes, at, line.upperBound, "\"bug_type\"") { result = .header }
      default: break
      }
      at += 2
    }
    return result
  }

  private static let keys = [
    "\"binary_images\"", "\"callStackTree\"", "\"callStacks\"", "\"crash\":", "\"debug_meta\"", "\"processByPid\"",
    "\"recrash_report\"", "\"usedImages\"",
  ]
}
