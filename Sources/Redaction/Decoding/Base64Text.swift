enum Base64Text {
  /// The shortest one that is looked for, in characters.
  static let least = 16

  /// Passes on every run of base64 that is a text, decoded.
  static func find(in layer: TextLayer, _ found: (Range<Int>, [UInt8]) -> Void) {
    var position = layer.range.lowerBound
    while position < layer.range.upperBound {
      guard values[Int(layer.bytes[position])] < 64 else {
        position += 1
        continue
      }
      let start = position
      while position < layer.range.upperBound, values[Int(layer.bytes[position])] < 64 { position += 1 }
      var end = position
      while end - position < 2, layer[end] == UInt8(ascii: "=") { end += 1 }
      // The second part of a JSON web token is one, too; the name of a key and `=` are not part of it.
      if end - start >= least, let text = decode(layer.bytes[start..<position]) { found(start..<end, text) }
    }
  }

  /// Returns the text, or nil if it has bytes that no text has.
  private static func decode(_ encoded: ArraySlice<UInt8>) -> [UInt8]? {
    guard encoded.count % 4 != 1 else { return nil }
    var result: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for byte in encoded {
      bits = bits << 6 | UInt32(values[Int(byte)])
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      let byte = UInt8(truncatingIfNeeded: bits >> UInt32(count))
      guard byte >= 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 else { return nil }
      result.append(byte)
    }
    return String(validating: result, as: UTF8.self) == nil ? nil : result
  }

  /// Returns a text in base64, with the alphabet and the padding of `model`.
  static func encode(_ text: [UInt8], like model: [UInt8]) -> [UInt8] {
    let isURL = model.contains(UInt8(ascii: "-")) || model.contains(UInt8(ascii: "_"))
    let alphabet = isURL ? urlAlphabet : plainAlphabet
    var result: [UInt8] = []
    for start in stride(from: 0, to: text.count, by: 3) {
      let part = text[start..<min(start + 3, text.count)]
      var bits = part.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - part.count))
      bits <<= 8
      for _ in 0...part.count {
        result.append(alphabet[Int(bits >> 26)])
        bits <<= 6
      }
      if part.count < 3, !isURL || model.last == UInt8(ascii: "=") {
        result += Array(repeating: UInt8(ascii: "="), count: 3 - part.count)
      }
    }
    return result
  }

  private static let plainAlphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let urlAlphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, byte) in plainAlphabet.enumerated() { values[Int(byte)] = UInt8(value) }
    values[Int(UInt8(ascii: "-"))] = 62
    values[Int(UInt8(ascii: "_"))] = 63
    return values
  }()
}
