/// What compilers and reporters put after names of any language.
enum CommonSuffix {
  /// The name without offset, file and line, image, and the marks of clones.
  static func removed(from name: String) -> String {
    var text = name[...]
    if let at = text.position(of: " + "), text[at...].dropFirst(3).first?.isNumber == true { text = text[..<at] }
    if let at = text.position(of: " (in ") { text = text[..<at] }
    if let at = text.position(of: " [clone ") { text = text[..<at] }
    if let at = text.position(of: "$VARIANT$") { text = text[..<at] }
    text = withoutFile(text)
    while let shorter = withoutCloneMark(text) { text = shorter }
    return String(text)
  }

  /// Whether the dots of a name are those of clone marks.
  static func isCloneSuffix(of name: String) -> Bool { withoutCloneMark(name[...]) != nil }

  /// Removes ` (file.m:12)`.
  private static func withoutFile(_ text: Substring) -> Substring {
    guard text.hasSuffix(")"), let open = text.lastIndex(of: "("), open > text.startIndex, text[text.index(before: open)] == " "
    else { return text }
    let inside = text[text.index(after: open)...].dropLast()
    guard let colon = inside.lastIndex(of: ":"), inside[..<colon].contains("."), !inside[..<colon].contains(" "),
      !inside[colon...].dropFirst().isEmpty, inside[colon...].dropFirst().allSatisfy(\.isNumber)
    else { return text }
    return text[..<text.index(before: open)]
  }

  /// Removes one mark such as `.cold.1`, `.isra.0`, `.llvm.123`; nil when there is none.
  private static func withoutCloneMark(_ text: Substring) -> Substring? {
    var rest = text
    while let last = rest.last, last.isASCII, last.isNumber { rest.removeLast() }
    if rest.endIndex != text.endIndex, rest.last == "." { rest.removeLast() } else { rest = text }
    for mark in marks where rest.hasSuffix(mark) && rest.utf8.count > mark.utf8.count { return rest.dropLast(mark.count) }
    return nil
  }

  private static let marks = [
    ".cold", ".isra", ".part", ".constprop", ".llvm", ".lto_priv", ".resume", ".cleanup", ".destroy", ".warm", ".__uniq",
    ".clone",
  ]
}
