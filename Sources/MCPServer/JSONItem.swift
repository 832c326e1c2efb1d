internal import JSONText

/// A JSON value to write.
enum JSONItem: Sendable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByDictionaryLiteral
{
  /// A string.
  case string(String)
  /// A whole number.
  case number(Int)
  /// `true` or `false`.
  case flag(Bool)
  /// An array.
  case array([JSONItem])
  /// An object, its keys in this order.
  case object([(key: String, value: JSONItem)])
  /// A value as it was received.
  case raw([UInt8])

  init(stringLiteral text: String) { self = .string(text) }
  init(arrayLiteral elements: JSONItem...) { self = .array(elements) }
  init(booleanLiteral flag: Bool) { self = .flag(flag) }
  init(integerLiteral number: Int) { self = .number(number) }
  init(dictionaryLiteral elements: (String, JSONItem)...) { self = .object(elements.map { (key: $0.0, value: $0.1) }) }

  /// The text on one line.
  var bytes: [UInt8] {
    switch self {
    case .string(let text): Array(JSONString.encode(text).utf8)
    case .number(let number): Array(String(number).utf8)
    case .flag(let flag): Array(String(flag).utf8)
    case .raw(let bytes): bytes
    case .array(let items): Array("[".utf8) + items.map(\.bytes).joined(separator: [UInt8(ascii: ",")]) + Array("]".utf8)
    case .object(let members):
      Array("{".utf8)
        + members.map { Array(JSONString.encode($0.key).utf8) + [UInt8(ascii: ":")] + $0.value.bytes }
        .joined(separator: [UInt8(ascii: ",")]) + Array("}".utf8)
    }
  }

  /// Returns an object with more members at its end. Other values stay as they are.
  func adding(_ more: [(key: String, value: JSONItem)]) -> JSONItem {
    guard case .object(let members) = self else { return self }
    return .object(members + more)
  }
}
