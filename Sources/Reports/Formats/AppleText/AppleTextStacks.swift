import AppleLayout
import CrashModel

/// A text in Apple's layout that has threads and nothing else. Logs may contain such threads, too.
struct AppleTextStacks: FormatReader {
  /// The same as a report.
  let text: AppleTextReport

  var identifiesItself: Bool { false }

  static func recognize(_ candidate: TextCandidate) throws(ReportError) -> RecognizedInput? {
    guard AppleTextReader.recognises(candidate.bytes) else { return nil }
    let reports = AppleTextReport.read(candidate.bytes, .none, candidate.known)
    return reports.isEmpty ? nil : RecognizedInput(readers: reports.map { AppleTextStacks(text: $0) })
  }

  func read(_ known: KnownImages?) -> CrashReport { text.read(known) }

  func layout(of report: CrashReport) -> TranslatedText? { nil }

  func edit(_ answers: SymbolicatedReport, _ wording: any FrameWording, onlyCrashed: Bool, _ edits: inout ByteEdits) {
    text.edit(answers, wording, onlyCrashed: onlyCrashed, &edits)
  }
}
