import CrashModel
import JSONText

/// Tells what an input is from its bytes.
enum FormatSniffer {
  /// What an input is.
  enum Input {
    /// A text report.
    case text
    /// JSON reports, at least one.
    case json([JSONPart])
    /// A log with call stacks in it.
    case log(LogDocument)
  }

  /// Recognises the input. Throws `ReportError` when nothing in it is a report.
  static func sniff(_ bytes: [UInt8]) throws(ReportError) -> Input {
    let start = firstByte(bytes)
    guard start < bytes.count else { throw ReportError(.empty) }
    if isOpening(bytes[start]) { return try sniffJSON(bytes, from: start) }
    let isText = AppleTextReader.recognises(bytes)
    if isText, AppleTextReader.hasTitles(bytes) { return .text }
    if let log = LogDocument(bytes) { return input(log) }
    if isText { return .text }
    throw ReportError(.notAReport(describe(bytes, from: start)))
  }

  /// JSON alone can be shown in Apple's layout; a log with anything else is filled in where it stands.
  private static func input(_ log: LogDocument) -> Input { log.isJSONOnly ? .json(log.jsonParts) : .log(log) }

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
      return .json(collector.parts)
    }
    if AppleTextReader.recognises(bytes) { return .text }
    if let header = collector.pendingHeader {
      if collector.end >= bytes.count, let error = header.document.firstError ?? headerOnly(header, bytes) {
        throw ReportError(.malformed(error.problem), byte: error.byte, line: error.line)
      }
      return .json([JSONPart(format: .ips, header: header, body: nil)])
    }
    if let log = LogDocument(bytes) { return input(log) }
    let first = collector.firstOther
    if let first, let error = first.document.firstError, error.kind == .endsEarly, JSONShape.mayBeReport(first) {
      throw ReportError(.malformed(error.problem), byte: error.byte, line: error.line)
    }
    throw ReportError(.notAReport(first.flatMap { JSONShape.describe($0) } ?? "text"))
  }

  private static func headerOnly(_ header: JSONValue, _ bytes: [UInt8]) -> JSONError? {
    JSONError(.endsEarly, byte: bytes.count, line: JSONDocument.line(ofByte: bytes.count, in: bytes))
  }

  private static func describe(_ bytes: [UInt8], from start: Int) -> String {
    if bytes[start...].starts(with: "plcrash".utf8) { return "a binary PLCrashReporter report" }
    if bytes[start...].starts(with: "bplist".utf8) { return "a binary property list" }
    if bytes[start...].starts(with: "<?xml".utf8) { return "XML" }
    return bytes.prefix(4096).contains(0) ? "binary data" : "text"
  }
}

/// Walks over the values of a JSON input, one after the other or in an array, and keeps those that are reports.
struct JSONPartCollector {
  /// The reports so far.
  private(set) var parts: [JSONPart] = []
  /// The metadata object of an `.ips` report whose body has not come.
  private(set) var pendingHeader: JSONValue?
  /// The first value that is no report.
  private(set) var firstOther: JSONValue?
  /// Where the walk ended.
  private(set) var end = 0
  private let bytes: [UInt8]

  /// Whether the reports are Swift backtraces and other things stand beside them.
  var mayBeLog: Bool {
    parts.allSatisfy { $0.format == .swiftBacktrace }
      && (firstOther != nil || bytes[min(end, bytes.count)...].contains { $0 > 0x20 })
  }

  /// Prepares a walk over `bytes`.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Walks from `start` to the first byte that begins no object or array.
  mutating func collect(from start: Int) {
    var position = start
    while position < bytes.count, bytes[position] == UInt8(ascii: "{") || bytes[position] == UInt8(ascii: "[") {
      let document = JSONDocument(bytes, in: position..<bytes.count)
      if let root = document.root { take(root) }
      guard document.end > position else { break }
      position = document.end
      while position < bytes.count, bytes[position] <= 0x20 || bytes[position] == UInt8(ascii: ",") { position += 1 }
    }
    end = position
  }

  private mutating func take(_ value: JSONValue) {
    if value.kind == .array {
      for element in value.elements where element.kind == .object { takeReport(element) }
      if firstOther == nil { firstOther = value }
    } else {
      takeReport(value)
    }
  }

  private mutating func takeReport(_ value: JSONValue) {
    if let header = pendingHeader, value.kind == .object {
      parts.append(JSONPart(format: .ips, header: header, body: value))
      pendingHeader = nil
    } else if JSONShape.isIPSHeader(value) {
      pendingHeader = value
    } else if let diagnostics = MetricKitShape.diagnostics(in: value) {
      parts += diagnostics.map { JSONPart(format: .metricKit, header: value, body: $0) }
    } else if let format = JSONShape.format(of: value) {
      parts.append(JSONPart(format: format, header: nil, body: value))
    } else if firstOther == nil {
      firstOther = value
    }
  }
}
