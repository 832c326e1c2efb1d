extension JSONValue {
  /// The value over several lines: the keys of objects sorted by name, each level indented by four blanks (16 levels at most,
  /// so that nesting cannot blow the text up; below `deepestIndented` levels a value is one string). Numbers and words are as
  /// they are; nothing is reported about what is missing.
  package var indentedLines: [String] {
    var lines: [String] = []
    appendLines(to: &lines, opening: "", depth: 0)
    return lines
  }

  /// Adds the lines of the value. `opening` precedes the value on its first line.
  private func appendLines(to lines: inout [String], opening: String, depth: Int) {
    switch kind {
    case .object where depth >= Self.deepestIndented, .array where depth >= Self.deepestIndented:
      lines.append(opening + JSONString.encode(text))
    case .object:
      let members = members.map { (name: $0.key.string, value: $0.value) }.sorted { $0.name < $1.name }
      appendContainer(to: &lines, opening: opening, depth: depth, brackets: ("{", "}"), isEmpty: members.isEmpty) {
        lines, indent in
        for member in members {
          member.value.appendLines(
            to: &lines, opening: indent + JSONString.encode(member.name) + ": ", depth: depth + 1)
          Self.appendComma(&lines)
        }
      }
    case .array:
      let elements = Array(elements)
      appendContainer(to: &lines, opening: opening, depth: depth, brackets: ("[", "]"), isEmpty: elements.isEmpty) {
        lines, indent in
        for element in elements {
          element.appendLines(to: &lines, opening: indent, depth: depth + 1)
          Self.appendComma(&lines)
        }
      }
    case .string: lines.append(opening + JSONString.encode(string ?? ""))
    case .number, .bool, .null: lines.append(opening + text)
    case .missing: lines.append(opening + "null")
    }
  }

  private func appendContainer(
    to lines: inout [String], opening: String, depth: Int, brackets: (String, String), isEmpty: Bool,
    _ body: (inout [String], String) -> Void
  ) {
    guard !isEmpty else {
      lines.append(opening + brackets.0 + brackets.1)
      return
    }
    func indent(_ depth: Int) -> String { String(repeating: " ", count: 4 * min(depth, 16)) }
    lines.append(opening + brackets.0)
    body(&lines, indent(depth + 1))
    if let last = lines.last, last.hasSuffix(",") { lines[lines.count - 1] = String(last.dropLast()) }
    lines.append(indent(depth) + brackets.1)
  }

  /// The maximum number of levels that are laid out. Deeper text stays in its original spelling, so that no text needs recursion
  /// of its depth.
  package static let deepestIndented = 100

  private static func appendComma(_ lines: inout [String]) { lines[lines.count - 1] += "," }
}
