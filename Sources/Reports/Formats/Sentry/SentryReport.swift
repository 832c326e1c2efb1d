import AppleLayout
package import CrashModel
import JSONText

/// Sentry's events, and the requests and responses of Sentry's symbolicator.
///
/// In: an event's object (`exception`, `threads`, `debug_meta`), or an envelope, whose items may be events. Out: a report whose
/// frames have the innermost one first, unlike in the event; `edit` sets `function`, `filename`, `lineno` and further keys of
/// each frame's object. Start with `SentryReader`, which reads images and stacks; `SentryMetadata` reads everything else, and
/// `SentryEnvelope` divides an envelope into its items.
///
/// Example: `{"instruction_addr": "0x105c01188"}` gets `"function": "checkout(_:at:)", "filename": "Checkout.swift", "lineno":
/// 31`.
struct SentryReport: FormatReader {
  static let marks = ["debug_meta"]

  /// The event.
  let body: JSONValue

  static let formats: [ReportFormat] = [.sentry]

  static func recognize(_ candidate: JSONCandidate) -> [any FormatReader]? {
    isEvent(candidate.value, candidate.keys) ? [SentryReport(body: candidate.value)] : nil
  }

  static func container(_ bytes: [UInt8], from start: Int) -> ReportContainer? {
    guard let envelope = SentryEnvelope(bytes, from: start) else { return nil }
    let items = envelope.items.map { item in
      ReportContainer.Item(
        payload: item.payload, what: "an envelope's item of type \(item.type)", length: item.header["length"])
    }
    return ReportContainer(items: items, end: envelope.end)
  }

  private static func isEvent(_ value: JSONValue, _ keys: JSONKeys) -> Bool {
    if value["debug_meta"]?["images"] != nil || SentryReader.isSymbolicators(value) { return true }
    let isStated = value["exception"]?["values"] != nil || value["threads"]?["values"] != nil
    return keys.has("event_id") && (isStated || keys.has("stacktrace") || keys.has("exception"))
      || isStated && keys.has("platform")
  }

  var source: JSONSource? { JSONSource(body, dropping: .sentry) }

  func read(_ known: KnownImages?) -> CrashReport { SentryReader.read(body) }

  func edit(_ answers: SymbolicatedReport, _ wording: any FrameWording, onlyCrashed: Bool, _ edits: inout ByteEdits) {
    JSONAnswerEditor.fill(answers, in: body, wording, &edits, keys: Self.set)
  }

  private static func set(
    _ object: inout JSONObjectEditor, _ frame: JSONAnswerEditor.AnsweredFrame, _ edits: inout ByteEdits
  ) {
    let resolution = frame.resolution
    // The position in the bundle stays: another map may give a better answer.
    guard resolution.scriptSource == nil else { return }
    guard let symbol = resolution.symbol else { return }
    object.set("function", string: symbol, &edits)
    if let name = resolution.sources.last?.linkageName, name != symbol { object.set("raw_function", string: name, &edits) }
    if let start = frame.symbolStart {
      // The same number of digits as the address beside it.
      let digits = max((object["instruction_addr"]?.string?.utf8.count ?? 3) - 2, 1)
      object.set("symbol_addr", string: TextColumns.hex(start, digits: min(digits, 16)), &edits)
    }
    guard let function = resolution.sources.last, let file = function.file, let line = function.line else { return }
    object.set("filename", string: PathText.lastComponent(of: file), &edits)
    object.set("abs_path", string: file, &edits)
    object.set("lineno", number: UInt64(line), &edits)
    if let column = function.column, column > 0 { object.set("colno", number: UInt64(column), &edits) }
  }
}

extension ReportFormat {
  /// Sentry's JSON events.
  package static let sentry = ReportFormat(
    "sentry", title: "Sentry event", listing: "Sentry events", traits: .knowsOwnLaunchOnly)
}
