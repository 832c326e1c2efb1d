import AppleLayout
import Bytes
import CrashModel

/// The text of a kernel panic (`.panic` files of macOS, and what iOS writes to a serial console).
///
/// In: text with the line `*** Panic Report ***` or one that begins with `panic(cpu`, possibly below other lines. Out: a report with the reason, the process and the
/// call stack of the panic, the kernel and the extensions in it as images, and the whole text as a detail; see `PanicText`. `edit`
/// puts names after the numbers of a line.
struct PanicReport: FormatReader {
  static let titles = ["panic(cpu ", "*** Panic Report ***"]

  /// The text.
  let bytes: [UInt8]
  /// The part of it that is the kernel's.
  let text: Range<Int>

  static func recognize(_ candidate: TextCandidate) throws(ReportError) -> RecognizedInput? {
    let bytes = candidate.bytes
    guard let text = text(in: bytes, from: candidate.start) else { return nil }
    // The report of a panic in Apple's layout quotes the kernel's text.
    if text.lowerBound > candidate.start, AppleTextReader.hasTitles(bytes) { return nil }
    return RecognizedInput(readers: [PanicReport(bytes: bytes, text: text)])
  }

  /// The number of bytes in which such a text must begin.
  private static let searched = 16 << 10

  /// Returns the part of a text that is the kernel's: from the lines above the title, which have the time and the machine, or from
  /// the first line of the panic, to the end or the end of a Markdown block.
  private static func text(in bytes: [UInt8], from start: Int) -> Range<Int>? {
    let head = start..<min(start + searched, bytes.count)
    var first: Int?
    if TextScan.find(bytes, head.prefix(4096), "*** Panic Report ***") != nil {
      first = start
    } else {
      var at = head.lowerBound
      while first == nil, let found = TextScan.find(bytes, at..<head.upperBound, "panic(cpu ") {
        let line = max(ByteSearch.lineStart(in: bytes.span, before: found, from: start), start)
        if TextScan.skipBlanks(bytes, line, found) == found { first = line }
        at = found + 1
      }
    }
    guard let first else { return nil }
    return first..<(TextScan.find(bytes, first..<bytes.count, "\n```") ?? bytes.count)
  }

  func read(_ known: KnownImages?) -> CrashReport {
    var report = CrashReport(format: .appleText, kind: .other)
    report.event = "kernel panic"
    let heading = PanicHeading(bytes)
    (report.time, report.device.reporterKey) = (heading.time, heading.reporterKey)
    let panic = PanicText(bytes, in: text)
    report.applicationSpecificInformation = [panic.reason].compactMap { $0 }
    panic.fill(&report, end: text.upperBound, lines: panic.lines)
    report.details = [
      ReportDetail(key: ReportDetail.panicKey, title: "Panic String", value: .text(TextScan.text(bytes, text).trimmingBlanks))
    ]
    return report
  }

  func layout(of report: CrashReport) -> TranslatedText? { nil }

  func edit(_ answers: SymbolicatedReport, _ wording: any FrameWording, onlyCrashed: Bool, _ edits: inout ByteEdits) {
    AppleTextEditor.fill(answers.report, in: bytes, wording, &edits)
  }
}
