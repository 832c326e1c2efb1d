import Bytes
package import SymbolModel

/// Formats image lists, line by line: the addresses of an image in the columns of Apple's reports, then the text of the format.
package struct ImageListText {
  /// The lines so far.
  package private(set) var text = LineWriter()

  /// Begins a list with room for `count` images.
  package init(heading: String = "Binary Images:", count: Int) {
    text.reserve(count * 128)
    text.append(lines: [heading])
  }

  /// The finished lines.
  package var bytes: [UInt8] { text.bytes }

  /// Adds a line: the first and last address of an image, nil if unknown, right aligned in `width` columns each; then the text
  /// that `body` writes in at most `room` bytes.
  package mutating func add(
    _ first: UInt64?, _ last: UInt64?, width: Int = 18, room: Int, _ body: (inout OutputSpan<UInt8>) -> Void
  ) {
    text.writeLine(room: 2 * (width + OutputSpan<UInt8>.roomForNumber) + 4 + room) { line in
      Self.add(first, width, to: &line)
      line.append(literal: " - ")
      Self.add(last, width, to: &line)
      line.append(literal: " ")
      body(&line)
    }
  }

  private static func add(_ address: UInt64?, _ width: Int, to line: inout OutputSpan<UInt8>) {
    let digits = address.map { HexDigits.count($0) } ?? 1
    line.append(spaces: width - 2 - digits)
    guard let address else { return line.append(literal: "???") }
    line.append(literal: "0x")
    line.append(hexadecimal: address)
  }

  /// Adds a line with a given text.
  package mutating func add(_ first: UInt64?, _ last: UInt64?, _ words: String) {
    add(first, last, room: words.utf8.count) { $0.append(line: words.utf8.span) }
  }
}

extension OutputSpan<UInt8> {
  /// Appends an ID's hexadecimal digits, lower case; for an unknown or invalid ID, the report's own text.
  package mutating func append(_ id: ImageID?, or text: String) {
    guard let id else { return append(line: text.utf8.span) }
    let bytes = id.bytes
    let whole = bytes.count & ~3
    for start in stride(from: 0, to: whole, by: 4) {
      let number = bytes[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) }
      append(word: HexDigits.eight(number), count: 8)
    }
    for byte in bytes[whole...] { append(hexadecimal: UInt64(byte), digits: 2) }
  }

  /// The capacity in bytes that this may need.
  package static var roomForID: Int { 160 }
}
