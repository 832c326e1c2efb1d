import AppleLayout
package import CrashModel

/// The stack traces of Firebase Crashlytics and of Fabric: the text that their web pages offer for download, and parts of it that
/// were copied.
///
/// In: a text with frames such as `1  Shop  0x8d0c (Missing UUID 4c4c44...)` below titles such as `Crashed: com.apple.main-thread`.
/// Out: a report whose frames have an offset in their image instead of an address, and the ID of every image of which one frame
/// has it; `edit` writes names in place of `(Missing UUID ...)`. Start with `CrashlyticsReader`, which reads the lines;
/// `CrashlyticsFrameLine` reads one frame, `CrashlyticsColumns` frames that were copied with every column on a line of its own,
/// `CrashlyticsImages` collects the images, and `CrashlyticsMetadata` the header.
struct CrashlyticsReport: FormatReader {
  static let titles = ["Crashed: ", "Fatal Exception: ", "# Crashlytics - "]

  /// The text.
  let bytes: [UInt8]
  /// What was read.
  let report: CrashReport

  static let formats: [ReportFormat] = [.crashlytics]

  static func recognize(_ candidate: TextCandidate) throws(ReportError) -> RecognizedInput? {
    guard !candidate.opensLikeJSON, let report = CrashlyticsReader.read(candidate.bytes) else { return nil }
    return RecognizedInput(readers: [CrashlyticsReport(bytes: candidate.bytes, report: report)])
  }

  func read(_ known: KnownImages?) -> CrashReport { report }

  func layout(of report: CrashReport) -> TranslatedText? { nil }

  func edit(_ answers: SymbolicatedReport, _ wording: any FrameWording, onlyCrashed: Bool, _ edits: inout ByteEdits) {
    AppleTextEditor.fill(answers.report, in: bytes, wording, onlyCrashed: onlyCrashed, &edits)
  }
}

extension ReportFormat {
  /// The stack traces of Firebase Crashlytics and Fabric, as text.
  package static let crashlytics = ReportFormat("crashlytics", title: "Crashlytics stack trace", listing: "Crashlytics")
}
