import AppleLayout
import CrashModel

/// The text of a kernel panic (`.panic` files of macOS, and what iOS writes to a serial console).
///
/// In: text with the line `*** Panic Report ***`, or that begins with `panic(cpu`. Out: a report with the reason, the process and the
/// call stack of the panic, the kernel and the extensions in it as images, and the whole text as a detail; see `PanicText`. `edit`
/// puts names after the numbers of a line.
struct PanicReport: FormatReader {
  /// The text.
  let bytes: [UInt8]

  static func recognize(_ candidate: TextCandidate) throws(ReportError) -> RecognizedInput? {
    let bytes = candidate.bytes
    let head = candidate.start..<min(candidate.start + 4096, bytes.count)
    guard TextScan.hasPrefix(bytes, head, "panic(cpu ") || TextScan.find(bytes, head, "*** Panic Report ***") != nil else {
      return nil
    }
    return RecognizedInput(readers: [PanicReport(bytes: bytes)])
  }

  func read(_ known: KnownImages?) -> CrashReport {
    let text = String(decoding: bytes, as: UTF8.self)
    var report = CrashReport(format: .appleText, kind: .other)
    report.event = "kernel panic"
    let heading = PanicHeading(bytes)
    (report.time, report.device.reporterKey) = (heading.time, heading.reporterKey)
    let panic = PanicText(bytes)
    report.applicationSpecificInformation = [panic.reason].compactMap { $0 }
    panic.fill(&report, end: bytes.count, lines: panic.lines)
    report.details = [ReportDetail(key: ReportDetail.panicKey, title: "Panic String", value: .text(text.trimmingBlanks))]
    return report
  }

  func layout(of report: CrashReport) -> TranslatedText? { nil }

  func edit(_ answers: SymbolicatedReport, _ wording: any FrameWording, onlyCrashed: Bool, _ edits: inout ByteEdits) {
    AppleTextEditor.fill(answers.report, in: bytes, wording, &edits)
  }
}
