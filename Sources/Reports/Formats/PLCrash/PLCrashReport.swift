import AppleLayout
package import CrashModel

/// PLCrashReporter's binary reports (`.plcrash`).
///
/// In: `plcrash`, a version byte, and a Protocol Buffers message. Out: a report with threads, images, registers and facts. Names
/// cannot be written into the file; all output formats show them. Start with `PLCrashReader`, which reads the fields by their
/// numbers in PLCrashReport.proto; `ProtobufFields` walks over the fields of one message.
struct PLCrashReport: FormatReader {
  /// What was read.
  let report: CrashReport

  static let formats: [ReportFormat] = [.plcrash]

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

extension ReportFormat {
  /// PLCrashReporter's binary reports.
  package static let plcrash = ReportFormat("plcrash", title: "PLCrashReporter report", listing: "PLCrashReporter")
}
