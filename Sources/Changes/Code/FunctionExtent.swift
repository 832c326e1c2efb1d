/// Finds the lines of a function in a source file of any language: its name above a line, and then braces or indentation.
struct FunctionExtent {
  private let lines: [ArraySlice<UInt8>]

  /// The most lines above a line in which its function begins, and the most lines of a function.
  private static let reach = 5_000

  /// Reads a file.
  init(_ text: [UInt8]) { lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) }

  /// The number of lines.
  var count: Int { lines.count }

  /// Returns the lines, counted from 1, of the function with this identifier around a line; nil if it is not found.
  func lines(of name: String, around line: Int) -> ClosedRange<Int>? {
    guard line >= 1, line <= lines.count, !name.isEmpty else { return nil }
    let word = Array(name.utf8)
    let depth = Self.indentation(lines[line - 1])
    for start in stride(from: line - 1, through: max(0, line - Self.reach), by: -1) {
      let text = lines[start]
      guard start == line - 1 || Self.indentation(text) < depth, Self.declares(word, text) else { continue }
      guard let end = end(ofFunctionAt: start), end >= line - 1 else { continue }
      return (start + 1)...(end + 1)
    }
    return nil
  }

  /// Returns the last line of a function whose declaration is in a line; nil if it has no body.
  private func end(ofFunctionAt start: Int) -> Int? {
    var scan = BraceScan()
    for position in start..<min(lines.count, start + Self.reach) {
      scan.read(lines[position])
      if scan.isClosed { return position }
      if scan.depth < 0 || scan.depth == 0 && scan.endsStatement { return nil }
      // Without a brace in the lines of the declaration, the indentation is what counts.
      if !scan.hasOpened, position - start >= 20 || endsWithColon(position) { return endByIndentation(start) }
    }
    return nil
  }

  private func endsWithColon(_ position: Int) -> Bool {
    lines[position].last { !Self.isBlank($0) } == UInt8(ascii: ":")
  }

  private func endByIndentation(_ start: Int) -> Int {
    let depth = Self.indentation(lines[start])
    var end = start
    for position in (start + 1)..<max(start + 1, min(lines.count, start + Self.reach)) {
      guard lines[position].contains(where: { !Self.isBlank($0) }) else { continue }
      guard Self.indentation(lines[position]) > depth else { break }
      end = position
    }
    return end
  }

  /// Whether a line seems to declare a function or a property with this name: the whole word, before parentheses, a brace or a type.
  private static func declares(_ word: [UInt8], _ line: ArraySlice<UInt8>) -> Bool {
    let text = line.drop(while: isBlank)
    for comment in ["//", "/*", "* ", "#", "return ", "."] where text.starts(with: comment.utf8) { return false }
    var position = text.startIndex
    while position + word.count <= text.endIndex {
      let end = position + word.count
      if text[position..<end].elementsEqual(word),
        position == text.startIndex || !isWord(text[position - 1]) && text[position - 1] != UInt8(ascii: "."),
        end == text.endIndex || !isWord(text[end]), opens(text[end...])
      {
        return true
      }
      position += 1
    }
    return false
  }

  /// Whether what follows a name may follow the name of a declaration.
  private static func opens(_ rest: ArraySlice<UInt8>) -> Bool {
    guard let next = rest.first(where: { !isBlank($0) }) else { return true }
    return "(<{:=?!".utf8.contains(next)
  }

  private static func indentation(_ line: ArraySlice<UInt8>) -> Int { line.prefix(while: isBlank).count }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0d }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte >= 0x80 || (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte)
      || (0x61...0x7a).contains(byte)
  }
}
