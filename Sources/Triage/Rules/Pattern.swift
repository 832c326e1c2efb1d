internal import Bytes

/// A pattern over text in which `*` stands for any bytes, none included. Without `*` at an end the text must begin, or end, there.
package struct Pattern: Hashable, Sendable {
  /// Shared and never changed: rules are asked for every report, and copies of their conditions cost little this way.
  private final class Content: Sendable {
    let text: String
    let units: [UInt8]
    /// The positions of the stars in `units`.
    let stars: [Int]

    init(_ text: String) {
      self.text = text
      let units = Array(text.utf8)
      var stars: [Int] = []
      let star = UInt8(ascii: "*")
      var at = ByteSearch.first(star, in: units.span, from: 0, to: units.count)
      while at < units.count {
        stars.append(at)
        at = ByteSearch.first(star, in: units.span, from: at + 1, to: units.count)
      }
      (self.units, self.stars) = (units, stars)
    }
  }

  private let content: Content

  /// Reads a pattern; every text is one.
  package init(_ text: String) { content = Content(text) }

  /// The pattern as it is written.
  package var text: String { content.text }

  /// Whether the pattern has no star and so matches one text only.
  var isLiteral: Bool { content.stars.isEmpty }

  /// Patterns are equal when they are written alike.
  package static func == (left: Self, right: Self) -> Bool { left.text == right.text }

  /// Hashes the pattern as it is written.
  package func hash(into hasher: inout Hasher) { hasher.combine(text) }

  /// Whether a text matches. Costs at most the product of both lengths.
  package func matches(_ subject: String) -> Bool {
    let (pattern, stars) = (content.units, content.stars)
    let (units, own) = (subject.utf8.span, pattern.span)
    guard let last = stars.last else {
      return own.count == units.count && ByteSearch.stands(own, at: 0, of: units)
    }
    guard ByteSearch.stands(own.extracting(0..<stars[0]), at: 0, of: units) else { return false }
    let tail = own.extracting((last + 1)..<own.count)
    let end = units.count - tail.count
    guard end >= stars[0], ByteSearch.stands(tail, at: end, of: units) else { return false }
    var at = stars[0]
    for star in 1..<stars.count where stars[star - 1] + 1 < stars[star] {
      let part = own.extracting((stars[star - 1] + 1)..<stars[star])
      guard let found = ByteSearch.position(of: part, in: units, from: at, to: end) else { return false }
      at = found + part.count
    }
    return true
  }
}
