/// Builds the lines of a text report.
package struct TextColumns {
  /// The lines so far.
  package private(set) var lines: [String] = []
  /// The width of a key with its colon and blanks.
  package let width: Int

  /// Starts an empty text whose values are in column `width`.
  package init(width: Int) { self.width = width }

  /// Adds a line with a key and a value, separated by at least one blank, or nothing if the value is nil.
  package mutating func add(_ key: String, _ value: String?) {
    guard let value else { return }
    let head = Self.left(key + ":", width)
    lines.append(head + (head.utf8.last == UInt8(ascii: ":") ? " " : "") + value)
  }

  /// Adds lines as they are.
  package mutating func add(lines more: [String]) { lines += more }

  /// Adds an empty line.
  package mutating func addBlank() { lines.append("") }

  /// Returns the text padded with blanks at its end; never cut. Counts characters.
  package static func left(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// Returns the text padded with blanks before it; never cut. Counts characters.
  package static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  /// Returns hexadecimal digits after `0x`, with leading zeros up to `digits`.
  package static func hex(_ value: UInt64, digits: Int = 1) -> String {
    let text = String(value, radix: 16)
    return "0x" + String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }

  /// Returns the lines of a text; a line feed at its end makes an empty one.
  package static func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
