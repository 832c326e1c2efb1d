import AppleLayout
package import CrashModel

/// The stack trace of a Dart or Flutter program that was compiled ahead of time, as its runtime prints it into logs.
///
/// In: the lines of a log (`LogText`), also in strings of JSON. Out: a report with one thread and the images of the program's units
/// with their build IDs; `edit` replaces the symbol after a frame's addresses. A log may have more call stacks, so `LogCallStacks`
/// finds the reports and not `ReportFormats`. Start with `DartReader`; `DartFrameLine` reads one frame, `DartHeader` the lines above
/// them, and `DartWatch` finds the end of a trace in a log that is still being written. `DartTexts` reads traces in the reasons of
/// exceptions of other formats.
///
/// Example: `#00 abs 00007526 virt 0069 _kDartIsolateSnapshotInstructions+0x37e6` becomes `#00 abs 00007526 virt 0069
/// Cart.checkout + 12 (cart.dart:12)`.
struct DartReport: FormatReader {
  /// What was read, with the lines of its frames.
  let reader: DartReader

  static let formats: [ReportFormat] = [.dart]

  var isPartOfLog: Bool { true }
  var hasHeader: Bool { reader.hasHeader }

  func read(_ known: KnownImages?) -> CrashReport { reader.report }

  func layout(of report: CrashReport) -> TranslatedText? { nil }

  func edit(_ answers: SymbolicatedReport, _ wording: any FrameWording, onlyCrashed: Bool, _ edits: inout ByteEdits) {
    LogEditor.fill(reader.slots, of: reader.log, reader.report, wording, &edits)
  }
}

extension ReportFormat {
  /// The stack traces of Dart programs that were compiled ahead of time.
  package static let dart = ReportFormat(
    "dart", title: "Dart stack trace", listing: "Dart and Flutter", traits: [.namesImagesOnly, .tellsAppBySource])
}
