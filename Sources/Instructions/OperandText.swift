/// The operands of an instruction in assembler.
enum OperandText {
  /// Splits operands at the commas outside brackets and braces.
  static func split(_ text: some StringProtocol) -> [String] {
    let bytes = Array(text.utf8)
    var parts: [String] = []
    var (start, depth) = (0, 0)
    func part(_ end: Int) -> String { String(decoding: bytes[start..<end].drop { $0 == UInt8(ascii: " ") }, as: UTF8.self) }
    for (position, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: ",") where depth == 0:
        parts.append(part(position))
        start = position + 1
      default: break
      }
    }
    let last = part(bytes.count)
    if !last.isEmpty { parts.append(last) }
    return parts
  }

  /// Whether an operand is memory: `[x8, #0x20]`.
  static func isMemory(_ operand: String) -> Bool { operand.utf8.first == UInt8(ascii: "[") }

  /// Returns the text between the first bracket and the one that closes it, or nil without brackets.
  static func inBrackets(_ text: String) -> Substring? {
    let bytes = text.utf8
    guard let start = bytes.firstIndex(of: UInt8(ascii: "[")), let end = bytes[start...].firstIndex(of: UInt8(ascii: "]")) else {
      return nil
    }
    return text[bytes.index(after: start)..<end]
  }

  /// Reads `#0x10`, `0x10`, `-8`, `#-0x10`.
  static func number(_ text: some StringProtocol) -> Int64? {
    var bytes = text.utf8.drop { $0 == UInt8(ascii: "#") }
    let isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative { bytes = bytes.dropFirst() }
    let isHexadecimal = bytes.starts(with: "0x".utf8)
    guard let magnitude = magnitude(isHexadecimal ? bytes.dropFirst(2) : bytes[...], radix: isHexadecimal ? 16 : 10) else {
      return nil
    }
    return isNegative ? 0 &- Int64(bitPattern: magnitude) : Int64(bitPattern: magnitude)
  }

  private static func magnitude(_ digits: some Collection<UInt8>, radix: UInt64) -> UInt64? {
    var number: UInt64 = 0
    for byte in digits {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f") where radix == 16: digit = byte - UInt8(ascii: "a") + 10
      default: return nil
      }
      let (product, isLarge) = number.multipliedReportingOverflow(by: radix)
      let (sum, isLarger) = product.addingReportingOverflow(UInt64(digit))
      guard !isLarge, !isLarger else { return nil }
      number = sum
    }
    return digits.isEmpty ? nil : number
  }
}
