internal import SymbolModel

/// Decodes numbers and addresses.
enum ScalarValue {
  static func integer(_ bytes: VariableBytes, isSigned: Bool) -> VariableValue {
    guard let known = bytes.known else { return .absent(bytes.reason) }
    guard (1...16).contains(known.count) else { return .absent(.unknownType) }
    let bits = known.reversed().reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
    let unused = 128 - 8 * known.count
    return .number(isSigned ? String(Int128(truncatingIfNeeded: bits << unused) >> Int128(unused)) : String(bits))
  }

  static func float(_ bytes: VariableBytes) -> VariableValue {
    guard let known = bytes.known else { return .absent(bytes.reason) }
    switch (known.count, bytes.number) {
    case (4, let bits?): return .number("\(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))")
    case (8, let bits?): return .number("\(Double(bitPattern: bits))")
    default: return .absent(.unknownType)
    }
  }

  static func pointer(_ bytes: VariableBytes, isFunction: Bool = false) -> VariableValue {
    guard let address = bytes.number else { return .absent(bytes.reason) }
    var pointer = VariableValue.Pointer(address)
    pointer.isFunction = isFunction
    return .pointer(pointer)
  }

  /// A character with its number: `97 'a'`.
  static func character(_ bytes: VariableBytes, isSigned: Bool) -> VariableValue {
    guard case .number(let digits) = integer(bytes, isSigned: isSigned), let value = bytes.number else {
      return .absent(bytes.reason)
    }
    guard bytes.count == 1, value >= 0x20, value < 0x7f else { return .number(digits) }
    let character = String(UnicodeScalar(UInt8(truncatingIfNeeded: value)))
    return .number("\(digits) '\(character == "'" || character == "\\" ? "\\" : "")\(character)'")
  }
}

/// Characters of strings for people.
enum CharacterText {
  /// More characters are not shown.
  static let maxCount = 200

  /// Returns text without the bytes and characters that are not printable.
  static func escaped(_ bytes: [UInt8]) -> String {
    var result = ""
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      switch scalar {
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      default:
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
          result += "\\u{\(String(scalar.value, radix: 16))}"
        default: result.unicodeScalars.append(scalar)
        }
      }
    }
    return result
  }
}
