public import AppleLayout
public import CrashModel

/// One input that holds one or more crash reports, with everything that is needed to write it again.
public struct ReportDocument: Sendable {
  /// The input, untouched.
  public let bytes: [UInt8]
  /// The format of the input; that of its first report when they differ.
  public let format: ReportFormat
  /// The reports in the order of their place in the input, at least one. `part` counts them.
  public var reports: [CrashReport]
  /// The reports that are no text, as found, in the same order: JSON, PLCrashReporter's and Meter's. Empty for text.
  private let parts: [JSONPart]
  /// The call stacks of a log; nil for other inputs.
  private let log: LogDocument?
  /// What stands before every line of a text.
  private let margin: LineMargin

  /// Whether the reports are call stacks of one log, of which an earlier one may tell what a later one does not.
  public var isLog: Bool { log != nil }

  /// Recognises the format from the bytes, never from a name, and reads all reports.
  ///
  /// Throws `ReportError` when nothing of a report can be read. A report that is cut off or damaged in places is read as
  /// far as possible, and its `diagnostics` say what is missing. With `known` its images are looked up there, which is for many
  /// reports in a row.
  public init(reading bytes: [UInt8], known: KnownImages? = nil) throws(ReportError) {
    self.bytes = bytes
    let input = try FormatSniffer.sniff(bytes)
    margin = if case .text(let found) = input { found } else { .none }
    switch input {
    case .text(let margin):
      parts = []
      log = nil
      reports = AppleTextReader.read(bytes, behind: margin, known)
      if reports.count == 1, reports[0].frames.isEmpty { JetsamTextTable.fill(&reports[0], bytes) }
    case .json(let found, let skipped):
      parts = found
      log = nil
      reports = found.map { $0.read(known) }
      SkippedInput.tell(skipped, in: &reports, of: bytes)
    case .log(let found):
      parts = []
      log = found
      reports = found.reports
    }
    guard let first = reports.first else { throw ReportError(.notAReport("text")) }
    format = first.format
    for part in reports.indices { (reports[part].part, reports[part].partCount) = (part, reports.count) }
  }

  /// Reads lines that were cut out of a log because of the call stacks in them; nil when there are none. A single frame is enough.
  public init?(readingLog bytes: [UInt8]) {
    guard let found = LogDocument(bytes, acceptsSingleFrames: true), let first = found.reports.first else { return nil }
    self.bytes = bytes
    margin = .none
    parts = []
    log = found
    reports = found.reports
    format = first.format
    for part in reports.indices { reports[part].part = part }
  }

  /// The parts that Apple's text layout prints around the call stacks of a report in JSON, PLCrashReporter's or
  /// Meter's form; nil for text formats.
  public func translation(ofPart part: Int) -> TranslatedText? {
    guard parts.indices.contains(part), reports.indices.contains(part) else { return nil }
    switch parts[part].format {
    case .kscrash: return KSCrashTranslation.translate(parts[part], reports[part])
    case .swiftBacktrace: return SwiftBacktraceTranslation.translate(parts[part], reports[part])
    case .sentry: return ModelTranslation.translate(reports[part], identifier: parts[part].body?["event_id"]?.string)
    case .metricKit, .json, .plcrash: return ModelTranslation.translate(reports[part], identifier: reports[part].identifier)
    case .ips, .appleText, .console, .jetsam: return IPSTranslation.translate(parts[part], reports[part])
    }
  }

  /// The input with names filled in.
  ///
  /// For text, `lines` writes the tail texts of a frame of a part, innermost first, the last one for the frame's own line;
  /// false keeps the original. For JSON it is called for frames that are lines of a string only: the other names come from the
  /// resolutions of `reports`, which must hold one element a part, in order. With `onlyCrashed`, text reports that have a crashed
  /// thread lose the sections of the other threads; JSON stays whole. `notes` are put into text only. `distances` gives what is to
  /// stand before the words of a Swift backtrace's frame, which are the runtime's own.
  public func filled(
    with reports: [SymbolicatedReport], onlyCrashed: Bool = false, notes: [FrameNote] = [],
    distances: (_ part: Int, _ frame: Int) -> String? = { _, _ in nil },
    lines: @escaping (_ part: Int, _ frame: Int, inout LineWriter) -> Bool
  ) -> [UInt8] {
    let texts = { (part: Int, frame: Int) -> [String]? in
      var writer = LineWriter()
      return lines(part, frame, &writer) ? writer.lines : nil
    }
    if let log { return log.filled(bytes, reports, notes: notes, distances: distances, lines: texts) }
    guard parts.isEmpty else { return JSONReportEditor.fill(bytes, reports, parts, texts: texts) }
    let images = onlyCrashed ? AppleTextEditor.linesOfOtherImages(bytes, self.reports, reports) : []
    let omitted = onlyCrashed ? (AppleTextEditor.sectionsOfOtherThreads(self.reports) + images) : []
    return AppleTextEditor.fill(bytes, behind: margin, reports: self.reports, omitting: omitted, notes: notes, lines: lines)
  }
}
