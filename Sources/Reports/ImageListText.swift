import CrashModel
import JSONText
import SymbolModel

/// Words image lists, line by line: where an image lies in the columns that Apple's reports have, then what the format says of it.
struct ImageListText {
  /// The lines so far.
  private(set) var text = LineWriter()

  /// Begins a list with room for `count` images.
  init(heading: String = "Binary Images:", count: Int) {
    text.reserve(count * 128)
    text.append(lines: [heading])
  }

  /// The finished lines.
  var bytes: [UInt8] { text.bytes }

  /// Begins a line with the first address of an image and the last, nil when unknown: right aligned in `width` columns each.
  mutating func begin(_ first: UInt64?, _ last: UInt64?, width: Int = 18) {
    add(first, width)
    text.append(mark: " - ")
    add(last, width)
    text.append(TextScan.space)
  }

  private mutating func add(_ address: UInt64?, _ width: Int) {
    guard let address else { return text.append(TextColumns.right("???", width)) }
    text.append(spaces: width - 2 - HexDigits.count(address))
    text.append(mark: "0x")
    text.append(hexadecimal: address)
  }

  /// Adds a text to the line.
  mutating func add(_ words: String) { text.append(words) }

  /// Adds the text of a JSON string to the line, else `other`.
  mutating func add(_ value: JSONValue?, or other: String) { text.append(value?.string ?? other) }

  /// Adds an ID's hexadecimal digits to the line.
  mutating func add(_ id: ImageID) { id.forEachNumber { text.append(hexadecimal: $0, digits: 2 * $1) } }

  /// Adds a text without its dashes to the line.
  mutating func addWithoutDashes(_ words: String) {
    text.append(words, without: UInt8(ascii: "-"))
  }

  /// Ends the line.
  mutating func end() { text.finish() }
}
