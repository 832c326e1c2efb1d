import JSONText

/// The words of outputs, to ask whether they state a value in any form.
struct OutputWords {
  private var words: Set<String> = []

  /// Adds the strings, numbers and keys of JSON.
  mutating func add(json text: String) {
    guard let root = JSONDocument(Array(text.utf8)).root else { return }
    var open = [root]
    while let value = open.popLast() {
      switch value.kind {
      case .object:
        for (key, value) in value.members {
          add(text: key.string)
          open.append(value)
        }
      case .array: open += value.elements
      case .string: add(text: value.string ?? "")
      default: add(text: value.text)
      }
    }
  }

  /// Adds the words of a text.
  mutating func add(text: String) { Self.forEachWord(text) { words.insert($0) } }

  /// Returns whether all words of a text are there.
  func have(text: String) -> Bool {
    var isThere = true
    Self.forEachWord(text) { word in
      if isThere { isThere = words.contains(word) || Self.parts(ofID: word).map { $0.allSatisfy(words.contains) } ?? false }
    }
    return isThere
  }

  /// Returns whether a number is there, in decimal or hexadecimal digits.
  func have(number: String) -> Bool {
    if have(text: number) { return true }
    if let value = UInt64(number) { return have(text: String(value, radix: 16)) }
    return Int64(number).map { have(text: String(UInt64(bitPattern: $0), radix: 16)) } ?? false
  }

  /// The parts of a UUID without hyphens, or of a Breakpad ID, which has one digit more.
  private static func parts(ofID word: String) -> [String]? {
    let bytes = Array(word.utf8)
    guard (32...33).contains(bytes.count), bytes.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }) else { return nil }
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { normal(bytes[$0]) }
  }

  private static func forEachWord(_ text: String, _ body: (String) -> Void) {
    let bytes = Array(text.utf8)
    var start: Int?
    for (position, byte) in bytes.enumerated() {
      let isWord = byte >= 0x80 || byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
      if isWord {
        start = start ?? position
      } else if let begin = start {
        body(normal(bytes[begin..<position]))
        start = nil
      }
    }
    if let start { body(normal(bytes[start...])) }
  }

  /// A word in lower case without `0x` and leading zeros.
  private static func normal(_ word: ArraySlice<UInt8>) -> String {
    let lower = word.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
    let digits = lower.starts(with: "0x".utf8) ? lower.dropFirst(2) : lower[...]
    let short = digits.drop { $0 == UInt8(ascii: "0") }
    return String(decoding: short.isEmpty ? digits.prefix(1) : short, as: UTF8.self)
  }
}
