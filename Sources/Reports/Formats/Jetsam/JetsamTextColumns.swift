import SymbolModel

/// The columns of a low-memory report's table, by the names in its heading: `Name <UUID> CPU Time rpages recent_max [reason]
/// (state)`. Every version of the system has different columns in a different order, and some names consist of several parts,
/// separated by blanks.
struct JetsamTextColumns {
  /// The names after the UUID, without those in brackets, in each possible reading of the heading.
  private let readings: [[String]]

  /// Reads a heading. Returns nil for any other line.
  init?(heading: String) {
    let text = heading.lowercased().replacingBlanksAndBars()
    guard text.hasPrefix("name"), let id = Self.end(of: "uuid", in: text) else { return nil }
    let names = String(text[id...])
    let known = Self.joined(names)
    readings = [
      known.split(separator: " ").map(String.init),
      Self.cells(names).map { Self.joined($0).split(separator: " ").joined(separator: "_") },
    ].map { $0.filter { !$0.hasPrefix("[") && !$0.hasPrefix("(") && $0 != ">" } }
  }

  /// Returns the cells of a row with the names of their columns, or none if every reading of the heading has another number of
  /// columns than the row has cells.
  func values(_ cells: [Substring]) -> [(name: String, cell: String)] {
    guard let names = readings.first(where: { $0.count == cells.count }) else { return [] }
    return zip(names, cells).map { ($0, String($1)) }
  }

  /// Returns the heading with the blanks inside known column names removed.
  private static func joined(_ names: String) -> String {
    names.split(separator: " ").map(String.init).reduce(into: [String]()) { words, word in
      switch (words.last, word) {
      case ("cpu", "time"): words[words.count - 1] = "cpu_time"
      case ("count", "resident"): words[words.count - 1] = "resident"
      case ("resident", "pages"): words[words.count - 1] = "rpages"
      default: words.append(word)
      }
    }.joined(separator: " ")
  }

  /// Returns the parts between runs of two blanks and more.
  private static func cells(_ text: String) -> [String] {
    var cells: [String] = [""]
    var blanks = 2
    for character in text {
      if character == " " {
        blanks += 1
      } else {
        if blanks > 1, cells.last?.isEmpty == false { cells.append("") }
        if blanks == 1, cells.last?.isEmpty == false { cells[cells.count - 1].append(" ") }
        cells[cells.count - 1].append(character)
        blanks = 0
      }
    }
    return cells.filter { !$0.isEmpty }
  }

  /// Returns the end of a word's first occurrence in a text, or nil if there is none.
  private static func end(of word: String, in text: String) -> String.Index? {
    var start = text.startIndex
    while start < text.endIndex {
      if text[start...].hasPrefix(word) { return text.index(start, offsetBy: word.count) }
      start = text.index(after: start)
    }
    return nil
  }
}

extension String {
  /// Returns the text with tabs and bars between columns replaced by two blanks.
  fileprivate func replacingBlanksAndBars() -> String {
    map { $0 == "\t" || $0 == "|" ? "  " : String($0) }.joined()
  }
}
