import CrashModel

/// Keeps the Markdown of reports below the size of GitHub's comments, 65,536 characters. What happened and the stacks of crashed
/// threads stay whole, however long they are. Everything else is shortened or left out, the least important part first, and what is
/// missing is counted.
struct MarkdownLimit {
  /// One part of the output.
  struct Section {
    /// The lines, or those of the shortened section.
    var lines: [String]
    /// The importance: sections with 0 stay whole; those with higher numbers go first.
    var rank: Int
    /// What the section has, for the line in place of it: `274 other threads`.
    var what = ""
    /// Returns the section in at most this many bytes, or nil if it cannot be shortened so far.
    var shortened: ((_ bytes: Int) -> [String]?)?
  }

  /// The room for one line about something that is left out.
  static let noteRoom = 160

  /// Returns the lines of all sections in their order, in less than `maxBytes` bytes as far as that is possible.
  static func lines(of sections: [Section], maxBytes: Int) -> [String] {
    let sizes = sections.map { size(of: $0.lines) }
    guard sizes.reduce(0, +) >= maxBytes else { return sections.flatMap(\.lines) }
    var result = sections.map(\.lines)
    var room = maxBytes - 1
    for (section, size) in zip(sections, sizes) where section.rank == 0 { room -= size }
    let others = sections.indices.filter { sections[$0].rank > 0 && !sections[$0].lines.isEmpty }
    var reserve = others.count * noteRoom
    for position in others.sorted(by: { (sections[$0].rank, $0) < (sections[$1].rank, $1) }) {
      reserve -= noteRoom
      let available = room - reserve
      if sizes[position] > available {
        result[position] =
          sections[position].shortened?(available - noteRoom) ?? [
            "", "\(sections[position].what) left out: comments on GitHub hold 65,536 characters.",
          ]
      }
      room -= Self.size(of: result[position])
    }
    return result.flatMap { $0 }
  }

  /// Returns the number of bytes of lines with their ends.
  static func size(of lines: [String]) -> Int { lines.reduce(0) { $0 + $1.utf8.count + 1 } }

  /// Returns the first lines of a section with a fence, then a line with the number of the others; nil if not even 10 lines fit.
  static func cut(_ lines: [String], to bytes: Int, _ what: String) -> [String]? {
    guard let fence = lines.last(where: { $0.hasPrefix("```") }), let end = lines.lastIndex(of: fence) else { return nil }
    var room = bytes - size(of: Array(lines[end...])) - 80
    var kept = 0
    while kept < end, room > lines[kept].utf8.count {
      room -= lines[kept].utf8.count + 1
      kept += 1
    }
    guard kept >= 10 else { return nil }
    return lines[..<kept] + ["... \(NumberFormat.counted(end - kept, "more line")) of \(what)"] + lines[end...]
  }
}
