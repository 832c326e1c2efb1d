import Bytes
import JSONText

extension JSONValue {
  /// An address or size as reporters write them: a number, or a string of hexadecimal digits after `0x`, of decimal digits, or
  /// of 16 hexadecimal digits that begin with a zero. Nil for anything else.
  var address: UInt64? {
    if kind == .number { return bits }
    guard let text = plainText else { return string.flatMap { HexNumber.parse($0) ?? UInt64($0) } }
    let bytes = document.bytes
    let number = TextScan.hexadecimal(bytes, text.lowerBound, text.upperBound)
    if let number { return number.end == text.upperBound ? number.value : nil }
    if text.count == 16, bytes[text.lowerBound] == 48,
      let number = HexNumberScan.number(in: bytes.span, from: text.lowerBound, to: text.upperBound), number.end == text.upperBound
    {
      return number.value
    }
    return DecimalText.value(in: bytes.span, text)
  }
}

extension JSONRow {
  /// Does the same for a field.
  func address(_ field: Field) -> UInt64? { uint64(field) ?? self[field]?.address }
}
