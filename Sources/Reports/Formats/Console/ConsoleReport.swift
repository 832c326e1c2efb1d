import AppleLayout
package import CrashModel

/// The call stacks of a log in no format of a report, read as one report: console output, analytics events, and other text.
///
/// In: a text with lines in the form of `callStackSymbols`, bare lists of addresses, or the stacks of Linux programs. Out: a
/// report with one thread or backtrace per call stack and the images that the frames name; `edit` fills names into the lines.
/// Start with `LogCallStacks`, which finds everything in a log; `ConsoleReader` reads these stacks line by line,
/// `ConsoleFrameLine` one frame, `ConsoleTitle` the lines above a stack, and `ConsoleMetadata` the exception.
///
/// Example: `3 Shop 0x0000000104a3c5f8 Shop + 37368` becomes `3 Shop 0x0000000104a3c5f8 checkout() + 24 (Checkout.swift:31)`.
struct ConsoleReport: FormatReader {
  static let titles = ["Backtrace of Thread "]

  /// What was read, with the lines of its frames.
  let reader: ConsoleReader

  static let formats: [ReportFormat] = [.console]

  var isPartOfLog: Bool { true }

  /// Returns the call stacks of a text. Text around JSON can only be reported as skipped if the JSON is shown in Apple's layout;
  /// a log with anything else is filled in.
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

extension ReportFormat {
  /// Call stacks in console output, analytics events and other text.
  package static let console = ReportFormat(
    "console", title: "console output", listing: "call stacks in logs",
    traits: [.namesImagesOnly, .guessesAppImages, .tellsAppBySource, .isCompletedByLog])
}
