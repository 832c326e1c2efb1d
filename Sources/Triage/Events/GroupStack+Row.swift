extension GroupStack {
  /// How many numbers a row has for the stack, and after them for each line.
  private static let (head, width) = (4, 5)

  /// The stack as a row of a manifest: group, path, time and instruction, then function, image, file, line and marks of each line. `number` returns
  /// the position of a text, and -1 for nil.
  package func row(_ number: (String?) -> Int) -> [Int] {
    [number(group), number(path), time ?? .min, number(instruction)]
      + lines.flatMap { line in
        let marks = (line.inApp ? 1 : 0) | (line.isInlined ? 2 : 0) | (line.isBlamed ? 4 : 0)
        return [number(line.function), number(line.image), number(line.file), line.line.map { Int($0) } ?? -1, marks]
      }
  }

  /// Reads what `row` returned. Returns nil if it is none.
  package init?(row: [Int], _ texts: [String]) {
    func text(_ number: Int) -> String? { texts.indices.contains(number) ? texts[number] : nil }
    guard row.count >= Self.head, (row.count - Self.head) % Self.width == 0, let group = text(row[0]), let path = text(row[1])
    else { return nil }
    let lines = stride(from: Self.head, to: row.count, by: Self.width).prefix(Self.limit).map { start in
      var line = Line(
        function: text(row[start]), image: text(row[start + 1]), file: text(row[start + 2]),
        line: UInt32(exactly: row[start + 3]),
        inApp: row[start + 4] & 1 != 0, isInlined: row[start + 4] & 2 != 0)
      line.isBlamed = row[start + 4] & 4 != 0
      return line
    }
    self.init(group: group, time: row[2] == .min ? nil : row[2], path: path, instruction: text(row[3]), lines: Array(lines))
  }
}
