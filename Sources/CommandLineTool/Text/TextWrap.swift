/// Breaks text into lines.
enum TextWrap {
  /// Breaks `text` at blanks into lines of at most `width` bytes. A longer run without blanks gets a longer line. Several blanks
  /// become one.
  static func lines(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.utf8.count + 1 + word.utf8.count <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  /// Does the same after `indent` blanks. The further lines of a list item (`* text`) are indented to the text after its mark.
  static func lines(_ text: String, width: Int, indent: Int) -> [String] {
    let blanks = String(repeating: " ", count: indent)
    guard text.hasPrefix("* ") else { return lines(text, width: width - indent).map { blanks + $0 } }
    let wrapped = lines(String(text.dropFirst(2)), width: width - indent - 2)
    return wrapped.enumerated().map { blanks + ($0.offset == 0 ? "* " : "  ") + $0.element }
  }
}
