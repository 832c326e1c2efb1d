/// Recognizes tokens and keys by the form that their issuers give them.
enum TokenForm {
  /// How a token begins, and the fewest characters after that.
  private static let prefixes: [(head: [UInt8], least: Int)] = [
    ("Bearer ", 8), ("bearer ", 8), ("Basic ", 8), ("eyJ", 20), ("AKIA", 16), ("ASIA", 16), ("ghp_", 20), ("gho_", 20),
    ("ghs_", 20),
    ("ghu_", 20), ("ghr_", 20), ("github_pat_", 20), ("glpat-", 16), ("gldt-", 16), ("glrt-", 16), ("xoxb-", 16), ("xoxp-", 16),
    ("xoxa-", 16), ("xoxs-", 16), ("xoxr-", 16), ("xapp-", 16), ("sk_live_", 16), ("pk_live_", 16), ("rk_live_", 16),
    ("sk_test_", 16),
    ("pk_test_", 16), ("whsec_", 20), ("sk-", 24), ("AIza", 30), ("ya29.", 16), ("1//0", 30), ("npm_", 30), ("pypi-", 40),
    ("SG.", 30),
    ("hf_", 30), ("dop_v1_", 30), ("shpat_", 20), ("sntrys_", 20), ("sntryu_", 20), ("AGE-SECRET-KEY-", 30), ("dckr_pat_", 20),
    ("hvs.", 20), ("lin_api_", 20), ("EAACEdEose0cBA", 10), ("ATATT", 30), ("NRAK-", 20),
  ].map { (Array($0.0.utf8), $0.1) }
  private static let byFirst: [[Int]] = (0..<256).map { byte in prefixes.indices.filter { prefixes[$0].head.first == UInt8(byte) }
  }
  /// The bytes that tokens begin with.
  static let beginnings = Set(prefixes.compactMap(\.head.first))

  /// Returns the token that begins at a position.
  static func find(in layer: TextLayer, at position: Int) -> Range<Int>? {
    guard
      !Letters.isToken(layer[position - 1]) || layer[position - 1] == UInt8(ascii: "=")
        || layer[position - 1] == UInt8(ascii: "/")
    else {
      return nil
    }
    for order in byFirst[Int(layer[position])] {
      let (head, least) = prefixes[order]
      guard layer.holds(head, at: position) else { continue }
      var end = position + head.count
      var hasDigit = false
      while Letters.isToken(layer[end]) {
        if Letters.isDigit(layer[end]) { hasDigit = true }
        end += 1
      }
      while end > position, layer[end - 1] == UInt8(ascii: ".") { end -= 1 }
      // The scheme stays: it says what was there.
      let start = head.last == 0x20 ? position + head.count : position
      guard end - position - head.count >= least, hasDigit, !Replacement.isReplacement(layer.bytes[start..<end]) else { continue }
      return start..<end
    }
    return nil
  }

  /// Returns the word after a scheme of HTTP's authorization that begins at a position, also if it was replaced before; nil for none.
  static func afterScheme(in layer: TextLayer, at position: Int) -> Range<Int>? {
    for scheme in ["bearer ", "basic ", "token "] where layer.holds(anyCase: Array(scheme.utf8), at: position) {
      let start = layer.skippingBlanks(position + scheme.utf8.count)
      var end = start
      while Letters.isToken(layer[end]) { end += 1 }
      return end > start ? start..<end : nil
    }
    return nil
  }

  /// Returns what is between the lines of a PEM block that begins at a position, and the end of the search. Without an end, it is all
  /// lines that can be part of one.
  static func block(in layer: TextLayer, at position: Int) -> Range<Int>? {
    guard layer.holds(begin, at: position) else { return nil }
    var start = position + begin.count
    while start - position < 80, layer[start] != UInt8(ascii: "-"), !Letters.endsLine(layer[start]) { start += 1 }
    guard layer.holds(dashes, at: start) else { return nil }
    start += dashes.count
    let end = bodyEnd(in: layer, from: start)
    return end > start ? start..<end : nil
  }

  /// Returns the end of what may be the body of a PEM block: its lines up to one that begins with a dash.
  static func bodyEnd(in layer: TextLayer, from start: Int) -> Int {
    var end = start
    while layer.range.contains(end) {
      let byte = layer[end]
      guard Letters.isAlphanumeric(byte) || Letters.isBlank(byte) || "+/=:,-\\".utf8.contains(byte) else { break }
      if byte == UInt8(ascii: "-"), layer.holds(dashes, at: end) { break }
      end += 1
    }
    return end
  }

  private static let begin = Array("-----BEGIN ".utf8)
  private static let dashes = Array("-----".utf8)
}
