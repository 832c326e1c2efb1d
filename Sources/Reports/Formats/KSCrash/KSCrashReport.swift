import AppleLayout
import CrashModel
import JSONText

/// KSCrash's JSON reports of all versions and those of its forks.
///
/// In: an object with `crash` and `report` (version 3), or the older forms. Out: a report with threads, images, facts and the
/// app's own data; `layout` prints it as KSCrash's own filter for Apple's format does, and `edit` sets the keys of frames that
/// `dladdr` fills on a device. Start with `KSCrashReader` in `Reading`, which reads images and stacks; `KSCrashMetadata` and
/// `KSCrashDetails` read everything else, `KSCrashContainer` a report that is a string inside another one. `KSCrashTranslation`
/// in `Layout` prints the text.
///
/// Example: `{"instruction_addr": 4391440776, "object_addr": 4391403520}` is offset 37256 in the image that is loaded at
/// 0x105bf8000.
struct KSCrashReport: FormatReader {
  static let marks = ["binary_images", "recrash_report"]

  /// The report's object.
  private let body: JSONBody
  /// The report in a string of it, or nil if there is none.
  private let container: KSCrashContainer?

  private init(body: JSONValue) { self.init(body: JSONBody(body), container: KSCrashContainer(body)) }

  private init(body: JSONBody, container: KSCrashContainer?) {
    self.body = body
    self.container = container
  }

  static let formats: [ReportFormat] = [.kscrash]

  static let earlyKeys = ["report", "crash", "binary_images", "system"]

  static func recognize(_ candidate: JSONCandidate) -> [any FormatReader]? {
    isReport(candidate.value, candidate.keys) ? [KSCrashReport(body: candidate.value)] : nil
  }

  static func recognize(inside candidate: JSONCandidate) -> [any FormatReader]? {
    let value = candidate.value
    guard value["binary_images"]?.kind == .array, value["crash"]?["threads"] != nil else { return nil }
    return recognize(candidate)
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

  var source: JSONSource? {
    let inside = container.map { JSONSource.Part(path: $0.path, value: $0.report) }
    return JSONSource([JSONSource.Part(value: body.value)] + (inside.map { [$0] } ?? []), dropping: .ksCrash)
  }

  var folded: any FormatReader { KSCrashReport(body: body.folded(), container: container) }

  func read(_ known: KnownImages?) -> CrashReport { KSCrashReader.read(body.value, container, known) }

  func layout(of report: CrashReport) -> TranslatedText? { KSCrashTranslation.translate(report, body.value) }

  func edit(_ answers: SymbolicatedReport, _ wording: any FrameWording, onlyCrashed: Bool, _ edits: inout ByteEdits) {
    let body = body.value
    JSONAnswerEditor.fill(answers, in: body, wording, &edits, keys: KSCrashKeys.set)
    container?.fill(answers, of: body, &edits)
  }
}
