import Bytes
import CrashModel
import JSONText

/// Walks over the values of a JSON input, one after the other or in an array, collects the reports and records the position of
/// everything else.
struct JSONInput {
  /// The reports so far, and the parts that are not reports.
  private(set) var recognized = RecognizedInput(readers: [])
  /// The first of two values of a report whose second value is still to come.
  var pendingHeader: JSONValue? { pending?.header }
  /// The first value that is not a report.
  private(set) var firstOther: JSONValue?
  /// Where the walk ended.
  private(set) var end = 0
  private let bytes: [UInt8]
  /// The first line, once it is scanned.
  private var first: (start: Int, line: JSONDocument)?
  private var pending: (header: JSONValue, format: any FormatReader.Type)?
  /// How many bytes of damaged JSON after text are still read, 8 times the input in all: a value that is never closed is read to the
  /// end of the input.
  private var damagedBytes: Int
  /// The number of damaged values so far.
  private var damagedValues = 0
  /// The start of the last whole report on its own line, and the position from which on there is none before it.
  private var foundReport = 0..<0

  /// Prepares a walk over `bytes`.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    damagedBytes = 8 * bytes.count
  }

  /// Scans the first line from the first byte of a value on; the walk does not scan it again.
  mutating func firstLine(from start: Int) -> JSONDocument {
    let document = JSONDocument(bytes, in: start..<nextLine(start))
    first = (start, document)
    return document
  }

  /// Walks from `start` to the end, or to text after the first of two values.
  mutating func collect(from start: Int) {
    var position = start
    let containers = ReportFormats.all.lazy.compactMap { [bytes] in $0.container(bytes, from: start) }
    if let container = containers.first {
      take(container)
      position = container.end
    }
    while true {
      position = skipBlanks(position)
      guard position < bytes.count else { break }
      guard Self.isOpening(bytes[position]) else {
        if pending != nil { break }
        position = skipText(from: position)
        continue
      }
      let document = value(at: position)
      if let root = document.root { take(root) }
      guard document.end > position else { break }
      position = document.end
    }
    end = position
  }

  // MARK: Where values begin and end

  private static func isOpening(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") }

  private func skipBlanks(_ start: Int) -> Int {
    var position = start
    while position < bytes.count, bytes[position] <= 0x20 || bytes[position] == UInt8(ascii: ",") { position += 1 }
    return position
  }

  /// Returns the value at a position. A value that is cut off ends at the next report that begins a line; otherwise the reader of
  /// damaged text would take everything after it for its contents.
  private mutating func value(at position: Int) -> JSONDocument {
    let end = nextLine(position)
    let line = first.flatMap { $0.start == position ? $0.line : nil } ?? JSONDocument(bytes, in: position..<end)
    if line.isWellFormed || end == bytes.count { return line }
    // The rest of the text is not read again for every one of very many lines that are cut off.
    if damagedValues > 16 { return JSONDocument(bytes, in: position..<nextReport(from: end)) }
    let document = JSONDocument(bytes, in: position..<bytes.count)
    guard !document.isWellFormed else { return document }
    damagedValues += 1
    let report = nextReport(from: end)
    return report < document.end ? JSONDocument(bytes, in: position..<report) : document
  }

  /// Returns the start of the first whole report at or after the start of a line, or the end of the text if there is none. Every
  /// line is checked once, however often this is called.
  private mutating func nextReport(from position: Int) -> Int {
    if foundReport.contains(position) || foundReport.upperBound == position, !foundReport.isEmpty {
      return foundReport.upperBound
    }
    var line = position
    while line < bytes.count {
      let end = nextLine(line)
      if bytes[line] == UInt8(ascii: "{"), isReport(line..<end) { break }
      line = end
    }
    foundReport = position..<max(line, position)
    return foundReport.upperBound
  }

  private func nextLine(_ position: Int) -> Int {
    min(ByteSearch.first(UInt8(ascii: "\n"), in: bytes.span, from: position, to: bytes.count) + 1, bytes.count)
  }

  /// Returns whether a line holds a whole report.
  private func isReport(_ line: Range<Int>) -> Bool {
    let document = JSONDocument(bytes, in: line)
    guard document.isWellFormed, let root = document.root,
      TextScan.withoutBlankLines(bytes, document.end..<line.upperBound).isEmpty
    else { return false }
    return Self.isReport(root)
  }

  /// Records the text at a position and returns the start of the next value: at the start of a line, or, if it is a whole report,
  /// anywhere in one.
  private mutating func skipText(from start: Int) -> Int {
    var line = start
    while line < bytes.count {
      let end = nextLine(line)
      let first = bytes[line..<end].firstIndex { $0 > 0x20 }
      let opening = first.flatMap { Self.isOpening(bytes[$0]) ? $0 : bytes[line..<end].firstIndex(of: UInt8(ascii: "{")) }
      if let found = opening, begins(found, line..<end) {
        skip(start..<found)
        return found
      }
      line = end
    }
    skip(start..<bytes.count)
    return bytes.count
  }

  private mutating func begins(_ position: Int, _ line: Range<Int>) -> Bool {
    let isAtStart = bytes[line.lowerBound..<position].allSatisfy { $0 <= 0x20 }
    guard damagedBytes > 0, isAtStart || bytes[position] == UInt8(ascii: "{") else { return false }
    let document = JSONDocument(bytes, in: position..<bytes.count)
    if !document.isWellFormed { damagedBytes -= document.end - position }
    guard let root = document.root else { return false }
    if Self.isReport(root) { return true }
    return isAtStart && document.isWellFormed && (root.kind == .object || root.elements.contains { $0.kind == .object })
  }

  private mutating func skip(_ range: Range<Int>) {
    let text = TextScan.withoutBlankLines(bytes, range)
    guard !text.isEmpty else { return }
    skip(text, bytes[text].prefix(4096).contains(0) ? "binary data" : "text")
  }

  private mutating func skip(_ range: Range<Int>, _ what: String) {
    recognized.skipped.append(SkippedInput(range: range, what: what, reportsBefore: recognized.readers.count))
  }

  // MARK: What values are

  private mutating func take(_ value: JSONValue) {
    guard value.kind == .array else { return takeReport(value) }
    let (before, known) = (recognized.skipped.count, recognized.readers.count)
    for element in value.elements where element.kind != .missing {
      if element.kind == .object { takeReport(element) } else { skip(element.range, SkippedInput.describe(element)) }
    }
    guard recognized.readers.count == known, pending == nil else { return }
    // An array without any report is one thing.
    recognized.skipped.removeSubrange(before...)
    skip(value.range, SkippedInput.describe(value))
    firstOther = firstOther ?? value
  }

  private mutating func takeReport(_ value: JSONValue) {
    if value.kind == .object, let (header, format) = pending,
      let readers = format.recognize(JSONCandidate(value, header: header))
    {
      recognized.readers += readers
      pending = nil
    } else if let format = Self.format(ofHeader: value) {
      pending = (value, format)
    } else if let readers = Self.readers(of: value) {
      recognized.readers += readers
    } else {
      skip(value.range, SkippedInput.describe(value))
      firstOther = firstOther ?? value
    }
  }

  /// Returns whether a value is a report, or the first of two that make one.
  private static func isReport(_ value: JSONValue) -> Bool { readers(of: value) != nil || format(ofHeader: value) != nil }

  /// Returns the format of which a value is the first of two, or nil if it is none.
  private static func format(ofHeader value: JSONValue) -> (any FormatReader.Type)? {
    value.kind == .object ? ReportFormats.all.first { $0.isHeader(value) } : nil
  }

  /// Returns the reports that an object is, or nil if no format recognizes it.
  private static func readers(of value: JSONValue) -> [any FormatReader]? {
    guard value.kind == .object else { return nil }
    let candidate = JSONCandidate(value)
    return ReportFormats.all.lazy.compactMap { $0.recognize(candidate) }.first
  }

  /// Takes the items that are JSON, and reports the others as skipped.
  private mutating func take(_ container: ReportContainer) {
    for item in container.items where !item.payload.isEmpty {
      let document = JSONDocument(bytes, in: item.payload)
      guard let root = document.root, root.kind == .object, Self.readers(of: root) != nil else {
        skip(item.payload, item.what)
        continue
      }
      takeReport(root)
      if let length = item.length { recognized.enclosures.append(Enclosure(length: length, payload: item.payload)) }
    }
  }
}
