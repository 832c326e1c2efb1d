import Bytes
import CrashModel

/// Puts text that comes from reports and debug files into GitHub-flavored Markdown so that nothing of it is markup.
///
/// Text becomes code, in which Markdown, HTML, mentions (`@name`), issue numbers (`#1`) and emoji (`:name:`) have no meaning;
/// only the plainest text stays as it is. Control characters are made visible.
enum MarkdownText {
  /// Returns the text as part of a line: as it is if it contains only letters, digits, blanks and harmless punctuation, else as
  /// code. Text that sites turn into links also becomes code: `GH-1`, and hexadecimal numbers that may be the ID of a commit.
  static func inline(_ text: String) -> String { isPlain(text) && !holdsReference(text) ? text : code(text) }

  /// Returns the text as a code span (GFM, section 6.3) on one line; an empty text yields none.
  static func code(_ text: String) -> String {
    let shown = oneLine(text)
    guard !shown.isEmpty else { return "" }
    let ticks = String(repeating: "`", count: longestRun(of: UInt8(ascii: "`"), in: shown.utf8) + 1)
    // If both ends are blank, Markdown removes one blank at each end.
    let touches = shown.utf8.first == UInt8(ascii: "`") || shown.utf8.last == UInt8(ascii: "`")
    let isPadded = shown.utf8.first == UInt8(ascii: " ") && shown.utf8.last == UInt8(ascii: " ")
    let padding = touches || isPadded ? " " : ""
    return ticks + padding + shown + padding + ticks
  }

  /// Returns lines as a fenced code block (GFM, section 4.5) whose fence is longer than any in the lines.
  static func fence(_ lines: [String], language: String = "") -> [String] {
    let shown = lines.flatMap(Self.lines)
    let longest = shown.map { longestRun(of: UInt8(ascii: "`"), in: $0.utf8) }.max() ?? 0
    let ticks = String(repeating: "`", count: max(longest + 1, 3))
    return [ticks + language] + shown + [ticks]
  }

  /// Returns a link with a code span as its text. `url` is percent-encoded ASCII.
  static func link(_ text: String, _ url: String) -> String {
    let target = url.utf8.flatMap { unit -> [UInt8] in
      switch unit {
      case UInt8(ascii: "("): Array("%28".utf8)
      case UInt8(ascii: ")"): Array("%29".utf8)
      case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"), 0...0x20, 0x7F...: []
      default: [unit]
      }
    }
    return "[\(code(text))](\(String(decoding: target, as: UTF8.self)))"
  }

  /// Returns the lines of a text with visible control characters, without a last empty one.
  static func lines(_ text: String) -> [String] {
    var lines = TerminalText.visible(Array(text.utf8)).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.count > 1, lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { line in
      String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }
  }

  private static func oneLine(_ text: String) -> String {
    let bytes = text.utf8.map { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\t") ? UInt8(ascii: " ") : $0 }
    return String(decoding: TerminalText.visible(bytes), as: UTF8.self)
  }

  private static func isPlain(_ text: String) -> Bool {
    var last = UInt8(ascii: " ")
    for unit in text.utf8 {
      switch unit {
      case _ where isAlphanumeric(unit): break
      // Underscores mark emphasis unless they are inside a word; points make links of `www.`.
      case UInt8(ascii: "_"): if !isAlphanumeric(last) { return false }
      case UInt8(ascii: " "): if last == UInt8(ascii: "_") || last == unit { return false }
      case UInt8(ascii: "."): if last == UInt8(ascii: "_") || last | 0x20 == UInt8(ascii: "w") { return false }
      case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: ","), UInt8(ascii: "-"):
        if last == UInt8(ascii: "_") { return false }
      default: return false
      }
      last = unit
    }
    return last != UInt8(ascii: " ") && last != UInt8(ascii: "_")
  }

  /// Returns whether a text contains what GitHub turns into a link: `GH-` and a number, or 7 or more hexadecimal digits.
  private static func holdsReference(_ text: String) -> Bool {
    text.utf8.split(whereSeparator: { !isAlphanumeric($0) && $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") }).contains {
      part in
      let words = part.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
      let isIssue = zip(words, words.dropFirst()).contains { prefix, number in
        prefix.map { $0 | 0x20 } == Array("gh".utf8) && number.first.map { $0 >= 0x30 && $0 <= 0x39 } == true
      }
      return isIssue || words.contains { $0.count >= 7 && $0.allSatisfy { HexDigits.value(of: $0) < 16 } }
    }
  }

  private static func isAlphanumeric(_ unit: UInt8) -> Bool {
    switch unit | 0x20 {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): unit >= 0x40
    case UInt8(ascii: "0")...UInt8(ascii: "9"): unit >= 0x30
    default: false
    }
  }

  private static func longestRun(of byte: UInt8, in bytes: String.UTF8View) -> Int {
    var longest = 0
    var run = 0
    for unit in bytes {
      run = unit == byte ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }
}
