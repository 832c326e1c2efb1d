import AppleLayout
import Bytes

/// Writes JSON text from front to back. Keys appear in the order in which they are written.
struct JSONWriter {
  /// The text so far, valid UTF-8.
  private(set) var bytes: [UInt8] = []
  private let isPretty: Bool
  /// For every open object or array, whether it has contents.
  private var filled: [Bool] = []
  private var followsKey = false

  /// Starts an empty text: one line, or indented by 2 blanks per level.
  init(isPretty: Bool) { self.isPretty = isPretty }

  /// Opens an object.
  mutating func beginObject() { open(UInt8(ascii: "{")) }
  /// Closes the innermost object.
  mutating func endObject() { close(UInt8(ascii: "}")) }
  /// Opens an array.
  mutating func beginArray() { open(UInt8(ascii: "[")) }
  /// Closes the innermost array.
  mutating func endArray() { close(UInt8(ascii: "]")) }

  /// Writes a key that needs no escapes; its value must follow.
  mutating func key(_ key: String) {
    separate()
    append(quoted: key, end: isPretty ? ": " : ":")
    followsKey = true
  }

  /// Writes a key that may need escapes; its value must follow.
  mutating func key(ofReport key: String) {
    separate()
    writeString(key)
    bytes.append(UInt8(ascii: ":"))
    if isPretty { bytes.append(UInt8(ascii: " ")) }
    followsKey = true
  }

  /// Writes a string.
  mutating func value(_ text: String) {
    separate()
    writeString(text)
  }

  /// Writes a whole number.
  mutating func value(_ number: some BinaryInteger) {
    separate()
    if let small = UInt64(exactly: number) { bytes.append(decimal: small) } else { bytes += String(number).utf8 }
  }

  /// Writes `true` or `false`.
  mutating func value(_ flag: Bool) {
    separate()
    bytes += (flag ? "true" : "false").utf8
  }

  /// Writes a number in its own spelling, which must follow JSON's grammar.
  mutating func value(number digits: String) {
    separate()
    bytes += digits.utf8
  }

  /// Writes `null`.
  mutating func writeNull() {
    separate()
    bytes += "null".utf8
  }

  /// Writes a line end.
  mutating func endLine() { bytes.append(UInt8(ascii: "\n")) }

  private mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    filled.append(false)
  }

  private mutating func close(_ bracket: UInt8) {
    if filled.popLast() == true { breakLine() }
    bytes.append(bracket)
  }

  /// Writes the separator before a value or key.
  private mutating func separate() {
    if followsKey {
      followsKey = false
      return
    }
    guard let last = filled.indices.last else { return }
    if filled[last] { bytes.append(UInt8(ascii: ",")) }
    filled[last] = true
    breakLine()
  }

  /// Deeper levels are not indented further: a thousand brackets in the app's own data would become a megabyte of blanks.
  private static let deepestIndent = 40

  private mutating func breakLine() {
    guard isPretty else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes += repeatElement(UInt8(ascii: " "), count: 2 * min(filled.count, Self.deepestIndent))
  }

  private mutating func writeString(_ text: String) {
    guard Self.needsEscapes(text) else { return append(quoted: text, end: "") }
    bytes.append(UInt8(ascii: "\""))
    writeEscaped(text)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes a text that needs no escapes. Capacity is reserved once for it and its quotes.
  private mutating func append(quoted text: String, end: StaticString) {
    let units = text.utf8.span
    bytes.append(addingCapacity: units.count + 4) { output in
      output.append(UInt8(ascii: "\""))
      output.append(copying: units)
      output.append(UInt8(ascii: "\""))
      output.append(literal: end)
    }
  }

  /// Characters beyond ASCII are checked one by one.
  private static func needsEscapes(_ text: String) -> Bool {
    let units = text.utf8.span
    return ByteSearch.unusual(in: units, from: 0) < units.count || ByteSearch.quoteOrBackslash(in: units, from: 0) < units.count
  }

  private mutating func writeEscaped(_ text: String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": bytes += [UInt8(ascii: "\\"), UInt8(truncatingIfNeeded: scalar.value)]
      case "\n": bytes += "\\n".utf8
      case "\r": bytes += "\\r".utf8
      case "\t": bytes += "\\t".utf8
      case _ where scalar.isASCII && scalar.value >= 0x20 && scalar.value < 0x7f:
        bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      case _ where HiddenCharacter.contains(scalar):
        bytes += "\\u".utf8
        for shift in [12, 8, 4, 0] { bytes.append(HexDigits.digit(UInt8(truncatingIfNeeded: scalar.value >> shift & 15))) }
      default: bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      }
    }
  }
}

extension JSONWriter {
  /// Writes a key and value unless the value is nil.
  mutating func member(_ name: String, _ text: String?) {
    guard let text else { return }
    key(name)
    value(text)
  }

  /// Does the same for numbers.
  mutating func member(_ name: String, _ number: (some BinaryInteger)?) {
    guard let number else { return }
    key(name)
    value(number)
  }

  /// Does the same for flags.
  mutating func member(_ name: String, _ flag: Bool?) {
    guard let flag else { return }
    key(name)
    value(flag)
  }

  /// Writes an address or offset as a string of hexadecimal digits with `0x`, unless it is nil.
  mutating func hexMember(_ name: String, _ number: UInt64?) {
    guard let number else { return }
    key(name)
    hexValue(number)
  }

  /// Writes an address or offset as a string of hexadecimal digits with `0x`.
  mutating func hexValue(_ number: UInt64) {
    separate()
    bytes += "\"0x".utf8
    bytes.append(hexadecimal: number)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes an array of strings, unless it is empty.
  mutating func member(_ name: String, _ texts: [String]) {
    guard !texts.isEmpty else { return }
    key(name)
    beginArray()
    for text in texts { value(text) }
    endArray()
  }

  /// Writes an object unless `body` writes no key.
  mutating func object(_ name: String, _ body: (inout JSONWriter) -> Void) {
    let start = bytes.count
    let wasFilled = filled.last
    key(name)
    beginObject()
    let empty = bytes.count
    body(&self)
    if bytes.count > empty {
      endObject()
      return
    }
    bytes.removeSubrange(start...)
    filled.removeLast()
    if let wasFilled, let last = filled.indices.last { filled[last] = wasFilled }
  }

  /// Writes an array of objects unless there are none.
  mutating func array<Elements: Collection>(
    _ name: String, _ elements: Elements, _ body: (inout JSONWriter, Elements.Element) -> Void
  ) {
    guard !elements.isEmpty else { return }
    key(name)
    beginArray()
    for element in elements {
      beginObject()
      body(&self, element)
      endObject()
    }
    endArray()
  }
}
