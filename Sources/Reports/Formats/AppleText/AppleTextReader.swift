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
    holds(bytes, margin) { !TextScan.hasPrefix(bytes, $0, "Thread") || isBelowException(bytes, $0.lowerBound) }
  }

  /// Returns whether one of the lines above a thread says which exception there was, as in excerpts of a report.
  private static func isBelowException(_ bytes: [UInt8], _ thread: Int) -> Bool {
    let start = max(0, thread - longestExcerptHeader)
    guard let found = TextScan.find(bytes, start..<thread, "Exception Type:") else { return false }
    let line = TextLines(bytes, from: ByteSearch.lineStart(in: bytes.span, before: found, from: 0)).position
    return TextScan.skipBlanks(bytes, line, found) == found
  }

  /// The maximum number of bytes between the exception and the threads of an excerpt.
  private static let longestExcerptHeader = 8192

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

  /// Returns the blanks before every line of a text, as the keys of its header show: at least three of them begin alike. Resource
  /// reports indent only their images.
  static func indentation(of bytes: [UInt8]) -> LineMargin {
    var lines = TextLines(bytes)
    // A dictionary takes 200,000 instructions to make.
    var keys: [(width: Int, count: Int)] = []
    while lines.number < longestHeader, let line = lines.next() {
      let content = TextScan.skipBlanks(bytes, line.lowerBound, line.upperBound)
      let text = content..<line.upperBound
      guard AppleTextPreamble.isHeaderKey(bytes, text) || AppleTextThreadHeader(bytes, text)?.role == .stack else { continue }
      let width = content - line.lowerBound
      let place = keys.firstIndex { $0.width == width } ?? keys.count
      if place == keys.count { keys.append((width, 0)) }
      keys[place].count += 1
      if keys[place].count == 3 { return width == 0 ? .none : .blanks(width) }
    }
    return .none
  }

  /// The maximum number of lines that are searched for the keys of a header.
  private static let longestHeader = 200
}
