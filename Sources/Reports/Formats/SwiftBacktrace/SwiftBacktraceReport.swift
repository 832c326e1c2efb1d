import AppleLayout
package import CrashModel
import JSONText

/// The crash reports of the Swift runtime, as JSON (`SWIFT_BACKTRACE=format=json`) or, in `SwiftTextReport`, as text.
///
/// In: an object or a text with threads, images and the runtime's own names. Out: a report with Linux or Apple images, found by
/// build ID or UUID; `edit` sets the frame's keys, or fills names into the lines in the runtime's own format and colors. Start
/// with `SwiftBacktraceReader` for JSON and `SwiftTextReader` for text; `SwiftTextEvent` and the `SwiftText...Line` types read
/// one line each, `SwiftTextEditor` writes text, `SwiftBacktraceTranslation` prints Apple's layout.
///
/// Example: `2 [ra] 0x00007f95d716df7f` becomes `2 [ra] 0x00007f95d716df7f main + 42 in shop at /src/shop/main.swift:3:1`.
struct SwiftBacktraceReport: FormatReader {
  /// The report's object.
  let body: JSONValue

  static let formats: [ReportFormat] = [.swiftBacktrace]

  var isWrittenToLogs: Bool { true }

  static let earlyKeys = ["timestamp", "kind", "threads"]

  static func recognize(_ candidate: JSONCandidate) -> [any FormatReader]? {
    isReport(candidate.value, candidate.keys) ? [SwiftBacktraceReport(body: candidate.value)] : nil
  }

  private static func isReport(_ value: JSONValue, _ keys: JSONKeys) -> Bool {
    if value["kind"]?.equals("crashReport") == true { return isStated(value) }
    guard keys.has("threads"), keys.has("architecture") || keys.has("platform") || keys.has("images") else { return false }
    return hasKinds(value["threads"])
  }

  /// Returns whether the first frame of a list of threads has the kind that the runtime gives every frame, or no thread has frames:
  /// rows of Crashlytics have a platform and threads, too.
  private static func hasKinds(_ threads: JSONValue?) -> Bool {
    for thread in (threads?.elements ?? .none).prefix(maxThreads) {
      guard let frame = (thread["frames"]?.elements ?? .none).first(where: { $0.kind == .object }) else { continue }
      return frame["kind"] != nil
    }
    return true
  }

  /// The number of threads of which one shows how frames are written.
  private static let maxThreads = 64

  /// Returns whether an object's `kind` is that of such a report and it has threads, or is cut off before them.
  static func isStated(_ value: JSONValue) -> Bool {
    value["kind"]?.equals("crashReport") == true
      && (value["threads"] != nil || value.document.firstErrorKind == .endsEarly)
  }

  var source: JSONSource? { JSONSource(body, dropping: .swiftBacktrace) }

  func read(_ known: KnownImages?) -> CrashReport { SwiftBacktraceReader.read(body, known) }

  func layout(of report: CrashReport) -> TranslatedText? { SwiftBacktraceTranslation.translate(report, body) }

  func edit(_ answers: SymbolicatedReport, _ wording: any FrameWording, onlyCrashed: Bool, _ edits: inout ByteEdits) {
    JSONAnswerEditor.fill(answers, in: body, wording, &edits, keys: Self.set)
  }

  private static func set(
    _ object: inout JSONObjectEditor, _ frame: JSONAnswerEditor.AnsweredFrame, _ edits: inout ByteEdits
  ) {
    let resolution = frame.resolution
    guard let symbol = resolution.symbol else { return }
    object.set("symbol", string: resolution.sources.last?.linkageName ?? symbol, &edits)
    if let distance = resolution.symbolOffset {
      // The runtime counts from the call, one byte before the return address.
      let offset = frame.frame.kind == .returnAddress && distance > 0 ? distance - 1 : distance
      object.set("offset", number: offset, &edits)
      object.set("description", string: "\(symbol) + \(offset)", &edits)
    }
    if let name = frame.report.image(of: frame.frame)?.name { object.set("image", string: name, &edits) }
    guard let function = resolution.sources.last, let file = function.file, let line = function.line else { return }
    let path = JSONString.encode(file)
    object.set("sourceLocation", text: "{ \"file\": \(path), \"line\": \(line), \"column\": \(function.column ?? 0) }", &edits)
  }
}

extension ReportFormat {
  /// The Swift runtime's crash reports, as JSON (`SWIFT_BACKTRACE=format=json`) and as text.
  package static let swiftBacktrace = ReportFormat(
    "swift-backtrace", title: "Swift backtrace", listing: "Swift backtraces", traits: .isCompletedByLog)
}
