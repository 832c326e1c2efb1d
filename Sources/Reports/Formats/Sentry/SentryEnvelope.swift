import Bytes
import JSONText

/// The format around the items that Sentry's clients send (Sentry, "Envelopes"): a line of JSON, then for each item a line of
/// JSON with its `type`, and its payload, whose size in bytes is `length`, or which ends with its line.
struct SentryEnvelope {
  struct Item {
    /// The line before the payload.
    let header: JSONValue
    /// The type of the payload: `event`, `attachment` and so on.
    let type: String
    /// The bytes of the payload.
    let payload: Range<Int>
  }

  /// The items in order, at least one.
  private(set) var items: [Item] = []
  /// The position after the last one.
  private(set) var end: Int

  /// Reads the envelope that begins at `start`. Returns nil if there is none.
  init?(_ bytes: [UInt8], from start: Int) {
    guard Self.mayBeHeader(bytes, start), let first = Self.object(bytes, start), Self.isHeader(first.value) else { return nil }
    end = first.next
    while let item = Self.item(bytes, end) {
      items.append(item)
      end = Self.skipLineEnd(bytes, item.payload.upperBound)
    }
    if items.isEmpty { return nil }
  }

  private static let names = ["event_id", "sent_at", "dsn", "sdk", "trace"]

  /// Returns whether the first key is one of a header, which excludes most reports before they are read.
  private static func mayBeHeader(_ bytes: [UInt8], _ start: Int) -> Bool {
    guard start < bytes.count, bytes[start] == UInt8(ascii: "{") else { return false }
    var at = start + 1
    while at < bytes.count, bytes[at] <= 0x20 { at += 1 }
    guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else { return at < bytes.count && bytes[at] == UInt8(ascii: "}") }
    return names.contains { TextScan.hasPrefix(bytes, at + 1, bytes.count, $0) }
  }

  private static func isHeader(_ value: JSONValue) -> Bool {
    value.members.allSatisfy { member in names.contains { member.key.equals($0) } }
  }

  private static func item(_ bytes: [UInt8], _ start: Int) -> Item? {
    guard let (header, next) = object(bytes, start), let type = header["type"]?.string else { return nil }
    guard let length = header["length"] else { return Item(header: header, type: type, payload: next..<lineEnd(bytes, next)) }
    guard let size = length.int, size >= 0, size <= bytes.count - next else { return nil }
    // A payload that ends within a line is none: of text with such a header, a change of its length would make another envelope.
    guard next + size == bytes.count || endsLine(bytes, next + size) else { return nil }
    return Item(header: header, type: type, payload: next..<next + size)
  }

  /// Returns the object that takes a whole line, and the start of the next line.
  private static func object(_ bytes: [UInt8], _ start: Int) -> (value: JSONValue, next: Int)? {
    guard start < bytes.count, bytes[start] == UInt8(ascii: "{") else { return nil }
    let end = lineEnd(bytes, start)
    let document = JSONDocument(bytes, in: start..<end)
    guard let value = document.root, value.kind == .object, document.isWellFormed else { return nil }
    guard bytes[document.end..<end].allSatisfy({ $0 <= 0x20 }) else { return nil }
    return (value, skipLineEnd(bytes, end))
  }

  private static func lineEnd(_ bytes: [UInt8], _ start: Int) -> Int {
    ByteSearch.first(UInt8(ascii: "\n"), in: bytes.span, from: min(start, bytes.count), to: bytes.count)
  }

  private static func endsLine(_ bytes: [UInt8], _ position: Int) -> Bool {
    bytes[position] == UInt8(ascii: "\n") || TextScan.hasPrefix(bytes, position, bytes.count, "\r\n")
  }

  private static func skipLineEnd(_ bytes: [UInt8], _ position: Int) -> Int {
    position < bytes.count && bytes[position] == UInt8(ascii: "\n") ? position + 1 : position
  }
}
