/// Recognizes e-mail addresses.
enum EmailForm {
  /// The last parts of names of files that look like domains: `Shop@2x.png`, `libc.so.6@GLIBC.so`.
  private static let files: Set<String> = [
    "so", "dylib", "png", "jpg", "jpeg", "webp", "svg", "gif", "pdf", "heic", "swift", "c", "h", "m", "mm", "bundle", "jsbundle",
    "hbc",
    "framework", "plt", "got", "js", "jsx", "ts", "tsx", "mjs", "cjs", "vue", "html", "json", "xml", "xpi", "dll", "exe",
    "invalid",
  ]

  /// Returns the address around an `@`: a local part, and a domain with a dot and a last label of letters.
  static func find(in layer: TextLayer, at sign: Int) -> Range<Int>? {
    let start = localStart(layer, sign)
    guard start < sign, !Replacement.isReplacement(layer.bytes[start..<sign]) else { return nil }
    if layer[sign + 1] == UInt8(ascii: "["), let end = literalEnd(layer, sign + 1) { return start..<end }
    var end = sign + 1
    var dot: Int?
    while end - sign < 254, isDomain(layer[end]), !isPunctuation(layer, end) {
      if layer[end] == UInt8(ascii: ".") { dot = end }
      end += 1
    }
    while end > sign + 1, layer[end - 1] == UInt8(ascii: ".") || layer[end - 1] == UInt8(ascii: "-") {
      end -= 1
      if dot == end { dot = layer.bytes[sign + 1..<end].lastIndex(of: UInt8(ascii: ".")) }
    }
    guard let dot, dot > sign + 1, isTopLevel(layer, dot + 1..<end) else { return nil }
    // A position follows the name of a script: `checkout@main.rb:1:2345`.
    if layer[end] == UInt8(ascii: ":"), hasTwoNumbers(layer, end) { return nil }
    return start..<end
  }

  private static func localStart(_ layer: TextLayer, _ sign: Int) -> Int {
    if layer[sign - 1] == UInt8(ascii: "\"") {
      var open = sign - 2
      while sign - open < 66, layer[open] != UInt8(ascii: "\""), layer[open] >= 0x20 { open -= 1 }
      return layer[open] == UInt8(ascii: "\"") && open < sign - 2 && layer[open + 1] != UInt8(ascii: ",") ? open : sign
    }
    var start = sign
    while sign - start < 64, isLocal(layer[start - 1]), !isPunctuation(layer, start - 1) { start -= 1 }
    // A quote that opens is no apostrophe, and the last bytes of a mark beyond ASCII are no letters.
    while start < sign, "'!#$%&*=?^`{|}~/+.".utf8.contains(layer[start]) || layer[start] & 0xc0 == 0x80 { start += 1 }
    if let apostrophe = layer.bytes[start..<sign].lastIndex(of: UInt8(ascii: "'")), layer[start - 1] == UInt8(ascii: "'") {
      return apostrophe + 1
    }
    return start
  }

  private static func isTopLevel(_ layer: TextLayer, _ range: Range<Int>) -> Bool {
    guard range.count >= 2, range.count < 64 else { return false }
    let isPuny = layer.holds(anyCase: Array("xn--".utf8), at: range.lowerBound)
    guard isPuny || range.allSatisfy({ Letters.isLetter(layer[$0]) || layer[$0] >= 0x80 }) else { return false }
    return range.count > 12 || !files.contains(layer.text(range).lowercased())
  }

  /// Returns the end of `[10.1.2.3]`.
  private static func literalEnd(_ layer: TextLayer, _ open: Int) -> Int? {
    var end = open + 1
    while end - open < 50, Letters.isHexDigit(layer[end]) || ".:IPv".utf8.contains(layer[end]) { end += 1 }
    return layer[end] == UInt8(ascii: "]") && end > open + 1 ? end + 1 : nil
  }

  private static func hasTwoNumbers(_ layer: TextLayer, _ colon: Int) -> Bool {
    var position = colon + 1
    while position - colon < 10, Letters.isDigit(layer[position]) { position += 1 }
    return position > colon + 1 && layer[position] == UInt8(ascii: ":") && Letters.isDigit(layer[position + 1])
  }

  /// Whether a byte begins or ends one of Unicode's marks of punctuation, such as quotes and dashes (U+2000 to U+203F, U+3000 to U+303F).
  private static func isPunctuation(_ layer: TextLayer, _ position: Int) -> Bool {
    guard layer[position] >= 0x80 else { return false }
    for start in [position, position - 1, position - 2] {
      if layer[start] == 0xe2, layer[start + 1] == 0x80 { return true }
      if layer[start] == 0xe3, layer[start + 1] == 0x80 { return true }
      if layer[start] == 0xef, layer[start + 1] == 0xbc { return true }
    }
    return false
  }

  private static func isLocal(_ byte: UInt8) -> Bool { Letters.isWord(byte) || "._%+-'!#$&*?^{|}~".utf8.contains(byte) }
  private static func isDomain(_ byte: UInt8) -> Bool {
    Letters.isWord(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
  }
}
