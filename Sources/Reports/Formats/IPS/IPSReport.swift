import AppleLayout
package import CrashModel
import JSONText

/// Apple's `.ips` reports: a metadata object, then a body (Apple, "Interpreting the JSON format of a crash report").
///
/// In: two JSON values, or one of them. Out: a report with threads, images and facts, also for stackshots, panics and other types
/// of reports; `layout` prints it as Console and Xcode do, and `edit` sets `symbol`, `symbolLocation`, `sourceFile` and
/// `sourceLine` of each frame's object. Start with `IPSReader`, which reads images and stacks; `IPSMetadata` and `IPSDetails` read
/// everything else, `IPSTranslation` prints the text, and `IPSText` handles a body that is text.
///
/// Example: the frame `{"imageOffset": 37256, "imageIndex": 0}` is the address `base + 37256` of image 0.
struct IPSReport: FormatReader {
  static let marks = ["bug_type", "usedImages"]

  /// The metadata object before the body, or nil if there is none.
  let header: JSONValue?
  /// The report's object, or nil if the body is not JSON.
  private let body: JSONBody?

  private init(header: JSONValue?, body: JSONBody?) {
    self.header = header
    self.body = body
  }

  static let formats: [ReportFormat] = [.ips, .jetsam]

  static let earlyKeys = ["timestamp", "uptime", "procLaunch", "app_name", "threads"]

  static func recognize(_ candidate: JSONCandidate) -> [any FormatReader]? {
    let keys = candidate.keys
    let isReport =
      candidate.header != nil || keys.has("usedImages") || keys.has("processByPid") || keys.has("stackshot")
      || keys.has("memoryStatus")
      || keys.has("threads") && (keys.has("bug_type") || keys.has("procName") || keys.has("cpuType"))
    return isReport ? [IPSReport(header: candidate.header, body: JSONBody(candidate.value))] : nil
  }

  static func recognize(inside candidate: JSONCandidate) -> [any FormatReader]? {
    let value = candidate.value
    guard value["usedImages"]?.kind == .array, value["threads"]?.kind == .array else { return nil }
    return recognize(candidate)
  }

  /// Returns a metadata object with text after it, which may hold call stacks.
  static func recognize(_ candidate: TextCandidate) throws(ReportError) -> RecognizedInput? {
    guard let header = candidate.header else { return nil }
    if candidate.isHeaderLast {
      let end = candidate.bytes.count
      let isShort = JSONError(.endsEarly, byte: end, line: JSONDocument.line(ofByte: end, in: candidate.bytes))
      let error = header.document.firstError ?? isShort
      throw ReportError(.malformed(error.problem), byte: error.byte, line: error.line)
    }
    let stacks = LogCallStacks.find(in: candidate.bytes)
    guard stacks.isEmpty else { return RecognizedInput(readers: stacks.map { IPSText(header: header, stacks: $0) }) }
    return RecognizedInput(readers: [IPSReport(header: header, body: nil)])
  }

  static func isHeader(_ value: JSONValue) -> Bool {
    let keys = JSONKeys(value)
    guard keys.has("bug_type") || keys.has("incident_id") && keys.has("os_version") else { return false }
    return !["threads", "usedImages", "processByPid", "stackshot", "memoryStatus", "procName", "pid", "product"].contains {
      keys.has($0)
    }
  }

  var source: JSONSource? {
    let parts = [header.map { JSONSource.Part(path: "header", value: $0) }, body.map { JSONSource.Part(value: $0.value) }]
    return JSONSource(parts.compactMap { $0 }, dropping: .ips)
  }

  var folded: any FormatReader { IPSReport(header: header, body: body?.folded()) }

  func read(_ known: KnownImages?) -> CrashReport { IPSReader.read(header: header, body: body?.value, known) }

  func layout(of report: CrashReport) -> TranslatedText? { IPSTranslation.translate(report, header: header, body: body?.value) }

  func edit(_ answers: SymbolicatedReport, _ wording: any FrameWording, onlyCrashed: Bool, _ edits: inout ByteEdits) {
    if let body { JSONAnswerEditor.fill(answers, in: body.value, wording, &edits, keys: Self.set) }
  }

  private static func set(
    _ object: inout JSONObjectEditor, _ frame: JSONAnswerEditor.AnsweredFrame, _ edits: inout ByteEdits
  ) {
    if let symbol = frame.resolution.symbol {
      if let offset = frame.resolution.symbolOffset {
        object.set("symbol", string: symbol, &edits)
        object.set("symbolLocation", number: offset, &edits)
      } else if object["symbolLocation"] == nil {
        object.set("symbol", string: symbol, &edits)
      }
    }
    guard let function = frame.resolution.sources.last, let file = function.file, let line = function.line else { return }
    object.set("sourceFile", string: PathText.lastComponent(of: file), &edits)
    object.set("sourceLine", number: UInt64(line), &edits)
  }
}

extension ReportFormat {
  /// Apple's two-part JSON reports: a metadata line and a body.
  package static let ips = ReportFormat(
    "ips", title: ".ips report", listing: ".ips", traits: [.hasHeader, .hasUnorderedRegisters])
}
