import AppleLayout
package import CrashModel

/// The backtraces of native code that Android writes to tombstone files and to logcat, and such frames alone.
///
/// In: the lines of a log (`LogText`). Out: a report with threads, registers, signal and abort message, and images with the build IDs of
/// frames; `edit` writes names into the parentheses after the file. A log may have more call stacks, and the lines of several crashes
/// mixed, so `LogCallStacks` finds the reports and not `ReportFormats`. Start with `TombstoneReader`; `TombstoneFrameLine` reads one
/// frame, `TombstoneLine` what a logger wrote before a line, `TombstoneHeader` the facts, and `TombstoneMap` the addresses of files.
///
/// Example: `#00 pc 0000000000000a7c  /data/app/libshop.so (BuildId: 64f2...)` becomes `#00 pc 0000000000000a7c
/// /data/app/libshop.so (pay + 52 (pay.c:12)) (BuildId: 64f2...)`.
struct TombstoneReport: FormatReader {
  static let titles = ["Build fingerprint: "]

  /// What was read, with the lines of its frames.
  let reader: TombstoneReader

  static let formats: [ReportFormat] = [.tombstone]

  var isPartOfLog: Bool { true }
  var hasHeader: Bool { reader.hasHeader }

  func read(_ known: KnownImages?) -> CrashReport { reader.report }

  func layout(of report: CrashReport) -> TranslatedText? { nil }

  func edit(_ answers: SymbolicatedReport, _ wording: any FrameWording, onlyCrashed: Bool, _ edits: inout ByteEdits) {
    if onlyCrashed { LogEditor.omit(reader.otherThreads, of: reader.log, &edits) }
    LogEditor.fill(
      reader.slots, of: reader.log, reader.report, crashedTitle: reader.crashedTitle, wording, &edits, words: Self.inParentheses)
  }

  private static func inParentheses(_ words: StyledText) -> StyledText {
    var text = StyledText(Array("(".utf8))
    text.append(words)
    text.append(")".utf8)
    return text
  }
}

extension ReportFormat {
  /// The backtraces of native code that Android writes.
  package static let tombstone = ReportFormat(
    "tombstone", title: "Android tombstone", listing: "Android's native backtraces", traits: .namesImagesOnly)
}
