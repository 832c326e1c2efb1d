/// Where the parts of a report are that mutation replaces: numbers, strings, keys, lines. Plain searches, which share no code with the
/// readers under test.
enum ReportParts {
  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 48 < 10 }
  private static func isHexDigit(_ byte: UInt8) -> Bool { isDigit(byte) || (byte | 0x20) &- 97 < 6 }
  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 97 < 26 || byte == 95 }

  /// How far is searched.
  private static let reach = 4_000

  /// The first decimal number that begins at `start` or after it.
  static func number(_ bytes: [UInt8], from start: Int) -> Range<Int>? {
    var at = start
    let limit = min(bytes.count, start + reach)
    while at < limit, !isDigit(bytes[at]) || at > 0 && (isLetter(bytes[at - 1]) || isDigit(bytes[at - 1])) { at += 1 }
    guard at < limit else { return nil }
    var end = at
    while end < bytes.count, isDigit(bytes[end]) || bytes[end] == 46 { end += 1 }
    return at..<end
  }

  /// The first hexadecimal number with `0x` that begins at `start` or after it.
  static func hexadecimal(_ bytes: [UInt8], from start: Int) -> Range<Int>? {
    var at = start
    let limit = min(bytes.count - 2, start + reach)
    while at < limit, bytes[at] != 48 || bytes[at + 1] != 120 { at += 1 }
    guard at < limit else { return nil }
    var end = at + 2
    while end < bytes.count, isHexDigit(bytes[end]) { end += 1 }
    return at..<end
  }

  /// The first string with its quotes that begins at `start` or after it.
  static func string(_ bytes: [UInt8], from start: Int) -> Range<Int>? {
    guard let open = bytes[start...].prefix(reach).firstIndex(of: 34),
      let close = bytes[(open + 1)...].prefix(reach).firstIndex(of: 34)
    else { return nil }
    return open..<close + 1
  }

  /// The first key of a JSON object, with its quotes, that begins at `start` or after it.
  static func key(_ bytes: [UInt8], from start: Int) -> Range<Int>? {
    var at = start
    for _ in 0..<8 {
      guard let string = string(bytes, from: at) else { return nil }
      if let next = bytes[string.upperBound...].first(where: { $0 != 32 }), next == 58 { return string }
      at = string.upperBound
    }
    return nil
  }

  /// The first space, or run of spaces, at `start` or after it.
  static func spaces(_ bytes: [UInt8], from start: Int) -> Range<Int>? {
    guard let first = bytes[start...].prefix(reach).firstIndex(of: 32) else { return nil }
    return first..<(bytes[first...].firstIndex { $0 != 32 } ?? bytes.count)
  }

  /// The line around a position, with its end.
  static func line(_ bytes: [UInt8], at position: Int) -> Range<Int> {
    let start = bytes[..<position].lastIndex(of: 10).map { $0 + 1 } ?? 0
    return start..<(bytes[position...].firstIndex(of: 10).map { $0 + 1 } ?? bytes.count)
  }

  /// The JSON object or array that begins first at `start` or after it, found by counting brackets.
  static func container(_ bytes: [UInt8], from start: Int) -> Range<Int>? {
    guard let open = bytes[start...].prefix(reach).firstIndex(where: { $0 == 123 || $0 == 91 }) else { return nil }
    var depth = 0
    for position in open..<min(bytes.count, open + 20_000) {
      switch bytes[position] {
      case 123, 91: depth += 1
      case 125, 93:
        depth -= 1
        if depth == 0 { return open..<position + 1 }
      default: break
      }
    }
    return nil
  }
}
