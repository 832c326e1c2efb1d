extension JSONDocument {
  /// Reads a text that holds one value and nothing else, and follows RFC 8259 to the letter. Throws the first departure.
  /// Keys that occur twice are allowed, and nesting up to 1,000,000 levels.
  package convenience init(strictly bytes: [UInt8]) throws(JSONError) {
    self.init(bytes)
    let flaw = [firstError, firstScalarError(), trailingError()].compactMap { $0 }.min { $0.byte < $1.byte }
    if let flaw { throw flaw }
  }

  private func trailingError() -> JSONError? {
    guard root != nil else { return JSONError(.endsEarly, byte: end, line: Self.line(ofByte: end, in: bytes)) }
    let blanks = bytes[end...].prefix { $0 == 0x20 || $0 == 0x0a || $0 == 0x0d || $0 == 0x09 }
    let next = blanks.endIndex
    return next < bytes.count ? JSONError(.trailingText, byte: next, line: Self.line(ofByte: next, in: bytes)) : nil
  }

  private func firstScalarError() -> JSONError? {
    for node in nodes {
      let range = Int(node.start)..<Int(node.end)
      let flaw: JSONError.Kind? =
        switch node.kind {
        case .number: JSONGrammar.isNumber(bytes[range]) ? nil : .badNumber
        case .string, .key: JSONGrammar.isString(bytes[range]) ? nil : .badString
        default: nil
        }
      if let flaw { return JSONError(flaw, byte: range.lowerBound, line: Self.line(ofByte: range.lowerBound, in: bytes)) }
    }
    return nil
  }
}

/// The grammar of numbers and strings.
enum JSONGrammar {
  /// Returns whether the bytes are a number.
  static func isNumber(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    let whole = dropDigits(&rest)
    guard whole == 1 || whole > 1 && bytes[rest.startIndex - whole] != UInt8(ascii: "0") else { return false }
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      if dropDigits(&rest) == 0 { return false }
    }
    if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
      rest.removeFirst()
      if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { rest.removeFirst() }
      if dropDigits(&rest) == 0 { return false }
    }
    return rest.isEmpty
  }

  private static func dropDigits(_ bytes: inout ArraySlice<UInt8>) -> Int {
    let digits = bytes.prefix { $0 &- UInt8(ascii: "0") <= 9 }
    bytes = bytes[digits.endIndex...]
    return digits.count
  }

  /// Returns whether the bytes, quotes included, are a string.
  static func isString(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count >= 2, String(validating: bytes, as: UTF8.self) != nil else { return false }
    var position = bytes.startIndex + 1
    while position < bytes.endIndex - 1 {
      guard bytes[position] >= 0x20 else { return false }
      if bytes[position] == UInt8(ascii: "\\") {
        position += 1
        guard position < bytes.endIndex - 1, isEscape(bytes[position...]) else { return false }
      }
      position += 1
    }
    return true
  }

  private static func isEscape(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first else { return false }
    if first == UInt8(ascii: "u") {
      let digits = bytes.dropFirst().prefix(4)
      return digits.count == 4 && digits.allSatisfy { $0 &- UInt8(ascii: "0") <= 9 || ($0 | 0x20) &- UInt8(ascii: "a") <= 5 }
    }
    return "\"\\/bfnrt".utf8.contains(first)
  }
}
