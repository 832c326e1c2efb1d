import JSONText

extension JSONValue {
  /// An address or size as reporters write them: a number, or a string of hexadecimal digits behind `0x` or of decimal digits.
  /// Nil for anything else.
  var address: UInt64? {
    if let bits { return bits }
    return string.flatMap { HexNumber.parse($0) ?? UInt64($0) }
  }
}

extension JSONRow {
  /// The same for a field.
  func address(_ field: Field) -> UInt64? { uint64(field) ?? self[field]?.address }
}
