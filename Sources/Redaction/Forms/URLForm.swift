/// Recognizes the name and password in URLs.
struct URLForm {
  /// The end of the URL that was looked at last, and its last `@`: URLs inside it end there, too.
  private var last = (start: 0, end: 0, sign: Int?.none)

  /// Returns `user:password` of `https://user:password@host` at the colon of the scheme.
  mutating func credentials(in layer: TextLayer, at colon: Int) -> Range<Int>? {
    guard layer[colon + 1] == UInt8(ascii: "/"), layer[colon + 2] == UInt8(ascii: "/"), Letters.isAlphanumeric(layer[colon - 1])
    else {
      return nil
    }
    let start = colon + 3
    if !(last.start..<last.end).contains(start) { measure(layer, start) }
    guard let sign = last.sign, sign > start else { return nil }
    var end = start
    var colonInside: Int?
    var own: Int?
    while end < last.end, !"/?#".utf8.contains(layer[end]) {
      if layer[end] == UInt8(ascii: ":") { colonInside = end }
      if layer[end] == UInt8(ascii: "@") { own = end }
      end += 1
      // The names of hosts are shorter, and what is longer has its `@` at the end.
      if end - start > 4096 { break }
    }
    // A password with a slash in it, and no port.
    if own == nil, end < last.end, let colonInside, colonInside + 1 < end,
      !(colonInside + 1..<end).allSatisfy({ Letters.isDigit(layer[$0]) })
    {
      own = sign
    }
    if own == nil, end - start > 4096 { own = sign }
    guard let own, own > start, Letters.isWord(layer[own + 1]) || layer[own + 1] == UInt8(ascii: "[") else { return nil }
    guard !Replacement.isReplacement(layer.bytes[start..<own]), layer.text(start..<min(own, start + 8)) != "git" else {
      return nil
    }
    return start..<own
  }

  private mutating func measure(_ layer: TextLayer, _ start: Int) {
    var end = start
    var sign: Int?
    while !Letters.isBlank(layer[end]), !"\"<>`".utf8.contains(layer[end]) {
      if layer[end] == UInt8(ascii: "@") { sign = end }
      end += 1
    }
    last = (start, end, sign)
  }
}
