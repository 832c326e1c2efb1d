/// Finds secrets by the key before them: `"crashReporterKey":"…"` in JSON, `CrashReporter Key:   …` in Apple's text, `token=…` in
/// messages.
struct KeyScanner {
  private let bytes: [UInt8]

  /// Prepares to search a report.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns what was found, in the order of the positions.
  func secrets() -> [Secret] {
    var found: [Secret] = []
    for position in bytes.indices where bytes[position] == UInt8(ascii: ":") || bytes[position] == UInt8(ascii: "=") {
      guard let key = key(before: position), let kind = SecretKeys.kind(of: key.name, isHeader: key.isHeader) else { continue }
      let range =
        key.isQuoted
        ? quotedValue(after: position) : key.isHeader ? line(after: position, key.name) : word(after: position, key.name)
      guard let range, Self.isSecret(bytes[range]) else { continue }
      found.append(Secret(kind: kind, range: range, keepsShape: kind == .identifier || kind == .serial))
    }
    return found
  }

  /// A key: its name, whether quotes are around it, and whether it begins a line of a header.
  private struct Key {
    var name: String
    var isQuoted: Bool
    var isHeader: Bool
  }

  private func key(before separator: Int) -> Key? {
    var end = separator
    while end > 0, bytes[end - 1] == 0x20 { end -= 1 }
    guard end > 0 else { return nil }
    if bytes[end - 1] == UInt8(ascii: "\""), bytes[separator] == UInt8(ascii: ":") { return quotedKey(endingAt: end - 1) }
    var start = end
    while start > 0, end - start < 40, Self.isKeyPart(bytes[start - 1]) { start -= 1 }
    guard start < end else { return nil }
    let header = lineStart(before: end).flatMap { SecretKeys.isHeader(text($0..<end)) ? text($0..<end) : nil }
    if let header, bytes[separator] == UInt8(ascii: ":") { return Key(name: header, isQuoted: false, isHeader: true) }
    return Key(name: text(start..<end), isQuoted: false, isHeader: false)
  }

  /// Returns the key of a JSON member; in JSON inside a string there are backslashes before the quotes.
  private func quotedKey(endingAt quote: Int) -> Key? {
    var end = quote
    while end > 0, bytes[end - 1] == UInt8(ascii: "\\") { end -= 1 }
    var start = end
    while start > 0, end - start < 60, bytes[start - 1] != UInt8(ascii: "\"") { start -= 1 }
    guard start < end, start > 0, bytes[start - 1] == UInt8(ascii: "\"") else { return nil }
    return Key(name: text(start..<end), isQuoted: true, isHeader: false)
  }

  private func quotedValue(after separator: Int) -> Range<Int>? {
    var start = separator + 1
    while start < bytes.count, [0x20, 0x0a, 0x0d, 0x09].contains(bytes[start]) { start += 1 }
    var backslashes = 0
    while start < bytes.count, bytes[start] == UInt8(ascii: "\\") {
      backslashes += 1
      start += 1
    }
    guard start < bytes.count, bytes[start] == UInt8(ascii: "\"") else { return nil }
    start += 1
    var end = start
    var run = 0
    while end < bytes.count {
      if bytes[end] == UInt8(ascii: "\""), run == backslashes { return start..<(end - run) }
      run = bytes[end] == UInt8(ascii: "\\") ? run + 1 : 0
      // In plain JSON two backslashes are one character, after which a quote ends the string.
      if backslashes == 0, run == 2 { run = 0 }
      end += 1
    }
    return nil
  }

  /// Returns the secret in the rest of the line: all of it without blanks at its ends, or the name in `1000 (jane)`.
  private func line(after separator: Int, _ key: String) -> Range<Int>? {
    guard let line = line(after: separator), SecretKeys.namesUser(key) else { return line(after: separator) }
    guard let open = bytes[line].firstIndex(of: UInt8(ascii: "(")), bytes[line].last == UInt8(ascii: ")") else { return nil }
    return open + 1..<line.upperBound - 1
  }

  /// Returns the rest of the line, without blanks at its ends.
  private func line(after separator: Int) -> Range<Int>? {
    var start = separator + 1
    while start < bytes.count, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
    var end = start
    while end < bytes.count, bytes[end] != 0x0a, bytes[end] != 0x0d, bytes[end] != UInt8(ascii: "\\") { end += 1 }
    while end > start, bytes[end - 1] == 0x20 { end -= 1 }
    return start..<end
  }

  /// Returns the value in `token=value`, or in `token: value` if it does not look like the type of a parameter.
  private func word(after separator: Int, _ name: String) -> Range<Int>? {
    guard SecretKeys.isForMessages(name) else { return nil }
    let isAssigned = bytes[separator] == UInt8(ascii: "=")
    var start = separator + 1
    while start < bytes.count,
      bytes[start] == 0x20 || bytes[start] == UInt8(ascii: "\"") || bytes[start] == UInt8(ascii: "'")
        || bytes[start] == UInt8(ascii: "\\")
    { start += 1 }
    var end = start
    while end < bytes.count, !Self.endsWord(bytes[end]) { end += 1 }
    let value = bytes[start..<end]
    if isAssigned { return value.count >= 4 ? start..<end : nil }
    return value.count >= 6 && value.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? start..<end : nil
  }

  private func lineStart(before end: Int) -> Int? {
    var start = end
    while start > 0, end - start < 40, bytes[start - 1] != 0x0a {
      // In JSON a line of a text begins after `\n`.
      if start > 1, bytes[start - 1] == UInt8(ascii: "n"), bytes[start - 2] == UInt8(ascii: "\\") { break }
      start -= 1
    }
    while start < end, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
    return start
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Whether the value of a key says something, and is no replacement yet.
  static func isSecret(_ value: ArraySlice<UInt8>) -> Bool {
    !value.isEmpty && !isEmptyValue(value) && !Replacement.isReplacement(Array(value))
  }

  private static func isEmptyValue(_ value: ArraySlice<UInt8>) -> Bool {
    value.allSatisfy { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: "-") }
      || ["(null)", "null", "???", "unknown", "TODO"].contains(String(decoding: value, as: UTF8.self))
  }

  private static func isKeyPart(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
  }

  private static func endsWord(_ byte: UInt8) -> Bool { byte <= 0x20 || byte == 0x7f || "\"'&,;)}]<>\\".utf8.contains(byte) }
}
