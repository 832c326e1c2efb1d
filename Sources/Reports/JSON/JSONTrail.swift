import JSONText

/// The keys and indexes that lead to a value of a JSON document, the last one first: each step points to the one before, so that a
/// walk over the document copies none of them.
final class JSONTrail: Sendable {
  private enum Step: Sendable {
    case key(String)
    case element(Int)
  }

  private let step: Step
  private let previous: JSONTrail?

  /// So many bytes of a key tell what it is.
  static let longestKey = 256
  /// So many characters of a path are shown, those of the last steps.
  private static let longestPath = 1_024

  private init(_ step: Step, behind previous: JSONTrail?) {
    self.step = step
    self.previous = previous
  }

  /// A key that leads on from a place; nil stands for the top.
  static func key(_ key: String, behind previous: JSONTrail?) -> JSONTrail {
    JSONTrail(
      .key(key.utf8.count > longestKey ? String(decoding: key.utf8.prefix(longestKey), as: UTF8.self) : key), behind: previous)
  }

  /// An element of an array at a place.
  static func element(_ index: Int, behind previous: JSONTrail?) -> JSONTrail { JSONTrail(.element(index), behind: previous) }

  /// The steps as people write them: `event.threads[2].frames`, without the indexes `event.threads[].frames`; `...` stands for the
  /// first ones of many.
  func path(withIndexes: Bool = true) -> String {
    var words: [String] = []
    var length = 0
    var next: JSONTrail? = self
    while let trail = next {
      let word = trail.word(withIndexes)
      length += word.utf8.count
      if length > Self.longestPath {
        words.append("...")
        break
      }
      words.append(word)
      next = trail.previous
    }
    return words.reversed().joined()
  }

  private func word(_ withIndexes: Bool) -> String {
    switch step {
    case .key(let key): previous == nil ? key : "." + key
    case .element(let index): withIndexes ? "[\(index)]" : "[]"
    }
  }
}
