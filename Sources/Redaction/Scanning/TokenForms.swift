/// Recognizes tokens and keys by the form that their issuers give them.
struct TokenForms {
  /// How a token begins, and the fewest characters after that.
  private static let prefixes: [(head: [UInt8], least: Int)] = [
    ("Bearer ", 8), ("Basic ", 8), ("eyJ", 20), ("AKIA", 16), ("ASIA", 16), ("ghp_", 20), ("gho_", 20), ("ghs_", 20),
    ("ghu_", 20), ("ghr_", 20), ("github_pat_", 20), ("glpat-", 16), ("xoxb-", 16), ("xoxp-", 16), ("xoxa-", 16), ("xoxs-", 16),
    ("sk_live_", 16), ("pk_live_", 16), ("rk_live_", 16), ("sk_test_", 16), ("sk-", 24), ("AIza", 30), ("ya29.", 16),
    ("npm_", 30), ("SG.", 30),
  ].map { (Array($0.0.utf8), $0.1) }
  private static let beginnings = Set(prefixes.compactMap(\.head.first))

  private let bytes: [UInt8]

  /// Prepares to look at a report.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the tokens, and the user information of URLs.
  func secrets() -> [Secret] {
    var found: [Secret] = []
    for position in bytes.indices {
      if Self.beginnings.contains(bytes[position]), let secret = token(at: position) { found.append(secret) }
      if bytes[position] == UInt8(ascii: ":"), let secret = userInformation(at: position) { found.append(secret) }
    }
    return found
  }

  private func token(at position: Int) -> Secret? {
    guard position == 0 || !Self.isPart(bytes[position - 1]) else { return nil }
    for (head, least) in Self.prefixes where bytes[position...].starts(with: head) {
      var end = position + head.count
      while end < bytes.count, Self.isPart(bytes[end]) { end += 1 }
      let value = bytes[(position + head.count)..<end]
      guard value.count >= least, value.contains(where: Self.isDigit), !Replacement.isReplacement(Array(value)) else { continue }
      // The scheme stays: it says what was there.
      let start = head.last == UInt8(ascii: " ") ? position + head.count : position
      return Secret(kind: .secret, range: start..<end, keepsShape: false)
    }
    return nil
  }

  /// Returns `user:password` of `https://user:password@host` at the colon of the scheme.
  private func userInformation(at colon: Int) -> Secret? {
    var start = colon + 1
    var slashes = 0
    while start < bytes.count, slashes < 2, bytes[start] == UInt8(ascii: "/") || bytes[start] == UInt8(ascii: "\\") {
      if bytes[start] == UInt8(ascii: "/") { slashes += 1 }
      start += 1
    }
    guard slashes == 2, colon > 0, Self.isPart(bytes[colon - 1]) else { return nil }
    var end = start
    while end < bytes.count, end - start < 256, Self.isPart(bytes[end]) || ":%!$&*+,;=".utf8.contains(bytes[end]) { end += 1 }
    guard end > start, end < bytes.count, bytes[end] == UInt8(ascii: "@"), !Replacement.isReplacement(Array(bytes[start..<end]))
    else { return nil }
    return Secret(kind: .secret, range: start..<end, keepsShape: false)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  /// Whether a byte may be inside a token: letters, digits, and the marks of base64 and of JSON web tokens.
  private static func isPart(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || "._-+/=".utf8.contains(byte)
  }
}
