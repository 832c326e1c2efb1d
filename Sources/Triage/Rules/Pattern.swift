internal import Bytes

/// A pattern over text in which `*` stands for any bytes, none included. Without `*` at an end the text must begin, or end, there.
package struct Pattern: Hashable, Sendable {
  /// Shared and never changed: rules are asked for every report, and copies of their conditions cost little this way.
  private final class Content: Sendable {
    let text: String
    /// The positions of the first and of the last star in the bytes of `text`, or its end if there is none.
    let first: Int
    let last: Int
    /// The positions of the stars between them. Most patterns have none, and no list for them.
    let inner: [Int]
    /// The number of stars.
    let count: Int

    init(_ text: String) {
      self.text = text
      let units = text.utf8.span
      let star = UInt8(ascii: "*")
      first = ByteSearch.first(star, in: units, from: 0, to: units.count)
      var (last, count, inner) = (first, first < units.count ? 1 : 0, [Int]())
      while last < units.count, case let next = ByteSearch.first(star, in: units, from: last + 1, to: units.count),
        next < units.count
      {
        if count > 1 { inner.append(last) }
        (last, count) = (next, count + 1)
      }
      (self.last, self.count, self.inner) = (last, count, inner)
    }

    func matches(_ units: Span<UInt8>) -> Bool {
      let text = text
      let own = text.utf8.span
      guard count > 0 else { return own.count == units.count && ByteSearch.stands(own, at: 0, of: units) }
      guard ByteSearch.stands(own.extracting(0..<first), at: 0, of: units) else { return false }
      let tail = own.extracting((last + 1)..<own.count)
      let end = units.count - tail.count
      guard end >= first, ByteSearch.stands(tail, at: end, of: units) else { return false }
      var (at, start) = (first, first + 1)
      for number in 1..<count {
        let star = number < count - 1 ? inner[number - 1] : last
        let part = own.extracting(start..<star)
        start = star + 1
        if part.isEmpty { continue }
        guard let found = ByteSearch.position(of: part, in: units, from: at, to: end) else { return false }
        at = found + part.count
      }
      return true
    }
  }

  /// What texts that match have in common. Numbers only: to ask it counts no references.
  struct Shape: Hashable, Sendable {
    /// The byte with which every text that matches begins, or nil if there are several.
    fileprivate let first: UInt8?
    /// The number of bytes of every text that matches, or of the shortest one if `hasStars`.
    fileprivate let length: Int
    fileprivate let hasStars: Bool

    /// Returns false if a text does not match, by its length and its first byte.
    func permits(_ text: borrowing String) -> Bool {
      let units = text.utf8
      guard hasStars ? units.count >= length : units.count == length else { return false }
      return first.map { $0 == units.first } ?? true
    }
  }

  private let content: Content
  let shape: Shape

  /// Reads a pattern; every text is one.
  package init(_ text: String) {
    content = Content(text)
    let first = content.count > 0 && content.first == 0 ? nil : text.utf8.first
    shape = Shape(first: first, length: text.utf8.count - content.count, hasStars: content.count > 0)
  }

  /// The first bytes of some texts, of which one pattern after the other is asked.
  struct FirstBytes {
    /// A bit for every byte; four bytes share one.
    private var bits: UInt64 = 0

    /// Takes the first byte of each text.
    init(_ texts: [String]) {
      for text in texts {
        guard let first = text.utf8.first else { continue }
        bits |= 1 << UInt64(first & 63)
      }
    }

    /// Returns false if none of the texts matches: most patterns are passed over by it.
    func permit(_ pattern: borrowing Pattern) -> Bool {
      guard let first = pattern.shape.first else { return true }
      return bits >> UInt64(first & 63) & 1 == 1
    }
  }

  /// The pattern as it is written.
  package var text: String { content.text }

  /// Whether the pattern has no star and so matches one text only.
  var isLiteral: Bool { !shape.hasStars }

  /// Patterns are equal when they are written alike.
  package static func == (left: Self, right: Self) -> Bool { left.text == right.text }

  /// Hashes the pattern as it is written.
  package func hash(into hasher: inout Hasher) { hasher.combine(text) }

  /// Whether a text matches. Costs at most the product of both lengths.
  package func matches(_ subject: String) -> Bool { content.matches(subject.utf8.span) }
}
