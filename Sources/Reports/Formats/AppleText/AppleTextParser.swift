import CrashModel

/// Walks over the lines of a text and divides it into reports.
struct AppleTextParser {
  private let bytes: [UInt8]
  private let margin: LineMargin
  private var reports: [CrashReport] = []
  private var part: AppleTextBuilder
  /// Whether the line is inside a block of Markdown, and whether it is the first one in it with text.
  private var (isInFence, isFirstInFence) = (false, false)

  /// Takes a text; its images are looked up in `known`.
  init(_ bytes: [UInt8], after margin: LineMargin, _ known: KnownImages?) {
    self.bytes = bytes
    self.margin = margin
    part = AppleTextBuilder(bytes, after: margin, known)
  }

  /// Reads all lines and returns the reports, at least one, even if it is almost empty.
  mutating func run() -> [CrashReport] {
    var lines = TextLines(bytes, after: margin)
    var isFullReport = false
    let isDoubleSpaced = Self.isDoubleSpaced(bytes, after: margin)
    var blankLines = 0
    while let line = lines.next() {
      let content = TextScan.skipBlanks(bytes, line.lowerBound, line.upperBound)..<line.upperBound
      if isFullReport {
        // The JSON form of the report that was just read as text: skipped up to the next text.
        guard TextScan.hasPrefix(bytes, content, "Translated Report") else { continue }
        isFullReport = false
      }
      if content.isEmpty {
        blankLines += 1
        if !isDoubleSpaced || blankLines > 1 { part.readBlankLine() }
        continue
      }
      blankLines = 0
      let first = bytes[content.lowerBound]
      if first == UInt8(ascii: "F"), part.hasBody, Self.isFullReportTitle(bytes, content, next: lines) {
        isFullReport = true
        part.endSection(at: line.lowerBound)
        continue
      }
      // The binary form of the spindump that was just read.
      if first == UInt8(ascii: "S"), part.hasBody, TextScan.hasPrefix(bytes, content, "Spindump binary format") { break }
      if first == UInt8(ascii: "`"), TextScan.hasPrefix(bytes, content, "```") {
        isInFence.toggle()
        isFirstInFence = isInFence
        part.readBlankLine()
        continue
      }
      if Self.canStartReport(bytes[line.lowerBound]), startsReport(line, content) { finishPart(at: line.lowerBound) }
      isFirstInFence = false
      part.read(line, content: content, number: lines.number)
    }
    if !part.isEmpty || reports.isEmpty { finishPart(at: bytes.count) }
    return reports
  }

  /// Returns whether a blank line follows every line, as some editors and web pages make it.
  private static func isDoubleSpaced(_ bytes: [UInt8], after margin: LineMargin) -> Bool {
    var lines = TextLines(bytes, after: margin)
    var texts = 0
    var isBelowText = false
    while texts < 12, let line = lines.next() {
      let isText = TextScan.skipBlanks(bytes, line.lowerBound, line.upperBound) < line.upperBound
      if isText, isBelowText { return false }
      if isText { texts += 1 }
      isBelowText = isText
    }
    return texts >= 6
  }

  private mutating func finishPart(at end: Int) {
    var report = part.finish(at: end)
    report.part = reports.count
    reports.append(report)
    part = AppleTextBuilder(bytes, after: part)
  }

  /// Returns whether a line that begins with a byte can begin a report. Almost no line does: frames and images begin with digits
  /// and blanks.
  private static func canStartReport(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "I"), UInt8(ascii: "P"), UInt8(ascii: "A"), UInt8(ascii: "S"), UInt8(ascii: "T"), UInt8(ascii: "{"),
      UInt8(ascii: "E"):
      true
    default: false
    }
  }

  /// Returns whether such a line begins the next report of the same text.
  private func startsReport(_ line: Range<Int>, _ content: Range<Int>) -> Bool {
    guard !part.isEmpty, content.lowerBound == line.lowerBound else { return false }
    if isFirstInFence, part.hasCrashedThread, AppleTextThreadHeader(bytes, line)?.crashed == true { return true }
    switch bytes[line.lowerBound] {
    case UInt8(ascii: "I"):
      return (part.hasBody || part.has(.incident)) && TextScan.hasPrefix(bytes, line, "Incident Identifier:")
    case UInt8(ascii: "P"):
      return part.has(.process)
        && (TextScan.hasPrefix(bytes, line, "Process:") || TextScan.hasPrefix(bytes, line, "Powerstats for:"))
    case UInt8(ascii: "E"):
      return part.hasThreads && !part.isInAppendix && TextScan.hasPrefix(bytes, line, "Exception Type:")
    case UInt8(ascii: "A"): return part.hasBody && TextScan.hasPrefix(bytes, line, "Analysis of sampling ")
    case UInt8(ascii: "S"): return part.hasBody && TextScan.hasPrefix(bytes, line, "Sampling process ")
    case UInt8(ascii: "T"): return part.hasBody && TextScan.hasPrefix(bytes, line, "Translated Report")
    case UInt8(ascii: "{"):
      return part.hasBody && TextScan.hasPrefix(bytes, line, "{\"") && TextScan.find(bytes, line, "\"bug_type\"") != nil
    default: return false
    }
  }

  /// `Full Report` is above the JSON form, which macOS appends when a translated report is copied.
  private static func isFullReportTitle(_ bytes: [UInt8], _ content: Range<Int>, next lines: TextLines) -> Bool {
    guard TextScan.hasPrefix(bytes, content, "Full Report") else { return false }
    var following = lines
    for _ in 0..<4 {
      guard let line = following.next() else { return false }
      let start = TextScan.skipBlanks(bytes, line.lowerBound, line.upperBound)
      if start < line.upperBound, bytes[start] == UInt8(ascii: "{") { return true }
    }
    return false
  }
}
