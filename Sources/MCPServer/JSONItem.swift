internal import JSONText

/// A JSON value to write.
enum JSONItem: Sendable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByDictionaryLiteral
{
  case string(String)
  /// A whole number.
  case number(Int)
  /// `true` or `false`.
  case flag(Bool)
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

  /// Writes the value.
  func write(to writer: inout JSONWriter) {
    switch self {
    case .string(let text): writer.value(text)
    case .number(let number): writer.value(number)
    case .flag(let flag): writer.value(flag)
    case .raw(let bytes): writer.value(raw: bytes)
    case .array(let items):
      writer.beginArray()
      for item in items { item.write(to: &writer) }
      writer.endArray()
    case .object(let members):
      writer.beginObject()
      for member in members {
        writer.key(text: member.key)
        member.value.write(to: &writer)
      }
      writer.endObject()
    }
  }

  /// Returns an object with more members at its end. Other values stay as they are.
  func adding(_ more: [(key: String, value: JSONItem)]) -> JSONItem {
    guard case .object(let members) = self else { return self }
    return .object(members + more)
  }
}
