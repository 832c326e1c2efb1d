import CrashModel

/// The lines of a tombstone that no rule reads: memory near registers, open files, the log. Each section is one value under its heading.
struct TombstoneSections: Sendable {
  private var sections: [(heading: String, lines: [String])] = []
  private var counts: [String: Int] = [:]
  private var isOpen = false

  /// Begins a section.
  mutating func open(_ heading: String) {
    counts[heading, default: 0] += 1
    let count = counts[heading] ?? 1
    sections.append((count == 1 ? heading : "\(heading) (\(count))", []))
    isOpen = true
  }

  /// Ends the section.
  mutating func close() { isOpen = false }

  /// Adds a line to the section, or under its number if there is none.
  mutating func add(_ line: String, number: Int) {
    if isOpen, let last = sections.indices.last {
      sections[last].lines.append(line)
    } else {
      sections.append(("line \(number)", [line]))
    }
  }

  var values: [OtherValue] { sections.map { OtherValue(path: $0.heading, value: .text($0.lines.joined(separator: "\n"))) } }
}
