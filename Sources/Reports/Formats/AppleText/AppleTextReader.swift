internal import Bytes
import CrashModel

/// Reads Apple's text reports and similar ones: crash reports of all versions, the text that PLCrashReporter and KSCrash write in
/// the same layout, and the output of sample, spindump, microstackshots and leaks.
enum AppleTextReader {
  /// Returns whether the bytes hold a text report: lines that such reports begin with, a thread with frames, or an image list.
  /// Otherwise scans all bytes once.
  static func recognises(_ bytes: [UInt8], after margin: LineMargin = .none) -> Bool { holds(bytes, margin) { _ in true } }

  private static func holds(_ bytes: [UInt8], _ margin: LineMargin, _ counts: (Range<Int>) -> Bool) -> Bool {
    let start = AppleTextPreamble.bodyStart(bytes)
    guard start < bytes.count, margin != .none || !isJSON(bytes[start]) else { return false }
    var lines = TextLines(bytes, from: start, after: margin)
    var keys = 0
    // Indented keys alone may be those of any other text.
    var isSure = if case .blanks = margin { false } else { true }
    while let line = lines.next() {
      let content = TextScan.skipBlanks(bytes, line.lowerBound, line.upperBound)
      guard content < line.upperBound else { continue }
      if AppleTextPreamble.isDecisive(bytes, content..<line.upperBound, margin) {
        if counts(content..<line.upperBound) { return true }
        isSure = true
      }
      if AppleTextPreamble.isHeaderKey(bytes, line) { keys += 1 }
      if keys >= 3, isSure { return true }
    }
    return false
  }

  private static func isJSON(_ first: UInt8) -> Bool { first == UInt8(ascii: "{") || first == UInt8(ascii: "[") }

  /// Returns whether a text has more of a report than call stacks: a list of images, a title, keys of the header.
  static func hasTitles(_ bytes: [UInt8], after margin: LineMargin = .none) -> Bool {
    holds(bytes, margin) { !TextScan.hasPrefix(bytes, $0, "Thread") }
  }

  /// Reads all reports of a text, in the order of their position. Never fails: unreadable lines are skipped and, if they look
  /// like part of a report, mentioned in the diagnostics. Images are looked up in `known`.
  static func read(_ bytes: [UInt8], after margin: LineMargin = .none, _ known: KnownImages? = nil) -> [CrashReport] {
    var parser = AppleTextParser(bytes, after: margin, known)
    var reports = parser.run()
    if reports.count == 1, let diagnosis = AppleTextAppendix.diagnosis(bytes) {
      reports[0].details.append(ReportDetail(key: "diagnosis", title: "CrashDoctor Diagnosis", value: .text(diagnosis)))
    }
    return reports
  }

  /// Returns the margin of a text that is a report once the prefix of every line is removed, or nil if no line is a title of a
  /// report after a prefix.
  static func margin(of bytes: [UInt8]) -> LineMargin? {
    var lines = TextLines(bytes)
    while let line = lines.next() {
      let end = TextScan.trimmedEnd(bytes, line.lowerBound, line.upperBound)
      guard let start = titleStart(bytes, line.lowerBound..<end),
        start > TextScan.skipBlanks(bytes, line.lowerBound, line.upperBound)
      else { continue }
      let isQuoted = bytes[line.lowerBound] == UInt8(ascii: ">") && LineMargin.quotes.skip(bytes, line) == start
      let margin = isQuoted ? LineMargin.quotes : .width(start - line.lowerBound)
      if recognises(bytes, after: margin), hasTitles(bytes, after: margin) { return margin }
      return nil
    }
    return nil
  }

  /// Returns the blanks before every line of a text, as the keys of its header show: at least three of them begin alike. Resource
  /// reports indent only their images.
  static func indentation(of bytes: [UInt8]) -> LineMargin {
    var lines = TextLines(bytes)
    var keys: [Int: Int] = [:]
    while lines.number < longestHeader, let line = lines.next() {
      let content = TextScan.skipBlanks(bytes, line.lowerBound, line.upperBound)
      guard AppleTextPreamble.isHeaderKey(bytes, content..<line.upperBound) else { continue }
      let width = content - line.lowerBound
      keys[width, default: 0] += 1
      if keys[width] == 3 { return width == 0 ? .none : .blanks(width) }
    }
    return .none
  }

  /// The maximum number of lines that are searched for the keys of a header.
  private static let longestHeader = 200

  /// Returns the start of `Binary Images:` at the end of a line, or of `Incident Identifier: ` anywhere.
  private static func titleStart(_ bytes: [UInt8], _ line: Range<Int>) -> Int? {
    let title = "Binary Images:"
    if TextScan.hasSuffix(bytes, line, title) { return line.upperBound - title.utf8.count }
    return line.count < 400 ? TextScan.find(bytes, line, "Incident Identifier: ") : nil
  }
}
