import CrashModel
import JSONText

/// Tells what an input is from its bytes.
enum FormatSniffer {
  /// What an input is.
  enum Input {
    /// A text report, its lines behind a margin.
    case text(LineMargin)
    /// Reports in JSON, or one of PLCrashReporter or Meter: at least one, and what stands beside them.
    case json([JSONPart], skipped: [SkippedInput])
    /// A log with call stacks in it.
    case log(LogDocument)
  }

  /// Recognises the input. Throws `ReportError` when nothing in it is a report.
  static func sniff(_ bytes: [UInt8]) throws(ReportError) -> Input {
    let start = firstByte(bytes)
    guard start < bytes.count else { throw ReportError(.empty) }
    if isOpening(bytes[start]) { return try sniffJSON(bytes, from: start) }
    if let meter = MeterLog(bytes, from: start) { return .json([JSONPart(meter.report)], skipped: []) }
    if PLCrashReader.recognises(bytes) {
      guard let report = PLCrashReader.read(bytes) else { throw ReportError(.notAReport(describe(bytes, from: start))) }
      return .json([JSONPart(report)], skipped: [])
    }
    let isText = AppleTextReader.recognises(bytes)
    if isText, AppleTextReader.hasTitles(bytes) { return .text(.none) }
    if let margin = LineMargin.find(bytes) { return .text(margin) }
    if let log = LogDocument(bytes) { return input(log, of: bytes) }
    if isText { return .text(.none) }
    if let found = jsonBehindText(bytes, from: start) { return found }
    throw ReportError(.notAReport(describe(bytes, from: start)))
  }

  /// JSON alone can be shown in Apple's layout; a log with anything else is filled in where it stands.
  private static func input(_ log: LogDocument, of bytes: [UInt8]) -> Input {
    log.isJSONOnly ? .json(log.jsonParts, skipped: log.textAround(bytes)) : .log(log)
  }

  /// The first byte that is neither a byte order mark nor blank.
  private static func firstByte(_ bytes: [UInt8]) -> Int {
    let afterMark = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
    return bytes[afterMark...].firstIndex { $0 > 0x20 } ?? bytes.count
  }

  private static func isOpening(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") }

  // MARK: JSON

  private static func sniffJSON(_ bytes: [UInt8], from start: Int) throws(ReportError) -> Input {
    var collector = JSONPartCollector(bytes)
    collector.collect(from: start)
    if !collector.parts.isEmpty {
      if collector.mayBeLog, let log = LogDocument(bytes), !log.isJSONOnly { return .log(log) }
      return .json(collector.parts, skipped: collector.skipped)
    }
    // Loggers begin their lines with brackets, too.
    if let margin = LineMargin.find(bytes) { return .text(margin) }
    if AppleTextReader.recognises(bytes) { return .text(.none) }
    if let header = collector.pendingHeader {
      if collector.end >= bytes.count, let error = header.document.firstError ?? headerOnly(bytes) {
        throw ReportError(.malformed(error.problem), byte: error.byte, line: error.line)
      }
      if let log = LogDocument(bytes, behind: header) { return .log(log) }
      return .json([JSONPart(format: .ips, header: header, body: nil)], skipped: [])
    }
    if let log = LogDocument(bytes) { return input(log, of: bytes) }
    let first = collector.firstOther
    if let first, let error = first.document.firstError, error.kind == .endsEarly, JSONShape.mayBeReport(first) {
      throw ReportError(.malformed(error.problem), byte: error.byte, line: error.line)
    }
    throw ReportError(.notAReport(first.flatMap { JSONShape.describe($0) } ?? "text"))
  }

  /// Reports as JSON with text before them. Binary data is not searched.
  private static func jsonBehindText(_ bytes: [UInt8], from start: Int) -> Input? {
    guard !bytes[start...].prefix(4096).contains(0) else { return nil }
    var collector = JSONPartCollector(bytes)
    collector.collect(from: start)
    return collector.parts.isEmpty ? nil : .json(collector.parts, skipped: collector.skipped)
  }

  private static func headerOnly(_ bytes: [UInt8]) -> JSONError? {
    JSONError(.endsEarly, byte: bytes.count, line: JSONDocument.line(ofByte: bytes.count, in: bytes))
  }

  private static func describe(_ bytes: [UInt8], from start: Int) -> String {
    if bytes[start...].starts(with: "plcrash".utf8) { return "a binary PLCrashReporter report of another version, or damaged" }
    if bytes[start...].starts(with: "bplist".utf8) { return "a binary property list" }
    if bytes[start...].starts(with: "<?xml".utf8) { return "XML" }
    if bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff]) {
      return "UTF-16 text; convert it with `iconv -f UTF-16 -t UTF-8`"
    }
    return bytes.prefix(4096).contains(0) ? "binary data" : "text"
  }
}
