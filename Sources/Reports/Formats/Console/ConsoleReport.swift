import AppleLayout
import CrashModel

/// Call stacks in console output, analytics events and other text, all of one log together.
///
/// `LogCallStacks` finds what a log holds, `ConsoleReader` reads these call stacks line by line (`ConsoleFrameLine`).
struct ConsoleReport: FormatReader {
  /// What was read, with the lines of its frames.
  let reader: ConsoleReader

  var isPartOfLog: Bool { true }

  /// JSON alone can be shown in Apple's layout, and what stands around it is told; a log with anything else is filled in where
  /// it is.
  static func recognize(_ candidate: TextCandidate) throws(ReportError) -> RecognizedInput? {
    let readers = LogCallStacks.find(in: candidate.bytes)
    guard !readers.isEmpty else { return nil }
    guard !readers.contains(where: \.isPartOfLog) else { return RecognizedInput(readers: readers) }
    return RecognizedInput(readers: readers, skipped: LogCallStacks.textAround(readers, candidate.bytes))
  }

  func read(_ known: KnownImages?) -> CrashReport { reader.report }

  func layout(of report: CrashReport) -> TranslatedText? { nil }

  func edit(_ answers: SymbolicatedReport, _ wording: any FrameWording, onlyCrashed: Bool, _ edits: inout ByteEdits) {
    reader.fill(&edits, answers.report, wording)
    if let note = wording.note { reader.add(note, answers.report, &edits) }
  }
}
