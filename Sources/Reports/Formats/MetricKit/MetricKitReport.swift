import AppleLayout
import CrashModel
import JSONText

/// MetricKit's JSON diagnostics (MXDiagnosticPayload): one of a payload, one alone, or only its call stack tree.
///
/// In: an object with `callStackTree`, or a payload with lists such as `crashDiagnostics`. Out: one report per diagnostic; the
/// images are created from the frames, which have `binaryUUID`, `binaryName`, `address` and `offsetIntoBinaryTextSegment`. Start
/// with `MetricKitReader`, which reads images and stacks; `MetricKitFacts` reads everything else, `MetricKitShape` recognizes
/// payloads, and `MetricKitOffsets` determines the meaning of the offsets, which depends on the version of iOS.
///
/// The objects of frames have no keys for names: `edit` adds `symbolication` to them.
struct MetricKitReport: FormatReader {
  /// The diagnostic.
  let body: JSONValue
  /// The payload around it, or nil for one alone.
  var payload: JSONValue?
  /// The name of the payload's array that it is in, or nil for one alone.
  var list: String?

  static func recognize(_ candidate: JSONCandidate) -> [any FormatReader]? {
    if let diagnostics = MetricKitShape.diagnostics(in: candidate.value) {
      return diagnostics.map { MetricKitReport(body: $0.diagnostic, payload: candidate.value, list: $0.list) }
    }
    return MetricKitShape.isDiagnostic(candidate.value) ? [MetricKitReport(body: candidate.value)] : nil
  }

  func read(_ known: KnownImages?) -> CrashReport { MetricKitReader.read(body, payload: payload, list: list) }

  func edit(_ answers: SymbolicatedReport, _ wording: any FrameWording, onlyCrashed: Bool, _ edits: inout ByteEdits) {
    JSONAnswerEditor.fill(answers, in: body, wording, &edits)
  }
}
