import AppleLayout
import Bytes
import JSONText

/// A part of an input after something was removed from it or decoded: the content of a JSON string, lines without a logger's
/// prefix, text without terminal colors. Every byte has its place in the input.
struct DecodedText: Sendable {
  /// The change that an edit needs before it goes back into the input.
  private enum Encoding {
    case none, jsonString
    /// Every line is a string of a JSON object of its own.
    case messages
    /// Every line begins with the bytes that the line of the edit begins with.
    case lines
  }

  /// The decoded bytes.
  private(set) var bytes: [UInt8] = []
  /// Where they were.
  private var origins = ByteOrigins()
  /// The position in the input after the text.
  private let end: Int
  private let encoding: Encoding
  /// The text that was decoded, for the beginnings of lines; otherwise empty.
  private let original: [UInt8]
  /// The lines of the input that are messages, in ascending order: all of it, and the string in it.
  private var messages: [(line: Range<Int>, content: Range<Int>, holdsLineEnd: Bool)] = []

  private init(end: Int, _ encoding: Encoding, original: [UInt8] = []) {
    (self.end, self.encoding, self.original) = (end, encoding, original)
  }

  /// Decodes the content of a string.
  init(_ string: JSONValue) {
    let content = string.range.lowerBound + 1..<max(string.range.lowerBound + 1, string.range.upperBound - 1)
    self.init(end: content.upperBound, .jsonString)
    let piece = LogExcerpt(Array(string.document.bytes[content]), from: content.lowerBound).unescaped
    (bytes, origins) = (piece.bytes, piece.origins)
  }

  /// Takes the messages out of lines that are JSON objects; other lines stay. Returns nil unless the first line is one of them, or,
  /// with `afterOthers`, any line.
  init?(messagesOf text: [UInt8], afterOthers: Bool = false) {
    self.init(end: text.count, .messages, original: text)
    var start = 0
    while start < text.count {
      let lineEnd = ByteSearch.lineEnd(in: text.span, from: start)
      let next = TextLines.start(afterLineEnd: lineEnd, in: text, to: text.count)
      if let message = JSONMessageLine(text, start..<lineEnd) {
        append(message, of: text, start..<next)
      } else if messages.isEmpty, !afterOthers {
        return nil
      } else {
        copy(text, start..<next)
      }
      start = next
    }
    if messages.isEmpty { return nil }
  }

  private mutating func append(_ message: JSONMessageLine, of text: [UInt8], _ line: Range<Int>) {
    let piece = LogExcerpt(Array(text[message.content]), from: message.content.lowerBound).unescaped
    let count = piece.bytes.count - (message.holdsLineEnd ? 1 : 0)
    bytes += piece.bytes.prefix(count)
    origins.append(0..<count, of: piece.origins)
    messages.append((line, message.content, message.holdsLineEnd))
    guard !message.isContinued else { return }
    // The line's end stands for all that is between two texts.
    let end = message.holdsLineEnd ? piece.origins.origin(of: count)?.lowerBound : message.content.upperBound
    origins.append(1, decodedFrom: (end ?? message.content.upperBound)..<line.upperBound)
    bytes.append(TextScan.newline)
  }

  /// Removes what stands before the lines of a text; lines that begin otherwise stay.
  init(_ text: [UInt8], without prefix: LinePrefix) {
    self.init(end: text.count, .lines, original: text)
    var start = 0
    while start < text.count {
      let lineEnd = ByteSearch.lineEnd(in: text.span, from: start)
      let next = TextLines.start(afterLineEnd: lineEnd, in: text, to: text.count)
      copy(text, (prefix.end(in: text, start..<lineEnd) ?? start)..<next)
      start = next
    }
  }

  /// Removes terminal escape sequences (`ESC [ ... letter`) from a text; nil if there are none.
  init?(withoutColorsOf text: [UInt8]) {
    let escape: UInt8 = 0x1b
    let searched = min(text.count, 64 << 10)
    guard ByteSearch.first(escape, in: text.span, from: 0, to: searched) < searched else { return nil }
    self.init(end: text.count, .none)
    var at = 0
    while at < text.count {
      let next = ByteSearch.first(escape, in: text.span, from: at, to: text.count)
      copy(text, at..<next)
      at = next
      guard at < text.count else { break }
      guard at + 1 < text.count, text[at + 1] == UInt8(ascii: "[") else {
        copy(text, at..<at + 1)
        at += 1
        continue
      }
      at += 2
      while at < text.count, text[at] < 0x40 { at += 1 }
      at = min(at + 1, text.count)
    }
    if bytes.count == text.count { return nil }
  }

  private mutating func copy(_ text: [UInt8], _ range: Range<Int>) {
    guard !range.isEmpty else { return }
    origins.append(copyOf: range)
    bytes += text[range]
  }

  /// Whether the lines of the text have the numbers of the lines of the input.
  var keepsLines: Bool { encoding != .jsonString }

  /// Returns the bytes of the input for a range of the decoded text. A range that ends with a line end includes what was removed
  /// before the next line.
  func outer(_ range: Range<Int>) -> Range<Int> {
    let start = outerStart(range.lowerBound)
    guard !range.isEmpty else { return start..<start }
    let last = min(range.upperBound, bytes.count) - 1
    guard last >= 0, let run = runs.indices.contains(origins.index(of: last)) ? runs[origins.index(of: last)] : nil else {
      return start..<start
    }
    if encoding == .lines || encoding == .messages, Self.endsLine(bytes, at: last) {
      return start..<max(start, outerStart(last + 1))
    }
    return start..<max(start, run.isCopy ? run.outer.lowerBound + (last - run.inner.lowerBound) + 1 : run.outer.upperBound)
  }

  /// Returns the decoded bytes for a range of the input.
  func inner(_ range: Range<Int>) -> Range<Int> {
    let start = innerStart(range.lowerBound)
    guard !range.isEmpty else { return start..<start }
    let next = runs.partitionPoint { $0.outer.upperBound > range.upperBound }
    guard next < runs.count else { return start..<max(start, bytes.count) }
    let run = runs[next]
    let inside = run.isCopy ? max(range.upperBound - run.outer.lowerBound, 0) : 0
    return start..<max(start, run.inner.lowerBound + inside)
  }

  /// Returns new text in the form that it has in the input at a place.
  func encoded(_ text: StyledText, at place: Range<Int>) -> StyledText {
    switch encoding {
    case .none: return text
    case .jsonString: return LogEscaping.escaped(text, times: 1)
    case .messages:
      let next = messages.partitionPoint { $0.line.upperBound > place.lowerBound }
      guard next < messages.count, messages[next].line.lowerBound <= place.lowerBound else { return text }
      return wrapped(text, in: messages[next])
    case .lines:
      let beginning = beginning(ofLineAt: place.lowerBound)
      guard !beginning.isEmpty, text.bytes.indices.contains(where: { Self.endsLine(text.bytes, at: $0) }) else { return text }
      return text.changed { Self.lines($0, beginningWith: beginning, moving: &$1) }
    }
  }

  /// Returns a text escaped for the string of a message; each further line gets an object like that of the message.
  private func wrapped(_ text: StyledText, in message: (line: Range<Int>, content: Range<Int>, holdsLineEnd: Bool)) -> StyledText
  {
    guard text.bytes.contains(TextScan.newline) else { return LogEscaping.escaped(text, times: 1) }
    var separator = message.holdsLineEnd ? Array("\\n".utf8) : []
    separator += original[message.content.upperBound..<message.line.upperBound]
    if separator.last != TextScan.newline { separator.append(TextScan.newline) }
    separator += original[message.line.lowerBound..<message.content.lowerBound]
    let lines = text.bytes.split(separator: TextScan.newline, omittingEmptySubsequences: false)
    return StyledText(Array(lines.map { LogEscaping.escaped(Array($0), times: 1) }.joined(separator: separator)))
  }

  /// Returns whether a byte is the last one of a line end: a line feed, or a carriage return without one.
  private static func endsLine(_ text: [UInt8], at position: Int) -> Bool {
    text[position] == TextScan.newline
      || text[position] == TextScan.carriageReturn && (position + 1 == text.count || text[position + 1] != TextScan.newline)
  }

  /// Returns a text in which `beginning` follows every line end.
  private static func lines(_ text: [UInt8], beginningWith beginning: ArraySlice<UInt8>, moving positions: inout [Int]) -> [UInt8]
  {
    var result: [UInt8] = []
    var moved = 0
    for (at, byte) in text.enumerated() {
      while moved < positions.count, positions[moved] <= at {
        positions[moved] = result.count
        moved += 1
      }
      result.append(byte)
      if endsLine(text, at: at) { result += beginning }
    }
    for position in positions.indices.dropFirst(moved) { positions[position] = result.count }
    return result
  }

  // MARK: Positions

  private var runs: [ByteOrigins.Run] { origins.runs }

  private func outerStart(_ position: Int) -> Int {
    let found = origins.index(of: position)
    guard found < runs.count else { return end }
    let run = runs[found]
    return run.outer.lowerBound + (run.isCopy ? position - run.inner.lowerBound : 0)
  }

  /// Returns the first decoded byte that begins at or after a position of the input.
  private func innerStart(_ position: Int) -> Int {
    let found = runs.partitionPoint { $0.outer.upperBound > position }
    guard found < runs.count else { return bytes.count }
    let run = runs[found]
    guard position > run.outer.lowerBound else { return run.inner.lowerBound }
    return run.isCopy ? run.inner.lowerBound + (position - run.outer.lowerBound) : run.inner.upperBound
  }

  /// Returns what was removed before the line with a position of the input.
  private func beginning(ofLineAt position: Int) -> ArraySlice<UInt8> {
    let line = ByteSearch.lineStart(in: original.span, before: min(position, original.count), from: 0)
    let content = outerStart(innerStart(line))
    return original[line..<max(line, min(content, position))]
  }
}
