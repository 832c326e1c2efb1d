import Bytes
import JSONText

extension JSONValue {
  /// An address or size as reporters write them: a number, or a string of hexadecimal digits after `0x`, of decimal digits, or
  /// of hexadecimal digits that cannot be decimal: 16 with a zero before them, or 8 and more with a letter. Nil for anything
  /// else.
  var address: UInt64? {
    guard let number = parsedAddress else { return nil }
    take()
    return number
  }

  /// The same, without taking the value if it is a string.
  fileprivate var parsedAddress: UInt64? {
    if kind == .number { return bits }
    guard let text = plainText else { return string.flatMap { HexNumber.parse($0) ?? UInt64($0) } }
    let bytes = document.bytes
    let number = TextScan.hexadecimal(bytes, text.lowerBound, text.upperBound)
    if let number { return number.end == text.upperBound ? number.value : nil }
    if text.count == 16 && bytes[text.lowerBound] == 48 || text.count >= 8 && bytes[text].contains(where: { $0 > 0x39 }) {
      let number = HexNumberScan.number(in: bytes.span, from: text.lowerBound, to: text.upperBound)
      return number.flatMap { $0.end == text.upperBound ? $0.value : nil }
    }
    return DecimalText.value(in: bytes.span, text)
  }
}

extension JSONValue {
  /// An address of a process, as JSON of any shape writes it: like `address`, and also nine digits without `0x`, as in
  /// `102770000`. Addresses of 64-bit processes have nine digits in hexadecimal and more in decimal.
  var plainAddress: UInt64? {
    guard let text = plainText, text.count == 9 else { return address }
    let bytes = document.bytes
    guard let number = HexNumberScan.number(in: bytes.span, from: text.lowerBound, to: text.upperBound),
      number.end == text.upperBound
    else { return address }
    take()
    return number.value
  }
}

extension JSONRow {
  /// Does the same for a field.
  func address(_ field: Field) -> UInt64? { uint64(field) ?? number(field) { $0.parsedAddress } }
}
