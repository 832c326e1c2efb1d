import AppleLayout
import CrashModel
import JSONText

/// Call stacks in the text after the metadata object of an `.ips` report of another type than a crash.
struct IPSText: FormatReader {
  /// The metadata object.
  let header: JSONValue
  /// The call stacks.
  let stacks: any FormatReader

  var isPartOfLog: Bool { true }

  var source: JSONSource? { JSONSource([JSONSource.Part(path: "header", value: header)], dropping: .ips) }

  func read(_ known: KnownImages?) -> CrashReport {
    var report = stacks.read(known)
    IPSMetadata.fill(&report, ofText: header)
    return report
  }

  func layout(of report: CrashReport) -> TranslatedText? { nil }

  func edit(_ answers: SymbolicatedReport, _ wording: any FrameWording, onlyCrashed: Bool, _ edits: inout ByteEdits) {
    stacks.edit(answers, wording, onlyCrashed: onlyCrashed, &edits)
  }
}
