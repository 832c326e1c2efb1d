import AppleLayout
package import CrashModel
import JSONText

/// MetricKit's JSON diagnostics: one of a payload (MXDiagnosticPayload) or report (DiagnosticReport of iOS 27), one alone, or only
/// its call stack tree; and the diagnostic logs of App Store Connect, which have the same trees.
///
/// In: an object with `callStackTree`, a payload with lists such as `crashDiagnostics`, a report with one `crashDiagnostic`. Out: one
/// report per diagnostic; the images are created from the frames, which have `binaryUUID`, `address` and
/// `offsetIntoBinaryTextSegment`. Start with `MetricKitReader`, which reads images and stacks; `MetricKitDiagnostic` reads everything else,
/// `MetricKitShape` recognizes payloads, `MetricKitMetadata` knows the keys of all versions, and `MetricKitOffsets` determines the
/// meaning of the offsets, which depends on the version of iOS.
///
/// The objects of frames have no keys for names: `edit` adds `symbolication` to them.
struct MetricKitReport: FormatReader {
  static let marks = ["callStackTree", "callStacks"]

  /// The diagnostic.
  let body: JSONValue
  /// The payload around it, or nil for one alone.
  var payload: JSONValue?
  /// The key of the payload that it is at, or nil for one alone.
  var key: String?
  /// Its place in the list at that key, or nil if it is in none.
  var number: Int?
  /// The JSON around the diagnostics, if this is the first of them: what it says beside them is shown with it.
  var surroundings: JSONSource.Part?

  static let formats: [ReportFormat] = [.metricKit]

  static func recognize(_ candidate: JSONCandidate) -> [any FormatReader]? {
    if let diagnostics = MetricKitShape.diagnostics(in: candidate.value) {
      let all = diagnostics.map { $0.diagnostic }
      return diagnostics.enumerated().map { order, found in
        MetricKitReport(
          body: found.diagnostic, payload: found.payload, key: found.key, number: found.number,
          surroundings: order == 0 ? JSONSource.Part(value: candidate.value, skipping: all) : nil)
      }
    }
    return MetricKitShape.isDiagnostic(candidate.value) ? [MetricKitReport(body: candidate.value)] : nil
  }

  static func recognize(inside candidate: JSONCandidate) -> [any FormatReader]? { recognize(candidate) }

  var source: JSONSource? {
    let own = JSONSource.Part(path: path, value: body)
    return JSONSource([own] + [surroundings].compactMap { $0 }, dropping: .metricKit)
  }

  /// The path to the diagnostic in the payload, or empty for one alone.
  private var path: String {
    guard let key else { return "" }
    return number.map { "\(key)[\($0)]" } ?? key
  }

  func read(_ known: KnownImages?) -> CrashReport { MetricKitReader.read(body, payload: payload, key: key) }

  func edit(_ answers: SymbolicatedReport, _ wording: any FrameWording, onlyCrashed: Bool, _ edits: inout ByteEdits) {
    JSONAnswerEditor.fill(answers, in: body, wording, &edits)
  }
}

extension ReportFormat {
  /// MetricKit's JSON diagnostics (`MXDiagnosticPayload`).
  package static let metricKit = ReportFormat(
    "metrickit", title: "MetricKit diagnostic", listing: "MetricKit", traits: [.guessesAppImages, .measuresOthers])
}
