import AppleLayout
import CrashModel

/// One of Apple's text reports and their kin, filled in where it is.
///
/// `AppleTextReader` recognizes them, `AppleTextParser` reads them line by line, `AppleTextEditor` writes into them.
struct AppleTextReport: FormatReader {
  /// The text, which may hold more reports.
  let bytes: [UInt8]
  /// What is before every line.
  let margin: LineMargin
  /// What was read.
  let report: CrashReport

  /// Returns a text with titles of a report, perhaps after what a mail program or a logger put before every line. Where the
  /// text begins with a bracket, as those of loggers and `.ips` files do, threads are enough.
  static func recognize(_ candidate: TextCandidate) throws(ReportError) -> RecognizedInput? {
    let bytes = candidate.bytes
    let isText = AppleTextReader.recognises(bytes)
    let margin: LineMargin
    if isText, !candidate.opensLikeJSON, AppleTextReader.hasTitles(bytes) {
      margin = .none
    } else if let found = AppleTextReader.margin(of: bytes) {
      margin = found
    } else if isText, candidate.opensLikeJSON {
      margin = .none
    } else {
      return nil
    }
    let reports = read(bytes, margin, candidate.known)
    return reports.isEmpty ? nil : RecognizedInput(readers: reports)
  }

  /// Returns the reports of a text after a margin.
  static func read(_ bytes: [UInt8], _ margin: LineMargin, _ known: KnownImages?) -> [AppleTextReport] {
    var reports = AppleTextReader.read(bytes, behind: margin, known)
    if reports.count == 1, reports[0].frames.isEmpty { JetsamTextTable.fill(&reports[0], bytes) }
    return reports.map { AppleTextReport(bytes: bytes, margin: margin, report: $0) }
  }

  func read(_ known: KnownImages?) -> CrashReport { report }

  func layout(of report: CrashReport) -> TranslatedText? { nil }

  func edit(_ answers: SymbolicatedReport, _ wording: any FrameWording, onlyCrashed: Bool, _ edits: inout ByteEdits) {
    if onlyCrashed { AppleTextEditor.omitOtherImages(of: answers, in: bytes, &edits) }
    AppleTextEditor.fill(answers.report, in: bytes, behind: margin, wording, onlyCrashed: onlyCrashed, &edits)
  }
}
