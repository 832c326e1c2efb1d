import AppleLayout
import CrashModel

/// A crash report of the Swift runtime as text (`SWIFT_BACKTRACE=enable=yes`), which is in a log.
struct SwiftTextReport: FormatReader {
  /// What was read, with the lines of its frames.
  let reader: SwiftTextReader

  var isPartOfLog: Bool { true }

  func read(_ known: KnownImages?) -> CrashReport { reader.report }

  func layout(of report: CrashReport) -> TranslatedText? { nil }

  func edit(_ answers: SymbolicatedReport, _ wording: any FrameWording, onlyCrashed: Bool, _ edits: inout ByteEdits) {
    SwiftTextEditor.fill(reader, answers, wording, &edits)
    guard let note = wording.note, reader.slots.indices.contains(note.frame) else { return }
    LogEditor.insert(note.lines, below: reader.slots[note.frame].lines.upperBound, of: reader.log, &edits)
  }
}
