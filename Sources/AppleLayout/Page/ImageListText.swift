package import Bytes
package import CrashModel
package import SymbolModel

/// Formats image lists, line by line: the addresses of an image in the columns of Apple's reports, then the text of the format.
package struct ImageListText: ~Copyable {
  /// The lines so far.
  private var text: LineWriter

  /// The usual size of a line in bytes, or more.
  private static let lineSize = 192

  /// Returns a list: `heading`, then the lines that `add` adds for each image, whose position
  /// it gets with all images: to pass an image copies it.
  package static func bytes(
    heading: String = "Binary Images:", of images: [BinaryImage], _ add: ([BinaryImage], Int, inout ImageListText) -> Void
  ) -> [UInt8] {
    LineWriter.text(size: Self.lineSize * (images.count + 1)) { text in
      var list = ImageListText(text: text)
      list.text.append(lines: [heading])
      for position in images.indices { add(images, position, &list) }
      text = list.takeText()
    }.bytes
  }

  private consuming func takeText() -> LineWriter { text }

  /// Adds a line: the first and last address of an image, nil if unknown, right aligned in `width` columns each; then the text
  /// that `body` writes.
  package mutating func add(
    _ first: UInt64?, _ last: UInt64?, width: Int = 18, _ body: (inout GrowingBytes) -> Void
  ) {
    text.writeLine { line in
      Self.add(first, width, to: &line)
      line.append(literal: " - ")
      Self.add(last, width, to: &line)
      line.append(literal: " ")
      body(&line)
    }
  }

  private static func add(_ address: UInt64?, _ width: Int, to line: inout GrowingBytes) {
    let digits = address.map { HexDigits.count($0) } ?? 1
    line.append(spaces: width - 2 - digits)
    guard let address else { return line.append(literal: "???") }
    line.append(literal: "0x")
    line.append(hexadecimal: address)
  }

  /// Adds a line with a given text.
  package mutating func add(_ first: UInt64?, _ last: UInt64?, _ words: String) {
    add(first, last) { $0.append(line: words.utf8.span) }
  }
}

extension GrowingBytes {
  /// Appends an ID's hexadecimal digits, lower case; for an unknown or invalid ID, the report's own text.
  package mutating func append(_ id: ImageID?, or text: String) {
    guard let id else { return append(line: text.utf8.span) }
    if let words = id.words {
      append(hexadecimal: words.high, digits: 16)
      return append(hexadecimal: words.low, digits: 16)
    }
    let bytes = id.bytes
    let whole = bytes.count & ~3
    for start in stride(from: 0, to: whole, by: 4) {
      let number = bytes[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) }
      append(hexadecimal: UInt64(number), digits: 8)
    }
    for byte in bytes[whole...] { append(hexadecimal: UInt64(byte), digits: 2) }
  }
}
