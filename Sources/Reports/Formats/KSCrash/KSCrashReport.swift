import AppleLayout
import CrashModel
import JSONText

/// KSCrash's JSON reports of all versions and those of its forks.
///
/// `KSCrashReader` reads images and stacks, `KSCrashFacts` and `KSCrashDetails` everything else; `KSCrashTranslation` lays out as
/// KSCrash's own filter for Apple's format does.
struct KSCrashReport: FormatReader {
  /// The report's object.
  let body: JSONValue

  static let earlyKeys = ["report", "crash", "binary_images", "system"]

  static func recognize(_ candidate: JSONCandidate) -> [any FormatReader]? {
    isReport(candidate.value, candidate.keys) ? [KSCrashReport(body: candidate.value)] : nil
  }

  private static func isReport(_ value: JSONValue, _ keys: JSONKeys) -> Bool {
    if keys.has("recrash_report") || keys.has("crash_id") { return true }
    if let crash = value["crash"], crash.kind == .object {
      return keys.has("report") || keys.has("system") || keys.has("binary_images") || crash["threads"] != nil
        || crash["error"] != nil
    }
    guard let report = value["report"], report.kind == .object else { return false }
    return report["id"] != nil && (report["version"] != nil || report["type"] != nil)
  }

  func read(_ known: KnownImages?) -> CrashReport { KSCrashReader.read(body, known) }

  func layout(of report: CrashReport) -> TranslatedText? { KSCrashTranslation.translate(report, body) }

  func edit(_ answers: SymbolicatedReport, _ wording: any FrameWording, onlyCrashed: Bool, _ edits: inout ByteEdits) {
    JSONAnswerEditor.fill(answers, in: body, wording, &edits, keys: KSCrashKeys.set)
    KSCrashContainer(body)?.fill(answers, of: body, &edits)
  }
}
