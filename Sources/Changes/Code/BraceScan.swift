/// Counts braces line by line; those in strings and comments do not count.
struct BraceScan {
  /// The number of open braces.
  private(set) var depth = 0
  /// Whether there was one.
  private(set) var hasOpened = false
  /// Whether the last line ends a statement outside of braces.
  private(set) var endsStatement = false
  private var isInComment = false

  /// Whether all braces are closed again.
  var isClosed: Bool { hasOpened && depth <= 0 }

  /// Reads a line, until the braces are closed.
  mutating func read(_ line: ArraySlice<UInt8>) {
    var quote: UInt8?
    var position = line.startIndex
    var last: UInt8 = 0
    while position < line.endIndex, !isClosed {
      let byte = line[position]
      let next = position + 1 < line.endIndex ? line[position + 1] : 0
      position += 1
      if isInComment {
        if byte == UInt8(ascii: "*"), next == UInt8(ascii: "/") { isInComment = false; position += 1 }
      } else if let open = quote {
        if byte == UInt8(ascii: "\\") { position += 1 } else if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "/"), next == UInt8(ascii: "/") {
        break
      } else if byte == UInt8(ascii: "/"), next == UInt8(ascii: "*") {
        isInComment = true
        position += 1
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") && line[position...].prefix(3).contains(byte) {
        quote = byte
      } else {
        if byte == UInt8(ascii: "{") { depth += 1; hasOpened = true }
        if byte == UInt8(ascii: "}") { depth -= 1 }
        if byte != 0x20, byte != 0x09, byte != 0x0d { last = byte }
      }
    }
    endsStatement = last == UInt8(ascii: ";")
  }
}
