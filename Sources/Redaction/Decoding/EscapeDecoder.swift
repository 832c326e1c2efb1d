/// Decodes escapes, and records where each one stood.
struct EscapeDecoder {
  /// The escapes that are decoded.
  enum Kind {
    /// Those of a string in JSON.
    case json
    /// Those of any string, of URLs and of HTML, as they occur in text of any origin: `\u0040`, `%40`, `&#64;`.
    case any
  }

  private let layer: TextLayer
  private var bytes: [UInt8] = []
  private var decoded: [Int]
  private var sources: [Int]

  /// Returns the text without escapes.
  static func decode(_ layer: TextLayer, _ kind: Kind) -> TextLayer {
    var decoder = EscapeDecoder(layer)
    decoder.run(kind)
    let trail = DecodingTrail(decoded: decoder.decoded, sources: decoder.sources, parent: layer.trail)
    return TextLayer(decoder.bytes, decoder.bytes.indices, trail)
  }

  /// Returns whether an escape that `any` decodes begins at a backslash, `%` or `&`.
  static func isEscape(_ layer: TextLayer, at position: Int) -> Bool {
    switch layer[position] {
    case UInt8(ascii: "\\"): "u\"/nrt'\\".utf8.contains(layer[position + 1])
    case UInt8(ascii: "%"): Letters.isHexDigit(layer[position + 1]) && Letters.isHexDigit(layer[position + 2])
    default: entity(layer, at: position) != nil
    }
  }

  private init(_ layer: TextLayer) {
    self.layer = layer
    decoded = [0]
    sources = [layer.range.lowerBound]
    bytes.reserveCapacity(layer.range.count)
  }

  private mutating func run(_ kind: Kind) {
    var position = layer.range.lowerBound
    while position < layer.range.upperBound {
      let byte = layer.bytes[position]
      if byte == UInt8(ascii: "\\") {
        decodeBackslash(&position)
      } else if kind == .any, byte == UInt8(ascii: "%"), let high = Letters.digit(layer[position + 1]),
        let low = Letters.digit(layer[position + 2])
      {
        bytes.append(high << 4 | low)
        position += 3
      } else if kind == .any, byte == UInt8(ascii: "&"), let (scalar, end) = Self.entity(layer, at: position) {
        append(scalar)
        position = end
      } else {
        bytes.append(byte)
        position += 1
        continue
      }
      decoded.append(bytes.count)
      sources.append(position)
    }
  }

  private mutating func decodeBackslash(_ position: inout Int) {
    let escape = layer[position + 1]
    guard position + 1 < layer.range.upperBound else {
      bytes.append(UInt8(ascii: "\\"))
      position += 1
      return
    }
    switch escape {
    case UInt8(ascii: "n"): bytes.append(0x0a)
    case UInt8(ascii: "r"): bytes.append(0x0d)
    case UInt8(ascii: "t"): bytes.append(0x09)
    case UInt8(ascii: "b"), UInt8(ascii: "f"): bytes.append(0x20)
    case UInt8(ascii: "u"):
      if let (scalar, end) = unicode(position) {
        append(scalar)
        position = end
        return
      }
      bytes.append(escape)
    default: bytes.append(escape)
    }
    position += 2
  }

  /// Reads `\u674e`, or a pair of surrogates.
  private func unicode(_ position: Int) -> (Unicode.Scalar, end: Int)? {
    guard let first = unit(position + 2) else { return nil }
    if first & 0xfc00 == 0xd800, layer[position + 6] == UInt8(ascii: "\\"), layer[position + 7] == UInt8(ascii: "u"),
      let second = unit(position + 8), second & 0xfc00 == 0xdc00
    {
      return (Unicode.Scalar(0x10000 + (first & 0x3ff) << 10 + second & 0x3ff) ?? "\u{fffd}", position + 12)
    }
    return (Unicode.Scalar(first) ?? "\u{fffd}", position + 6)
  }

  private func unit(_ start: Int) -> UInt32? {
    var result: UInt32 = 0
    for position in start..<start + 4 {
      guard let digit = Letters.digit(layer[position]) else { return nil }
      result = result << 4 | UInt32(digit)
    }
    return result
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }

  /// Reads `&#64;`, `&#x40;` or one of the names that stand for a mark.
  private static func entity(_ layer: TextLayer, at position: Int) -> (Unicode.Scalar, end: Int)? {
    var end = position + 1
    while end < position + 10, layer[end] == UInt8(ascii: "#") || Letters.isAlphanumeric(layer[end]) { end += 1 }
    guard layer[end] == UInt8(ascii: ";"), end > position + 1 else { return nil }
    let name = layer.text(position + 1..<end)
    let scalar =
      name.hasPrefix("#x") || name.hasPrefix("#X")
      ? UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
      : name.hasPrefix("#") ? UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init) : names[name]
    return scalar.map { ($0, end + 1) }
  }

  private static let names: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "commat": "@", "colon": ":", "period": ".",
    "sol": "/",
    "bsol": "\\", "equals": "=",
  ]
}
