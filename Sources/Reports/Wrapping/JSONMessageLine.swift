import Bytes
import JSONText

/// A line of a log whose text is a string of a JSON object: of Docker's json-file (`{"log":"...\n","stream":"stderr"}`), and of loggers
/// that write `message`, `msg` or `textPayload`.
struct JSONMessageLine {
  /// The bytes of the string between its quotes.
  let content: Range<Int>
  /// Whether the string has the line's end itself, at its end.
  let holdsLineEnd: Bool
  /// Whether the text goes on in the next line: Docker divides long lines.
  let isContinued: Bool

  /// The longest line that is looked at: what Docker and others divide lines to is shorter.
  static let longest = 256 << 10

  private static let keys = ["log", "message", "msg", "textPayload"]

  /// Returns nil for any other line, for one whose string has several lines, and for one that has frames elsewhere.
  init?(_ bytes: [UInt8], _ line: Range<Int>) {
    let trimmed = TextScan.trimmed(bytes, line)
    guard trimmed.count > 8, trimmed.count <= Self.longest, bytes[trimmed.lowerBound] == UInt8(ascii: "{"),
      bytes[trimmed.upperBound - 1] == UInt8(ascii: "}")
    else { return nil }
    self.init(JSONDocument(bytes, in: trimmed))
  }

  /// Does the same for a line that was scanned: from its `{` on.
  init?(_ document: JSONDocument) {
    let bytes = document.bytes
    guard document.isWellFormed, let root = document.root, root.kind == .object, root.range.count <= Self.longest,
      let found = Self.message(of: root)
    else { return nil }
    let string = found.value.range
    guard string.count >= 2, bytes[string.lowerBound] == UInt8(ascii: "\"") else { return nil }
    content = string.lowerBound + 1..<string.upperBound - 1
    guard !LogMarks.mayHoldFrames(bytes, root.range.lowerBound..<content.lowerBound),
      !LogMarks.mayHoldFrames(bytes, content.upperBound..<root.range.upperBound)
    else { return nil }
    let text = document.withoutTaking { found.value.string } ?? ""
    holdsLineEnd = text.utf8.last == TextScan.newline
    isContinued = found.key == Self.keys[0] && !holdsLineEnd
    guard !text.utf8.dropLast().contains(TextScan.newline) else { return nil }
  }

  private static func message(of root: JSONValue) -> (key: String, value: JSONValue)? {
    for key in keys { if let value = root[key], value.kind == .string { return (key, value) } }
    return nil
  }

  /// Returns the text of the line with its end.
  func text(_ bytes: [UInt8]) -> [UInt8] {
    let text = LogExcerpt(Array(bytes[content]), from: content.lowerBound).unescaped.bytes
    return holdsLineEnd || isContinued ? text : text + [TextScan.newline]
  }
}
