/// Recognizes e-mail addresses and addresses of networks.
struct AddressForms {
  private let bytes: [UInt8]

  /// Prepares to look at a report.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the e-mail address around an `@`: a local part, and a domain with a dot and a last label of letters.
  func email(around sign: Int) -> Secret? {
    var start = sign
    while start > 0, sign - start < 64, Self.isLocal(bytes[start - 1]) { start -= 1 }
    var end = sign + 1
    while end < bytes.count, end - sign < 254, Self.isDomain(bytes[end]) { end += 1 }
    while end > sign + 1, bytes[end - 1] == UInt8(ascii: ".") || bytes[end - 1] == UInt8(ascii: "-") { end -= 1 }
    // `\n` before the address in JSON is a line end, not a letter of the address.
    if start > 0, bytes[start - 1] == UInt8(ascii: "\\"), start < sign, "nrtbf".utf8.contains(bytes[start]) { start += 1 }
    let labels = bytes[(sign + 1)..<end].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard start < sign, labels.count >= 2, labels.allSatisfy({ !$0.isEmpty }), let last = labels.last, last.count >= 2,
      last.allSatisfy(Self.isLetter), String(decoding: last, as: UTF8.self) != "invalid"
    else { return nil }
    // What was the user of a URL.
    if Replacement.isReplacement(Array(bytes[start..<sign])) { return nil }
    // A position follows the name of a script: `checkout@index.bundle:1:2345`.
    if end + 1 < bytes.count, bytes[end] == UInt8(ascii: ":"), Self.isDigit(bytes[end + 1]) { return nil }
    // `libx.so.6@GLIBC.so` and names of images such as `Shop@2x.png` are no addresses.
    if ["so", "dylib", "png", "jpg", "swift", "c", "h", "m"].contains(String(decoding: last, as: UTF8.self)) { return nil }
    return Secret(kind: .email, range: start..<end, keepsShape: false)
  }

  /// Returns the IP address of version 4 whose first dot is at a position, unless the line or key speaks of a version.
  func version4(firstDot dot: Int) -> Secret? {
    var start = dot
    while start > 0, dot - start < 4, Self.isDigit(bytes[start - 1]) { start -= 1 }
    guard start < dot, dot - start <= 3, start == 0 || !Self.continuesNumber(bytes[start - 1]) else { return nil }
    var end = dot
    var parts = [start..<dot]
    while parts.count < 4, end < bytes.count, bytes[end] == UInt8(ascii: ".") {
      let first = end + 1
      end = first
      while end < bytes.count, end - first < 4, Self.isDigit(bytes[end]) { end += 1 }
      parts.append(first..<end)
    }
    guard parts.count == 4, end == bytes.count || !Self.continuesNumber(bytes[end]) else { return nil }
    for part in parts {
      guard let number = UInt16(String(decoding: bytes[part], as: UTF8.self)), number <= 255 else { return nil }
    }
    return isVersion(start) ? nil : Secret(kind: .ip, range: start..<end, keepsShape: false)
  }

  /// Returns the hardware address, or the IP address of version 6, whose first colon is at a position.
  func colons(first colon: Int) -> Secret? {
    var start = colon
    while start > 0, colon - start < 5, HexText.isDigit(bytes[start - 1]) { start -= 1 }
    guard colon - start <= 4, start == 0 || !Self.continuesGroup(bytes[start - 1]) else { return nil }
    var end = colon
    while end < bytes.count, end - start < 40, HexText.isDigit(bytes[end]) || bytes[end] == UInt8(ascii: ":") { end += 1 }
    guard end == bytes.count || !Self.continuesGroup(bytes[end]) else { return nil }
    while end > start, bytes[end - 1] == UInt8(ascii: ":"), end < 2 || bytes[end - 2] != UInt8(ascii: ":") { end -= 1 }
    let groups = bytes[start..<end].split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    if groups.count == 6, groups.allSatisfy({ $0.count == 2 }) {
      return Secret(kind: .mac, range: start..<end, keepsShape: false)
    }
    return Self.isVersion6(groups) ? Secret(kind: .ip, range: start..<end, keepsShape: false) : nil
  }

  /// Whether groups are those of an IP address of version 6: eight, or fewer with one gap. The scopes of C++ (`ad::be`) and times
  /// (`12:30:00`) are none: an address with a gap has at least three groups and a digit.
  private static func isVersion6(_ groups: [ArraySlice<UInt8>]) -> Bool {
    guard groups.allSatisfy({ $0.count <= 4 }) else { return false }
    let filled = groups.filter { !$0.isEmpty }
    if groups.count == 8, filled.count == 8 { return true }
    let inner = groups.dropFirst().dropLast().filter(\.isEmpty).count
    return inner == 1 && filled.count >= 3 && groups.count <= 9 && filled.joined().contains(where: isDigit)
  }

  /// Whether the number at a position is a version: a word for it, or the name of a system, is directly before the number, or the
  /// line is that of an image, which has a version in parentheses.
  private func isVersion(_ position: Int) -> Bool {
    var start = position
    while start > 0, position - start < 160, bytes[start - 1] != UInt8(ascii: "\n") { start -= 1 }
    let line = String(decoding: bytes[start..<position], as: UTF8.self).lowercased()
    if line.hasSuffix("("), line.drop(while: { $0 == " " }).hasPrefix("0x") { return true }
    let word = line.reversed().drop { !$0.isLetter }.prefix { $0.isLetter || $0 == "_" }
    return Self.versionWords.contains { String(word.reversed()).hasSuffix($0) }
  }

  private static let versionWords = ["version", "build", "release", "ios", "macos", "os", "tvos", "watchos", "sdk", "v"]

  private static func continuesNumber(_ byte: UInt8) -> Bool {
    isDigit(byte) || isLetter(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
  }
  private static func continuesGroup(_ byte: UInt8) -> Bool {
    isDigit(byte) || isLetter(byte) || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "_")
  }
  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
  private static func isLocal(_ byte: UInt8) -> Bool { isDigit(byte) || isLetter(byte) || "._%+-".utf8.contains(byte) }
  private static func isDomain(_ byte: UInt8) -> Bool {
    isDigit(byte) || isLetter(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
  }
}
