import CrashModel
import JSONText

/// One report inside a JSON input, or one that another reader has read and that is shown as JSON's are.
struct JSONPart: Sendable {
  /// Its format.
  let format: ReportFormat
  /// The metadata object before the body of an `.ips` report, or the payload around a MetricKit diagnostic; nil when there is
  /// none.
  let header: JSONValue?
  /// The report's object; nil when an `.ips` report has no JSON body.
  let body: JSONValue?
  /// The name of the payload's array that a MetricKit diagnostic stands in; nil for one alone and for other formats.
  var list: String?
  /// The report, when another reader has read it; nil for JSON that `read` reads.
  var finished: CrashReport?
  /// What states the size of the text that the report stands in; nil when nothing does.
  var enclosure: Enclosure?

  /// A stated size of a text in which the report stands.
  struct Enclosure: Sendable {
    /// The number.
    let length: JSONValue
    /// The bytes that it counts.
    let payload: Range<Int>
  }

  /// Reads the report; its images are looked up in `known`.
  func read(_ known: KnownImages? = nil) -> CrashReport {
    if let finished { return finished }
    return switch format {
    case .kscrash: KSCrashReader.read(self, known)
    case .swiftBacktrace: SwiftBacktraceReader.read(self, known)
    case .sentry: SentryReader.read(self)
    case .metricKit: MetricKitReader.read(self)
    case .json, .plcrash: FoundStackReader.read(self)
    case .ips, .appleText, .console, .jetsam: IPSReader.read(self, known)
    }
  }
}

extension JSONPart {
  /// A report that is read already.
  init(_ finished: CrashReport) {
    self.init(format: finished.format, header: nil, body: nil)
    self.finished = finished
  }

  /// The diagnostics that the state of the JSON text itself calls for. `threads` is the number that was read.
  func textDiagnostics(threads: Int) -> [ReportDiagnostic] {
    // A payload stands in the same text as the diagnostic that is read.
    let texts = header?.document === body?.document ? [body] : [header, body]
    return Self.skipped(texts)
      + texts.compactMap { $0.flatMap { Self.firstError(in: $0) } }.map { error in
        guard error.kind == .endsEarly else { return ReportDiagnostic(.note, error.problem, line: error.line, byte: error.byte) }
        let read = "\(threads) thread\(threads == 1 ? "" : "s") before it \(threads == 1 ? "was" : "were") read"
        return ReportDiagnostic(.warning, "\(error.problem); \(read)", line: error.line, byte: error.byte)
      }
  }

  /// Says what was skipped because of its depth.
  private static func skipped(_ texts: [JSONValue?]) -> [ReportDiagnostic] {
    texts.compactMap { text in
      guard let text, let byte = text.document.firstSkippedByte, text.range.contains(byte) else { return nil }
      let levels = "\(JSONDocument.deepest / 1_000_000),000,000"
      return ReportDiagnostic(.warning, "JSON is nested deeper than \(levels) levels: what is deeper was not read", byte: byte)
    }
  }

  /// The first flaw of the value's text; nil when it lies in another part of the same text.
  private static func firstError(in value: JSONValue) -> JSONError? {
    value.document.firstErrorKind == .tooDeep ? nil : value.document.firstError(in: value.range)
  }
}
