import AppleLayout
package import CrashModel

/// A text report in Apple's layout: crash reports of all versions, the text of PLCrashReporter and KSCrash, and the output of
/// sample, spindump, microstackshots and leaks.
///
/// In: a text, possibly indented. Out: a report with threads, images and the header's
/// facts; `edit` fills names into the original lines. Start with `AppleTextReader`, which recognizes and reads such texts;
/// `AppleTextParser` divides a text into reports, `AppleTextBuilder` collects one report line by line, the types in `Lines` read one
/// line each, and `AppleTextEditor` writes into the text.
///
/// Example: `0 Shop 0x105c01188 0x105bf8000 + 37256` becomes `0 Shop 0x105c01188 checkout(_:at:) + 24 (Checkout.swift:31)`.
struct AppleTextReport: FormatReader {
  static let titles = [
    "Incident Identifier:", "Binary Images:", "Exception Type:", "Process: ", "Thread 0", "Last Exception Backtrace",
    "Analysis of sampling ",
  ]

  /// The text, which may hold more reports.
  let bytes: [UInt8]
  /// The blanks before every line.
  let margin: LineMargin
  /// What was read.
  let report: CrashReport

  static let formats: [ReportFormat] = [.appleText]

  /// Returns a text with titles of a report, possibly indented. If the text begins with a bracket, as `.ips` files do, threads are
  /// enough.
  static func recognize(_ candidate: TextCandidate) throws(ReportError) -> RecognizedInput? {
    let bytes = candidate.bytes
    let blanks = AppleTextReader.indentation(of: bytes)
    let isText = AppleTextReader.recognises(bytes, after: blanks)
    guard isText, candidate.opensLikeJSON || AppleTextReader.hasTitles(bytes, after: blanks) else { return nil }
    let reports = read(bytes, blanks, candidate.known)
    return reports.isEmpty ? nil : RecognizedInput(readers: reports)
  }

  /// Returns the reports of a text after a margin.
  static func read(_ bytes: [UInt8], _ margin: LineMargin, _ known: KnownImages?) -> [AppleTextReport] {
    var reports = AppleTextReader.read(bytes, after: margin, known)
    if reports.count == 1, reports[0].frames.isEmpty { JetsamTextTable.fill(&reports[0], bytes) }
    return reports.map { AppleTextReport(bytes: bytes, margin: margin, report: $0) }
  }

  func read(_ known: KnownImages?) -> CrashReport { report }

  func layout(of report: CrashReport) -> TranslatedText? { nil }

  func edit(_ answers: SymbolicatedReport, _ wording: any FrameWording, onlyCrashed: Bool, _ edits: inout ByteEdits) {
    if onlyCrashed { AppleTextEditor.omitOtherImages(of: answers, in: bytes, &edits) }
    AppleTextEditor.fill(answers.report, in: bytes, after: margin, wording, onlyCrashed: onlyCrashed, &edits)
  }
}

extension ReportFormat {
  /// Apple's text reports (`.crash`, translated reports, sample, spindump, PLCrashReporter's and KSCrash's text output).
  package static let appleText = ReportFormat("apple-text", title: "Apple text report", listing: "Apple text", traits: .hasHeader)
}
