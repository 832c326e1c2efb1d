extension ReportScan {
  /// Collects the value of an element of XML, by its name, by its attribute `name` or `key`, or by the `key` of a property list before it.
  /// Returns the position to go on from.
  mutating func scanElement(_ layer: TextLayer, _ open: Int) -> Int {
    guard Letters.isLetter(layer[open + 1]) else { return open }
    var end = open + 1
    while end - open < 80, Letters.isAlphanumeric(layer[end]) || "_-.:".utf8.contains(layer[end]) { end += 1 }
    let name = open + 1..<end
    while end - open < 400, layer[end] != UInt8(ascii: ">"), layer[end] != UInt8(ascii: "<"), !Letters.endsLine(layer[end]) {
      end += 1
    }
    guard layer[end] == UInt8(ascii: ">") else { return open }
    let tag = name.upperBound..<end
    // `<Bearer abc>` is no element: attributes have values.
    if tag.contains(where: { !Letters.isBlank(layer[$0]) && layer[$0] != UInt8(ascii: "/") }),
      !tag.contains(where: { layer[$0] == UInt8(ascii: "=") })
    {
      return open
    }
    var isKey = false
    var rule = keys.meaning(of: layer.bytes[localName(layer, name)]).rule
    if layer.holds(anyCase: Array("key>".utf8), at: name.lowerBound) {
      isKey = true
    } else if let attribute = attribute(["key", "name", "id"], in: layer, tag) {
      rule = keys.meaning(of: layer.bytes[attribute]).rule ?? rule
      if let rule, let value = self.attribute(["value"], in: layer, tag) { takeValue(layer.part(value), rule) }
    }
    let content = end + 1..<contentEnd(layer, end + 1)
    if isKey { return takePropertyValue(layer, content) ?? content.upperBound }
    guard let rule, layer[end - 1] != UInt8(ascii: "/"), !content.isEmpty else { return open }
    return takeElement(layer, content, rule) ?? open
  }

  /// Takes the value after `<key>password</key>`.
  private mutating func takePropertyValue(_ layer: TextLayer, _ key: Range<Int>) -> Int? {
    guard let rule = keys.meaning(of: layer.bytes[key]).rule else { return nil }
    var position = key.upperBound
    while position - key.upperBound < 8, layer[position] != UInt8(ascii: ">"), layer[position] != 0 { position += 1 }
    position += 1
    while position - key.upperBound < 300, Letters.isBlank(layer[position]), layer[position] != 0 { position += 1 }
    for name in ["<string>", "<integer>", "<data>"] where layer.holds(Array(name.utf8), at: position) {
      let start = position + name.utf8.count
      return takeElement(layer, start..<contentEnd(layer, start), rule)
    }
    return nil
  }

  private mutating func takeElement(_ layer: TextLayer, _ content: Range<Int>, _ rule: KeyRule) -> Int? {
    let value = layer.part(content)
    if value.range.allSatisfy({ Letters.isDigit(value.bytes[$0]) }) {
      guard SecretValue.fitsNumber(value, rule.kind) else { return nil }
      return take(value, content, rule.kind, "key \(rule.phrase)", .number)
    }
    return takeValue(value, rule) ? content.upperBound : nil
  }

  private func contentEnd(_ layer: TextLayer, _ start: Int) -> Int {
    var end = start
    while layer.range.contains(end), layer[end] != UInt8(ascii: "<") { end += 1 }
    return end
  }

  private func localName(_ layer: TextLayer, _ name: Range<Int>) -> Range<Int> {
    guard let colon = layer.bytes[name].lastIndex(of: UInt8(ascii: ":")) else { return name }
    return colon + 1..<name.upperBound
  }

  /// Returns the value of the first attribute with one of these names.
  private func attribute(_ names: [String], in layer: TextLayer, _ tag: Range<Int>) -> Range<Int>? {
    for position in tag where layer[position] == UInt8(ascii: "=") && Letters.isQuote(layer[position + 1]) {
      var start = position
      while start > tag.lowerBound, Letters.isAlphanumeric(layer[start - 1]) { start -= 1 }
      guard names.contains(layer.text(start..<position).lowercased()) else { continue }
      var end = position + 2
      while end < tag.upperBound, layer[end] != layer[position + 1] { end += 1 }
      return position + 2..<end
    }
    return nil
  }
}
