internal import Bytes

/// A pattern over text in which `*` stands for any bytes, none included. Without `*` at an end the text must begin, or end, there.
package struct Pattern: Hashable, Sendable {
  /// Shared and never changed: rules are asked for every report, and copies of their conditions cost little this way.
  private final class Content: Sendable {
    let text: String
    let parts: [[UInt8]]

    init(_ text: String) {
      self.text = text
      let units = Array(text.utf8)
      let star = UInt8(ascii: "*")
      var end = ByteSearch.first(star, in: units.span, from: 0, to: units.count)
      var parts = [end == units.count ? units : Array(units[..<end])]
      while end < units.count {
        let start = end + 1
        end = ByteSearch.first(star, in: units.span, from: start, to: units.count)
        parts.append(Array(units[start..<end]))
      }
      self.parts = parts
    }
  }

  private let content: Content

  /// Reads a pattern; every text is one.
  package init(_ text: String) { content = Content(text) }

  /// The pattern as it is written.
  package var text: String { content.text }
  /// The bytes between the stars; one part for a pattern without any.
  private var parts: [[UInt8]] { content.parts }

  /// Whether the pattern has no star and so matches one text only.
  var isLiteral: Bool { parts.count == 1 }

  /// Patterns are equal when they are written alike.
  package static func == (left: Self, right: Self) -> Bool { left.text == right.text }

  /// Hashes the pattern as it is written.
  package func hash(into hasher: inout Hasher) { hasher.combine(text) }

  /// Whether a text matches. Costs at most the product of both lengths.
  package func matches(_ subject: String) -> Bool {
    let units = subject.utf8.span
    let parts = parts.span
    let first = parts[0]
    guard ByteSearch.stands(first.span, at: 0, of: units) else { return false }
    guard parts.count > 1 else { return first.count == units.count }
    let last = parts[parts.count - 1]
    let end = units.count - last.count
    guard end >= first.count, ByteSearch.stands(last.span, at: end, of: units) else { return false }
    var at = first.count
    for middle in 1..<(parts.count - 1) where !parts[middle].isEmpty {
      guard let found = ByteSearch.position(of: parts[middle].span, in: units, from: at, to: end) else { return false }
      at = found + parts[middle].count
    }
    return true
  }
}
