import CrashModel

/// A text of which every line has a prefix, or colors: a report that was quoted in a mail or went through a logger or a terminal.
///
/// In: any text. Out: the reports in it once that is removed, as `NestedReport`, so that names are written into the original lines.
/// Call stacks of a log are left to the reader of logs, which knows what loggers write, unless it finds fewer frames.
enum WrappedText {
  /// The maximum number of layers: a log in a quotation in a log.
  private static let deepest = 4

  /// Returns the reports of a text with terminal colors, or nil if there are none.
  static func colored(_ candidate: TextCandidate) -> RecognizedInput? {
    guard candidate.depth < deepest else { return nil }
    return DecodedText(withoutColorsOf: candidate.bytes).flatMap { reports(in: $0, candidate) }
  }

  /// Returns the reports of a log whose first line and others are JSON objects with a message, or nil if there are none, or no more
  /// frames than in the messages one by one.
  static func messages(_ candidate: TextCandidate) -> RecognizedInput? {
    guard candidate.depth < deepest else { return nil }
    return DecodedText(messagesOf: candidate.bytes).flatMap { reports(in: $0, candidate) }
  }

  /// Does the same for a text that begins with brackets of a logger, which look like JSON.
  static func bracketed(_ candidate: TextCandidate) -> RecognizedInput? {
    let bytes = candidate.bytes
    guard bytes[candidate.start] == UInt8(ascii: "[") else { return nil }
    let head = candidate.start..<min(candidate.start + 80, bytes.count)
    guard let close = bytes[head].firstIndex(of: UInt8(ascii: "]")), close + 2 < bytes.count, bytes[close + 1] == TextScan.space,
      bytes[close + 2] > TextScan.space, bytes[head.lowerBound..<close].allSatisfy({ $0 >= TextScan.space })
    else { return nil }
    return prefixed(candidate)
  }

  /// Returns the reports of a text whose lines have a prefix, or nil if there are none.
  static func prefixed(_ candidate: TextCandidate) -> RecognizedInput? {
    guard candidate.depth < deepest, let prefix = ReportFormats.prefixes.find(candidate.bytes) else { return nil }
    return reports(in: DecodedText(candidate.bytes, without: prefix), candidate, isQuoted: prefix.isQuotation)
  }

  /// Returns the reports that are JSON objects below other text, or nil if none is of a format that identifies itself and there are
  /// more or fewer than one.
  static func objects(_ candidate: TextCandidate) -> RecognizedInput? {
    guard !candidate.opensLikeJSON, holdsObject(candidate.bytes) else { return nil }
    var input = JSONInput(candidate.bytes)
    input.collect(from: candidate.start)
    let found = input.recognized
    let isSure = found.readers.contains { $0.identifiesItself && !$0.isWrittenToLogs && !($0 is NestedReport) }
    return isSure || found.readers.count == 1 && found.readers[0] is GenericJSONReport ? found : nil
  }

  /// Returns whether a line begins with an object that spans lines, or in which a key of a report is.
  private static func holdsObject(_ bytes: [UInt8]) -> Bool {
    var lines = TextLines(bytes)
    var tried = 0
    while tried < maxTried, let line = lines.next() {
      let content = TextScan.skipBlanks(bytes, line.lowerBound, line.upperBound)
      guard content < line.upperBound, bytes[content] == UInt8(ascii: "{") else { continue }
      if TextScan.trimmed(bytes, content..<line.upperBound).count == 1 { return true }
      tried += 1
      let near = content..<min(bytes.count, content + searched)
      if ReportFormats.prefixes.hasKey(bytes, near) { return true }
    }
    return false
  }

  /// The maximum number of lines with an object that are searched, and the number of bytes from one on.
  private static let (maxTried, searched) = (4, 64 << 10)

  private static func reports(in text: DecodedText, _ candidate: TextCandidate, isQuoted: Bool = false) -> RecognizedInput? {
    guard var input = try? FormatSniffer.sniff(text.bytes, candidate.known, depth: candidate.depth + 1) else { return nil }
    if input.readers.contains(where: \.isPartOfLog) {
      // What loggers write before a line says more than the line, unless it hides frames or a header.
      let asLog = LogCallStacks.find(in: candidate.bytes)
      let isWorthMore = isQuoted || input.readers.contains(where: \.hasHeader) && !asLog.contains(where: \.hasHeader)
      guard frameCount(of: input.readers) > frameCount(of: asLog) - (isWorthMore ? 1 : 0) else {
        return asLog.isEmpty ? nil : RecognizedInput(readers: asLog)
      }
    }
    let isAlone = input.readers.count == 1
    input.readers = input.readers.map { NestedReport(inner: $0, text: text, place: nil, isAlone: isAlone) }
    input.skipped = input.skipped.map {
      SkippedInput(range: text.outer($0.range), what: $0.what, reportsBefore: $0.reportsBefore)
    }
    input.enclosures = []
    return input
  }

  private static func frameCount(of readers: [any FormatReader]) -> Int {
    readers.reduce(0) { $0 + $1.read(nil).frames.count }
  }
}
