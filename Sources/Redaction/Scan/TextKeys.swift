/// A key before a separator in text.
private struct TextKey {
  let rule: KeyRule
  let range: Range<Int>
  let isQuoted: Bool
  /// Whether a line, or text in quotes, begins with it.
  let isFirst: Bool
  /// Whether it has several words with blanks, as in a header.
  let hasBlanks: Bool
}

extension ReportScan {
  /// Collects the value after a `:` or `=`, if the key before it says that it is a secret: `token=…`, `Device Name: …`,
  /// `password = "…";`, `'user': '…'`. Returns the position to go on from.
  mutating func scanKeyed(_ layer: TextLayer, _ separator: Int) -> Int {
    let isColon = layer[separator] == UInt8(ascii: ":")
    let (before, after) = (layer[separator - 1], layer[separator + 1])
    if isColon, after == UInt8(ascii: ":") || before == UInt8(ascii: ":") { return separator }
    if !isColon, after == UInt8(ascii: "=") || "=!<>+*/|&~^".utf8.contains(before) { return separator }
    if let range = userInParentheses(layer, separator) { return take(layer, range, .user, "header of a user") ?? separator }
    guard let key = key(in: layer, before: separator) else { return separator }
    var start = layer.skippingBlanks(separator + (after == UInt8(ascii: ">") ? 2 : 1))
    skipWrappers(layer, &start)
    if let quoted = quoted(layer, start) {
      guard key.isQuoted || !CodeLine.holds(layer, start) else { return separator }
      return takeText(layer, quoted, key.rule, least: 1) ?? separator
    }
    return takeBare(layer, start, key, separator) ?? separator
  }

  // MARK: Keys

  private mutating func key(in layer: TextLayer, before separator: Int) -> TextKey? {
    var end = separator
    while separator - end < 24, layer[end - 1] == 0x20 || layer[end - 1] == 0x09 { end -= 1 }
    if layer[end - 1] == UInt8(ascii: ")"), Letters.isQuote(layer[end - 2]) { end -= 1 }
    if Letters.isQuote(layer[end - 1]) { return quotedKey(layer, end - 1) }
    let wordStart = keyStart(layer, end)
    guard wordStart < end, end - wordStart <= KeyWords.longest else { return nil }
    var start = wordStart
    for words in 0..<4 {
      if let rule = keys.meaning(of: layer.bytes[start..<end]).rule {
        return TextKey(rule: rule, range: start..<end, isQuoted: false, isFirst: isFirst(layer, start), hasBlanks: words > 0)
      }
      guard layer[start - 1] == 0x20, layer[separator + 1] == 0x20 || layer[separator] == UInt8(ascii: "=") else { break }
      let next = keyStart(layer, start - 1)
      guard next < start - 1, end - next <= 40 else { break }
      start = next
    }
    return nil
  }

  private func keyStart(_ layer: TextLayer, _ end: Int) -> Int {
    var start = end
    while end - start <= KeyWords.longest, Letters.isAlphanumeric(layer[start - 1]) || "_-.'".utf8.contains(layer[start - 1]) {
      start -= 1
    }
    while start < end, "'.".utf8.contains(layer[start]) { start += 1 }
    return start
  }

  private mutating func quotedKey(_ layer: TextLayer, _ quote: Int) -> TextKey? {
    var end = quote
    while layer[end - 1] == UInt8(ascii: "\\") { end -= 1 }
    var start = end
    while end - start <= KeyWords.longest, start > layer.range.lowerBound, layer[start - 1] != layer[quote],
      layer[start - 1] >= 0x20
    { start -= 1 }
    guard start < end, layer[start - 1] == layer[quote], let rule = keys.meaning(of: layer.bytes[start..<end]).rule else {
      return nil
    }
    return TextKey(rule: rule, range: start..<end, isQuoted: true, isFirst: false, hasBlanks: false)
  }

  /// Whether a line or a text in quotes begins at a position, after blanks and the marks of quoted text.
  private func isFirst(_ layer: TextLayer, _ start: Int) -> Bool {
    var position = start
    while start - position < 60,
      layer[position - 1] == 0x20 || layer[position - 1] == 0x09 || layer[position - 1] == UInt8(ascii: ">")
    {
      position -= 1
    }
    return Letters.endsLine(layer[position - 1]) || Letters.isQuote(layer[position - 1])
  }

  /// Returns the name in `UID: 1000 (jane)`, a line of systemd.
  private func userInParentheses(_ layer: TextLayer, _ colon: Int) -> Range<Int>? {
    guard layer[colon] == UInt8(ascii: ":"), layer[colon - 1] | 0x20 == UInt8(ascii: "d"),
      layer[colon - 2] | 0x20 == UInt8(ascii: "i")
    else {
      return nil
    }
    var start = colon - 3
    for word in ["owner ", "real ", "user "] where layer.holds(anyCase: Array(word.utf8), at: start - word.utf8.count) {
      start -= word.utf8.count
    }
    guard "ug".utf8.contains(layer[colon - 3] | 0x20), isFirst(layer, start) else { return nil }
    var open = layer.skippingBlanks(colon + 1)
    while Letters.isDigit(layer[open]) { open += 1 }
    open = layer.skippingBlanks(open)
    guard layer[open] == UInt8(ascii: "(") else { return nil }
    var end = open + 1
    while end - open < 64, layer[end] != UInt8(ascii: ")"), !Letters.endsLine(layer[end]) { end += 1 }
    let name = layer.part(open + 1..<end)
    return layer[end] == UInt8(ascii: ")") && SecretValue.saysSomething(name) && !CommonWords.isSystemUser(name)
      ? name.range : nil
  }

  // MARK: Values

  /// Skips what Swift, Objective-C and Python print before a string: `Optional(`, `@`, `b`.
  private func skipWrappers(_ layer: TextLayer, _ start: inout Int) {
    for wrapper in Self.wrappers where layer.holds(wrapper, at: start) { start += wrapper.count }
    if "@bur".utf8.contains(layer[start]), Letters.isQuote(layer[start + 1]) { start += 1 }
    while layer[start] == UInt8(ascii: "\\"), layer[start + 1] == UInt8(ascii: "\\") || Letters.isQuote(layer[start + 1]) {
      start += 1
    }
  }

  private static let wrappers = ["Optional(", "AnyHashable(", "Optional("].map { Array($0.utf8) }

  /// Returns the text in quotes that begins at a position; without a closing quote, up to the end of the line.
  func quoted(_ layer: TextLayer, _ start: Int) -> Range<Int>? {
    let quote = layer[start]
    guard Letters.isQuote(quote) else { return nil }
    let isEscaped = layer[start - 1] == UInt8(ascii: "\\")
    var end = start + 1
    while !Letters.endsLine(layer[end]) {
      if layer[end] == UInt8(ascii: "\\") {
        if isEscaped, layer[end + 1] == quote { return start + 1..<end }
        end += 2
        continue
      }
      // An apostrophe between letters ends no quotes.
      if layer[end] == quote, quote != UInt8(ascii: "'") || !Letters.isWord(layer[end + 1]) { return start + 1..<end }
      end += 1
    }
    return start + 1..<min(end, layer.range.upperBound)
  }

  private mutating func takeText(_ layer: TextLayer, _ range: Range<Int>, _ rule: KeyRule, least: Int) -> Int? {
    let value = layer.part(range)
    guard range.count >= least else { return nil }
    if value.range.allSatisfy({ Letters.isDigit(value.bytes[$0]) }), !SecretValue.fitsNumber(value, rule.kind) { return nil }
    return takeValue(value, rule) ? range.upperBound : nil
  }

  private mutating func takeBare(_ layer: TextLayer, _ start: Int, _ key: TextKey, _ separator: Int) -> Int? {
    guard !"([{<".utf8.contains(layer[start]) || key.rule.kind == .secret && layer[separator] == UInt8(ascii: "=") else {
      return nil
    }
    let isColon = layer[separator] == UInt8(ascii: ":")
    let isAttached = layer[separator + 1] > 0x20
    if isColon, isAttached, !key.isQuoted, !Letters.isDigit(layer[start]), key.range.count < 3 { return nil }
    if !isColon, key.isFirst, isEnvironment(layer, key.range) {
      return takeText(layer, start..<lineEnd(layer, start), key.rule, least: 1)
    }
    if key.rule.takesLine, isColon {
      let opening = layer[key.range.lowerBound - 1]
      if key.isFirst, !Letters.isQuote(opening) { return takeText(layer, start..<lineEnd(layer, start), key.rule, least: 1) }
      let isOfWeb = Self.isHeaderOfWeb(key.rule)
      // Inside a line, only the token is the value: a name with such a header in it is replaced in the same way wherever it is.
      if isOfWeb, !key.isFirst, let token = TokenForm.afterScheme(in: layer, at: start) {
        return takeText(layer, token, key.rule, least: 1)
      }
      if key.hasBlanks || isOfWeb || key.isFirst {
        var stop = start
        while !Letters.endsLine(layer[stop]), layer[stop] != UInt8(ascii: "\""), layer[stop] != opening || !key.isFirst,
          isOfWeb || layer[stop] != UInt8(ascii: ","), !isBeforeAddress(layer, stop)
        {
          stop += 1
        }
        return takeText(layer, start..<stop, key.rule, least: 1)
      }
    }
    let end = wordEnd(layer, start)
    let word = layer.part(start..<end)
    guard end > start, !CodeLine.holds(layer, start) || !isColon && isTelling(word, key.rule) else { return nil }
    if isColon, !fitsAfterColon(layer, word, key) { return nil }
    if key.rule.kind == .user, isColon, key.isFirst, let line = shortLine(layer, start) {
      return takeText(layer, line, key.rule, least: 2)
    }
    return takeText(layer, word.range, key.rule, least: key.rule.kind == .secret ? 3 : 2)
  }

  /// Whether a word is the value of a key even where names of code stand.
  private func isTelling(_ word: TextLayer, _ rule: KeyRule) -> Bool {
    rule.kind == .secret && word.range.count >= 6 && word.bytes[word.range].contains(where: Letters.isDigit)
  }

  /// Whether a word after `key: ` is a value: no type of a parameter, and no word of a sentence.
  private func fitsAfterColon(_ layer: TextLayer, _ word: TextLayer, _ key: TextKey) -> Bool {
    let hasDigit = word.bytes[word.range].contains(where: Letters.isDigit)
    if hasDigit, word.range.count >= 4 { return !isSignature(layer, key.range.lowerBound) || word.range.count >= 6 }
    if isSignature(layer, key.range.lowerBound) { return false }
    let endsLine = Letters.endsLine(layer[layer.skippingBlanks(word.range.upperBound)])
    switch key.rule.kind {
    case .secret, .serial, .identifier: return word.range.count >= 3 && (key.isFirst || key.isQuoted) && endsLine
    case .user, .device, .email, .ip, .mac:
      return word.range.count >= 2 && (endsLine || ",;)]}\"'".utf8.contains(layer[word.range.upperBound]))
    }
  }

  /// Whether a key is the label of a parameter: `login(user: User)`, `-[Auth setToken:password:]`.
  private func isSignature(_ layer: TextLayer, _ start: Int) -> Bool {
    var position = start - 1
    while start - position < 80 {
      let byte = layer[position]
      if byte == UInt8(ascii: "(") { return Letters.isWord(layer[position - 1]) || layer[position - 1] == UInt8(ascii: ">") }
      if Letters.endsLine(byte) || ")\"'{};".utf8.contains(byte) { return false }
      if byte == UInt8(ascii: ":"), layer[position + 1] != 0x20 { return true }
      position -= 1
    }
    return false
  }

  private func isEnvironment(_ layer: TextLayer, _ key: Range<Int>) -> Bool {
    key.allSatisfy {
      Letters.isUpper(layer.bytes[$0]) || Letters.isDigit(layer.bytes[$0]) || layer.bytes[$0] == UInt8(ascii: "_")
    }
  }

  /// Whether blanks and an address follow, as in the line of a frame whose image has the name of a header.
  private func isBeforeAddress(_ layer: TextLayer, _ position: Int) -> Bool {
    guard layer[position] == 0x20 || layer[position] == 0x09 else { return false }
    return layer.holds(Array("0x".utf8), at: layer.skippingBlanks(position))
  }

  private static func isHeaderOfWeb(_ rule: KeyRule) -> Bool {
    ["cookie", "cookies", "set cookie", "authorization", "proxy authorization"].contains(rule.phrase)
  }

  /// Returns the rest of a line without blanks and tags of HTML at its end: `value<br>`.
  private func lineEnd(_ layer: TextLayer, _ start: Int) -> Int {
    var end = layer.lineEnd(start)
    while end > start {
      if layer[end - 1] == 0x20 || layer[end - 1] == 0x09 {
        end -= 1
      } else if let tag = tag(layer, start, before: end) {
        end = tag
      } else {
        break
      }
    }
    return end
  }

  /// Returns the start of a `<br>` or of an end tag that ends at a position, or nil if none does.
  private func tag(_ layer: TextLayer, _ start: Int, before end: Int) -> Int? {
    guard layer[end - 1] == UInt8(ascii: ">") else { return nil }
    var open = end - 2
    while open > start, end - open < 12, Letters.isAlphanumeric(layer[open]) || " /".utf8.contains(layer[open]) { open -= 1 }
    guard open >= start, layer[open] == UInt8(ascii: "<") else { return nil }
    return layer[open + 1] == UInt8(ascii: "/") || layer.text(open + 1..<open + 3).lowercased() == "br" ? open : nil
  }

  /// Returns the rest of a line if it is a name of at most three words.
  private func shortLine(_ layer: TextLayer, _ start: Int) -> Range<Int>? {
    var end = start
    var blanks = 0
    while end - start <= 64, !Letters.endsLine(layer[end]) {
      if layer[end] == 0x20 { blanks += 1 }
      if ",;()[]{}\"=".utf8.contains(layer[end]) || blanks > 2 { return nil }
      end += 1
    }
    return end - start <= 64 ? start..<end : nil
  }

  /// Returns the end of a word that is the value of a key. Marks belong to it unless another value follows, or nothing.
  func wordEnd(_ layer: TextLayer, _ start: Int) -> Int {
    var end = start
    var nested = 0
    while layer.range.contains(end) {
      let byte = layer[end]
      if Letters.isBlank(byte) || "\"<>`".utf8.contains(byte) { break }
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): nested += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        if nested == 0, !Letters.isWord(layer[end + 1]) { return end }
        nested -= 1
      case UInt8(ascii: "'"): if !Letters.isWord(layer[end + 1]) { return end }
      case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "&"), UInt8(ascii: "|"):
        if !Letters.isWord(layer[end + 1]) || isKey(layer, end + 1) { return end }
      case UInt8(ascii: "\\"): if "nrt\"'".utf8.contains(layer[end + 1]) { return end }
      default: break
      }
      end += 1
    }
    while end > start + 1, ".,;:".utf8.contains(layer[end - 1]) { end -= 1 }
    return end
  }

  private func isKey(_ layer: TextLayer, _ start: Int) -> Bool {
    var end = start
    while end - start < 40, Letters.isAlphanumeric(layer[end]) || "_-.".utf8.contains(layer[end]) { end += 1 }
    return layer[end] == UInt8(ascii: "=") || layer[end] == UInt8(ascii: ":")
  }
}
