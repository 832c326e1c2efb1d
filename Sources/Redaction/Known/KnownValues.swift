internal import Synchronization

/// The values that were found in a run, which are replaced wherever they stand: also in a sentence, where no rule sees them. Several
/// threads may use it.
final class KnownValues: Sendable {
  /// A value, as it was found first.
  struct Value: Sendable {
    let kind: Secret.Kind
    let bytes: [UInt8]
    let rule: String
    let form: Secret.Form
  }

  private let state = Mutex(Index())

  /// The values so far.
  var index: Index { state.withLock { $0 } }

  /// Adds the values that are looked for from now on. Returns whether one is new.
  func learn(_ secrets: [Secret]) -> Bool {
    let values = secrets.flatMap(Self.values).filter { Self.isDistinctive($0.bytes) }
    guard !values.isEmpty else { return false }
    return state.withLock { index in
      values.reduce(false) { isNew, value in index.add(value) || isNew }
    }
  }

  /// Returns what is looked for: the value, and the name and the password of a URL for themselves.
  private static func values(_ secret: Secret) -> [Value] {
    if case .bytes = secret.form { return [] }
    if secret.isRepeated || Replacement.isReplacement(secret.value) { return [] }
    let whole = Value(kind: secret.kind, bytes: secret.value, rule: secret.rule, form: secret.form)
    guard secret.rule.hasSuffix("URL") || secret.rule.hasPrefix("option -") else { return [whole] }
    return [whole]
      + secret.value.split(separator: UInt8(ascii: ":"), maxSplits: 1).map {
        Value(kind: secret.kind, bytes: Array($0), rule: secret.rule, form: secret.form)
      }
  }

  /// Whether a value has four letters or more and is not made of common words, and can be recognized inside a text.
  private static func isDistinctive(_ value: [UInt8]) -> Bool {
    guard let first = value.first, let last = value.last, value.count <= longest, Letters.isWord(first), Letters.isWord(last)
    else {
      return false
    }
    guard value.count(where: { Letters.isLetter($0) || $0 >= 0xc0 }) >= 4 else { return false }
    return !CommonWords.isCommon(value)
  }

  /// The longest value, in bytes.
  private static let longest = 128
  /// The most values: a run of months does not grow.
  private static let maxCount = 20_000

  /// A tree of the bytes of all values.
  struct Index: Sendable {
    private var next: [Int: Int] = [:]
    private var values: [Int: Value] = [:]
    private var nodes = 1
    private var first = [Bool](repeating: false, count: 256)

    /// Adds a value. Returns false if it is there.
    fileprivate mutating func add(_ value: Value) -> Bool {
      guard values.count < KnownValues.maxCount else { return false }
      var node = 0
      for byte in value.bytes {
        let step = node << 8 | Int(Letters.lower(byte))
        if let known = next[step] {
          node = known
        } else {
          next[step] = nodes
          node = nodes
          nodes += 1
        }
      }
      guard values[node] == nil else { return false }
      values[node] = value
      for byte in value.bytes.prefix(1) {
        first[Int(byte)] = true
        first[Int(Letters.lower(byte))] = true
        if Letters.isLetter(byte) { first[Int(byte & ~0x20)] = true }
      }
      return true
    }

    /// Passes on every place of a value as a whole word, in any case; not in the lines of frames and images, and not where a header names
    /// the program.
    func scan(_ layer: TextLayer, _ found: (Range<Int>, Value) -> Void) {
      guard !values.isEmpty else { return }
      var position = layer.range.lowerBound
      while position < layer.range.upperBound {
        guard first[Int(layer.bytes[position])], !Letters.isWord(layer[position - 1]), let match = match(layer, position),
          !CodeLine.holds(layer, position)
        else {
          position += 1
          continue
        }
        found(position..<match.end, match.value)
        position = match.end
      }
    }

    private func match(_ layer: TextLayer, _ start: Int) -> (end: Int, value: Value)? {
      var node = 0
      var position = start
      var best: (Int, Value)?
      while position < layer.range.upperBound, let step = next[node << 8 | Int(Letters.lower(layer.bytes[position]))] {
        node = step
        position += 1
        if let value = values[node], !Letters.isWord(layer[position]) { best = (position, value) }
      }
      return best
    }
  }
}
