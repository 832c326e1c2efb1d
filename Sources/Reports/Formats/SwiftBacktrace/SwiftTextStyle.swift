import CrashModel

/// The columns before the text of a Swift backtrace's frame, for lines that the runtime did not write. They have the runtime's
/// colors if it used some.
struct SwiftTextStyle {
  /// One byte that is shown, with the escape sequences before it.
  private struct Cell {
    var escapes: [UInt8] = []
    var byte: UInt8
  }

  private var cells: [Cell] = []
  /// The escape sequences at the end.
  private var rest: [UInt8] = []

  /// Takes apart a prefix: bytes of the input up to the end of the address.
  init(_ prefix: [UInt8]) {
    var escapes: [UInt8] = []
    var position = 0
    while position < prefix.count {
      let end = Self.sequenceEnd(prefix, position)
      if end > position {
        escapes += prefix[position..<end]
        position = end
      } else {
        cells.append(Cell(escapes: escapes, byte: prefix[position]))
        escapes = []
        position += 1
      }
    }
    rest = escapes
  }

  /// Returns the position after the escape sequence (`ESC [ ... m`, as it is or as JSON escapes it) at a position; the position
  /// if there is none.
  private static func sequenceEnd(_ bytes: [UInt8], _ position: Int) -> Int {
    for start in [[0x1b] + Array("[".utf8), Array("\\u001b[".utf8), Array("\\u001B[".utf8)]
    where bytes[position...].starts(with: start) {
      let parameters = bytes[(position + start.count)...].prefix(16)
      if let letter = parameters.firstIndex(where: { $0 >= 0x40 }) { return letter + 1 }
    }
    return position
  }

  /// Whether there are colors.
  var isColored: Bool { !rest.isEmpty || cells.contains { !$0.escapes.isEmpty } }

  /// Returns the columns of a function that is inlined into that of the frame: the same number and address, and the marks
  /// `[inlined]` and, with `isSystem`, `[system]`, in the blanks before the address where they are wide enough.
  func inlined(isSystem: Bool) -> [UInt8] {
    let shown = cells.map(\.byte)
    guard let address = TextScan.findLast(shown, 0..<shown.count, "0x") else { return bytes(cells) + rest }
    let marks = TextScan.find(shown, 0..<address, "[") ?? address
    let numberEnd = TextScan.trimmedEnd(shown, 0, marks)
    var result = bytes(cells[..<numberEnd])
    if numberEnd < cells.count { result += cells[numberEnd].escapes }
    let words = isSystem ? ["[inlined]", "[system]"] : ["[inlined]"]
    var width = 0
    for word in words {
      result.append(TextScan.space)
      result += isColored ? Self.painted(word, 34) : Array(word.utf8)
      width += word.utf8.count + 1
    }
    result += Array(repeating: TextScan.space, count: max(1, address - numberEnd - width))
    // The sequences that end the color before the address are left out; the last one begins the color of the address.
    var tail = Array(cells[address...])
    if let start = tail[0].escapes.lastIndex(of: 0x1b) { tail[0].escapes.removeSubrange(..<start) }
    return result + bytes(tail[...]) + rest
  }

  private func bytes(_ cells: some Sequence<Cell>) -> [UInt8] { cells.flatMap { $0.escapes + [$0.byte] } }

  /// Returns a text in one of the terminal's colors, as the Swift runtime writes it.
  static func painted(_ text: String, _ color: Int) -> [UInt8] { Array("\u{1B}[\(color)m\(text)\u{1B}[39m".utf8) }
}
