import AppleLayout
import CrashModel

/// PLCrashReporter's binary reports. Answers are shown in other formats only: the file stays as it is.
struct PLCrashReport: FormatReader {
  /// What was read.
  let report: CrashReport

  static func recognize(_ candidate: TextCandidate) throws(ReportError) -> RecognizedInput? {
    guard PLCrashReader.recognises(candidate.bytes) else { return nil }
    guard let report = PLCrashReader.read(candidate.bytes) else {
      throw ReportError(.notAReport("a binary PLCrashReporter report of another version, or damaged"))
    }
    return RecognizedInput(readers: [PLCrashReport(report: report)])
  }

  func read(_ known: KnownImages?) -> CrashReport { report }

  func edit(_ answers: SymbolicatedReport, _ wording: any FrameWording, onlyCrashed: Bool, _ edits: inout ByteEdits) {}
}
