internal import Bytes
internal import CrashModel

/// Writes JSON on one line that may stand inside an element of a page: it has no `<`, no `&` and no line separator. Hidden
/// characters of strings are visible, as everywhere in a page.
struct DataText {
  /// The text so far, valid UTF-8.
  private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// Starts an empty text.
  init() {}

  /// Writes an object with what `body` writes.
  mutating func object(_ body: (inout DataText) -> Void) {
    enclose(UInt8(ascii: "{"), UInt8(ascii: "}"), body)
  }

  /// Writes an array with what `body` writes.
  mutating func array(_ body: (inout DataText) -> Void) {
    enclose(UInt8(ascii: "["), UInt8(ascii: "]"), body)
  }

  /// Writes an array of numbers.
  mutating func value(_ numbers: some Sequence<Int>) {
    array { text in
      for number in numbers { text.value(number) }
    }
  }

  /// Writes an array of strings.
  mutating func value(_ texts: [String]) {
    array { text in
      for each in texts { text.value(each) }
    }
  }

  /// Writes a key; its value must follow.
  mutating func key(_ name: StaticString) {
    separate()
    bytes.append(literal: "\"")
    bytes.append(literal: name)
    bytes.append(literal: "\":")
    needsComma = false
  }

  /// Writes a number.
  mutating func value(_ number: Int) {
    separate()
    bytes += String(number).utf8
  }

  /// Writes a string, or `null` for nil.
  mutating func value(_ text: String?) {
    separate()
    guard let text else { return bytes.append(literal: "null") }
    bytes.append(literal: "\"")
    for scalar in TerminalText.visible(text).unicodeScalars { append(scalar) }
    bytes.append(literal: "\"")
  }

  private mutating func enclose(_ open: UInt8, _ close: UInt8, _ body: (inout DataText) -> Void) {
    separate()
    bytes.append(open)
    needsComma = false
    body(&self)
    bytes.append(close)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(literal: ",") }
    needsComma = true
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": bytes.append(literal: "\\\"")
    case "\\": bytes.append(literal: "\\\\")
    case "<", ">", "&", "'", "\u{2028}", "\u{2029}": append(escaped: scalar.value)
    case _ where scalar.value < 0x20 || scalar.value == 0x7f: append(escaped: scalar.value)
    default: bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
    }
  }

  private mutating func append(escaped value: UInt32) {
    bytes.append(literal: "\\u")
    for shift in [12, 8, 4, 0] { bytes.append(HexDigits.digit(UInt8(truncatingIfNeeded: value >> UInt32(shift) & 15))) }
  }
}
