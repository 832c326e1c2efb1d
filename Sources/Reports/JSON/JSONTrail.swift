import JSONText

/// The path of keys and indexes to a value of a JSON document, the last one first. Each step refers to the one before, so that a
/// walk over the document copies none of them.
final class JSONTrail: Sendable {
  private enum Step: Sendable {
    case key(String)
    case element(Int)
  }

  private let step: Step
  private let previous: JSONTrail?

  /// This many bytes of a key identify it.
  static let longestKey = 256
  /// The maximum length of a printed path, which shows the last steps.
  private static let longestPath = 1_024

  private init(_ step: Step, after previous: JSONTrail?) {
    self.step = step
    self.previous = previous
  }

  /// Returns the path to a key of the value at a path, or of the top level if nil.
  static func key(_ key: String, after previous: JSONTrail?) -> JSONTrail {
    JSONTrail(
      .key(key.utf8.count > longestKey ? String(decoding: key.utf8.prefix(longestKey), as: UTF8.self) : key), after: previous)
  }

  /// Returns the path to an element of the array at a path.
  static func element(_ index: Int, after previous: JSONTrail?) -> JSONTrail { JSONTrail(.element(index), after: previous) }

  /// Returns the path for people: `event.threads[2].frames`, or, without the indexes, `event.threads[].frames`. A long path
  /// begins with `...` instead of its first steps.
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
