extension ReportScan {
  /// Collects the value of an option in a command line: `--password x`, `-u name:secret`. Returns the position to go on from.
  mutating func scanOption(_ layer: TextLayer, _ dash: Int) -> Int {
    let before = layer[dash - 1]
    guard before <= 0x20 || Letters.isQuote(before) || before == UInt8(ascii: "[") || before == UInt8(ascii: "(") else {
      return dash
    }
    var end = dash + 1
    while end - dash < KeyWords.longest, Letters.isAlphanumeric(layer[end]) || "-_".utf8.contains(layer[end]) { end += 1 }
    guard layer[end] == 0x20 else { return dash }
    var start = layer.skippingBlanks(end)
    guard layer[start] != UInt8(ascii: "-") else { return dash }
    let name = layer.text(dash..<end)
    let value = quoted(layer, start) ?? start..<wordEnd(layer, start)
    if Letters.isQuote(layer[start]) { start += 1 }
    if ["-u", "-U", "--user", "--proxy-user"].contains(name) {
      guard let colon = layer.bytes[value].firstIndex(of: UInt8(ascii: ":")), colon > value.lowerBound,
        colon + 1 < value.upperBound,
        layer[colon + 1] != UInt8(ascii: "/")
      else { return dash }
      return take(layer, value, .secret, "option \(name)") ?? dash
    }
    guard layer[dash + 1] == UInt8(ascii: "-"), let rule = keys.meaning(of: layer.bytes[dash..<end]).rule else { return dash }
    let text = layer.part(value)
    guard SecretValue.fits(text, rule.kind) else { return dash }
    return take(layer, value, rule.kind, "option \(name)", rule.kind.form) ?? dash
  }
}
