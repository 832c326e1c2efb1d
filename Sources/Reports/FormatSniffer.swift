import Bytes
import CrashModel
import JSONText
import SymbolModel

/// Detects the format of an input from its content.
enum FormatSniffer {
  /// Recognizes the reports of an input, around which `depth` layers were removed. Throws `ReportError` when nothing in it is a
  /// report.
  static func sniff(_ bytes: [UInt8], _ known: KnownImages?, depth: Int = 0) throws(ReportError) -> RecognizedInput {
    let start = firstByte(bytes)
    guard start < bytes.count else { throw ReportError(.empty) }
    if ObjectMagic.begins(bytes) { throw ReportError(.notAReport(describe(bytes, from: start))) }
    var candidate = TextCandidate(bytes: bytes, start: start, opensLikeJSON: isOpening(bytes[start]), known: known)
    candidate.depth = depth
    if let plain = WrappedText.colored(candidate) ?? WrappedText.bracketed(candidate) { return plain }
    var input = JSONInput(bytes)
    if candidate.opensLikeJSON {
      if JSONMessageLine(input.firstLine(from: start)) != nil, let log = WrappedText.messages(candidate) { return log }
      input.collect(from: start)
      if let found = try json(input, candidate) { return found }
      candidate.header = input.pendingHeader
      candidate.isHeaderLast = input.end >= bytes.count
    }
    for format in ReportFormats.all {
      if let found = try format.recognize(candidate) { return found }
    }
    guard !candidate.opensLikeJSON else { throw whyNothing(input) }
    if !bytes[start...].prefix(4096).contains(0) {
      input.collect(from: start)
      if !input.recognized.readers.isEmpty { return input.recognized }
    }
    throw ReportError(.notAReport(describe(bytes, from: start)))
  }

  /// Returns the reports among the JSON values, or nil if there is none. A log may hold Swift's reports among its lines.
  private static func json(_ input: JSONInput, _ candidate: TextCandidate) throws(ReportError) -> RecognizedInput? {
    let found = input.recognized
    guard !found.readers.isEmpty else { return nil }
    guard !found.skipped.isEmpty, found.readers.allSatisfy(\.isWrittenToLogs) else { return found }
    for format in ReportFormats.all {
      if let log = try format.recognize(candidate), log.readers.contains(where: \.isPartOfLog) { return log }
    }
    return found
  }

  /// Returns the first byte that is neither a byte order mark nor blank.
  private static func firstByte(_ bytes: [UInt8]) -> Int {
    let afterMark = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
    return bytes[afterMark...].firstIndex { $0 > 0x20 } ?? bytes.count
  }

  private static func isOpening(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") }

  // MARK: What no report is

  /// Returns the reason why there is no report in JSON.
  private static func whyNothing(_ input: JSONInput) -> ReportError {
    let first = input.firstOther
    if let first, let error = first.document.firstError, error.kind == .endsEarly, mayBeReport(first) {
      return ReportError(.malformed(error.problem), byte: error.byte, line: error.line)
    }
    return ReportError(.notAReport(first.flatMap { describe($0) } ?? "text"))
  }

  /// Returns whether a damaged object could have become a report.
  private static func mayBeReport(_ value: JSONValue) -> Bool {
    guard value.kind == .object else { return false }
    let keys = JSONKeys(value)
    return keys.count <= 1 || ReportFormats.all.contains { $0.earlyKeys.contains { keys.has($0) } }
  }

  /// Returns a description of a value that is not a report, for people, or nil if it is not even JSON.
  private static func describe(_ value: JSONValue) -> String? {
    guard value.kind == .object else { return value.kind == .array && value.document.isWellFormed ? "a JSON array" : nil }
    let keys = JSONKeys(value)
    if keys.has("mappings") && keys.has("sources") {
      return "a source map; pass it with --source-map, or look into it with `symbolicate inspect`"
    }
    if keys.count == 0, !value.document.isWellFormed { return nil }
    return SkippedInput.isMetrics(value) ? SkippedInput.describe(value) : "JSON, but not a crash report"
  }

  /// Returns whether text begins with the names of columns of Crashlytics' frames: the library, and an offset or address.
  private static func isTableOfFrames(_ bytes: [UInt8], from start: Int) -> Bool {
    var lines = TextLines(bytes, from: start)
    guard let line = lines.next(), line.count < 4096 else { return false }
    let names = TextScan.text(bytes, line).lowercased().split { $0 == "," || $0 == "\t" || $0 == "\"" }.map { name in
      name.split { $0 == "." || $0 == "_" }.last ?? name
    }
    return names.contains("library") && (names.contains("offset") || names.contains("address"))
  }

  private static func describe(_ bytes: [UInt8], from start: Int) -> String {
    if bytes[start...].starts(with: "MDMP".utf8) {
      return "a minidump; give it to minidump-stackwalk --json, and its output to symbolicate"
    }
    // The first byte may count as a blank.
    if TombstoneBinary.begins(bytes[...]) { return TombstoneBinary.advice }
    if bytes[start...].starts(with: "bplist".utf8) { return "a binary property list" }
    if bytes[start...].starts(with: "<?xml".utf8) { return "XML" }
    if BitcodeSymbolMap.begins(bytes[start...]) { return BitcodeSymbolMap.explanation }
    if bytes.prefix(4096).contains(0) { return "binary data" }
    return isTableOfFrames(bytes, from: start) ? "a table (CSV) of frames; export its rows as JSON, one per line" : "text"
  }
}
