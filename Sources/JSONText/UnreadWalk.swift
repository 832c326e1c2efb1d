internal import Bytes
internal import Synchronization

/// A walk over the tape for what nobody took, without recursion. See `JSONValue.unread`.
struct UnreadWalk {
  private(set) var found: [UnreadJSON] = []
  private let document: JSONDocument
  private let start: String
  /// The steps of the path to the value that the walk begins with.
  private let base: [JSONPathPattern.Step]
  private let skipped: Set<Int>
  private let patterns: [JSONPathPattern]
  private let marks: TakenNodes
  // What every step needs, not to count references to it each time.
  private let left: [Int]
  private let nodes: [JSONNode]
  /// The containers that the walk is inside of, outermost first.
  private var open: [Level] = []
  /// The patterns that the paths to these containers and to the current value begin, by position in `patterns`.
  private var begun: [Int] = []
  /// The position in `left` of the first value after the last one that was visited.
  private var nextLeft = 0

  /// A container that the walk is inside of. Numbers only: it is copied at each step.
  private struct Level {
    let isArray: Bool
    /// Whether only the values that a row left are visited.
    let isRow: Bool
    /// The next node: an element, or the key of a member.
    var position: Int
    let limit: Int
    /// The number of the current element.
    var number = -1
    /// The key of the current member.
    var key = 0
    /// Where `begun` has the patterns that the path to this container begins.
    let matches: Range<Int>
    /// Where it has those that the path to any element of this array begins; nil before the first element.
    var ofElements: Range<Int>?
    /// The number of patterns in `begun` that outer containers need.
    let begunOutside: Int
  }

  init(_ root: JSONValue, _ path: String, _ skipped: Set<Int>, _ patterns: [JSONPathPattern]) {
    document = root.document
    start = path
    base = JSONPathPattern(path).steps
    self.skipped = skipped
    self.patterns = patterns
    let range = root.index..<max(Int(root.node.next), root.index + 1)
    marks = document.marks.withLock { $0.taken(in: range) }
    (left, nodes) = (marks.left, root.document.nodes)
  }

  mutating func run(from root: Int) {
    begun = patterns.indices.filter { patterns[$0].begins(with: base) }
    visit(root, matches: begun.indices, begunOutside: 0)
    while let innermost = open.indices.last {
      var level = open[innermost]
      guard let next = advance(&level) else {
        begun.removeSubrange(level.begunOutside...)
        open.removeLast()
        continue
      }
      // The path of most values does not matter.
      if isDone(next) {
        open[innermost] = level
        continue
      }
      let outside = begun.count
      let matches = matches(&level, depth: innermost)
      open[innermost] = level
      visit(next, matches: matches, begunOutside: level.isArray ? begun.count : outside)
      if open.count == innermost + 1, !level.isArray { begun.removeSubrange(outside...) }
    }
  }

  /// Returns whether a value is a scalar that was taken, or none.
  private func isDone(_ index: Int) -> Bool {
    switch nodes[index].kind {
    case .string, .number, .trueWord, .falseWord: marks.has(index)
    case .object, .array: false
    case .null, .missing, .key: true
    }
  }

  /// Returns the next value of a container, or nil at its end.
  private mutating func advance(_ level: inout Level) -> Int? {
    if level.isRow {
      guard let next = firstLeft(from: level.position), next < level.limit else { return nil }
      (level.key, level.position) = (next - 1, Int(nodes[next].next))
      return next
    }
    if level.isArray { skipRows(&level) }
    let value = level.isArray ? level.position : level.position + 1
    guard value < level.limit else { return nil }
    (level.key, level.number, level.position) = (value - 1, level.number + 1, Int(nodes[value].next))
    return value
  }

  /// Moves past the elements of an array that a row read whole: most values of a report.
  private mutating func skipRows(_ level: inout Level) {
    while level.position < level.limit, nodes[level.position].kind == .object, marks.has(level.position) {
      StepCount.count()
      let end = Int(nodes[level.position].next)
      if isAnyLeft(in: level.position..<end) { return }
      (level.position, level.number) = (end, level.number + 1)
    }
  }

  /// Returns the patterns that the path to the current value of a container begins.
  private mutating func matches(_ level: inout Level, depth: Int) -> Range<Int> {
    if let known = level.ofElements { return known }
    let first = begun.count
    if !level.matches.isEmpty {
      let key = level.isArray ? nil : JSONKey(value: JSONValue(document, level.key))
      for place in level.matches where patterns[begun[place]].matches(key, at: base.count + depth) { begun.append(begun[place]) }
    }
    if level.isArray { level.ofElements = first..<begun.count }
    return first..<begun.count
  }

  private mutating func visit(_ index: Int, matches: Range<Int>, begunOutside: Int) {
    StepCount.count()
    let node = nodes[index]
    let depth = base.count + open.count
    guard !skipped.contains(index), !matches.contains(where: { patterns[begun[$0]].steps.count == depth }) else { return }
    switch node.kind {
    case .object, .array:
      let end = Int(node.next)
      guard end > index + 1 else { return }
      let isRow = marks.has(index)
      if isRow, !isAnyLeft(in: index..<end) { return }
      if !isRow, matches.isEmpty, skipped.isEmpty, marks.first(from: index) >= end {
        if hasScalar(index + 1..<end) { add(index) }
        return
      }
      guard open.count < Self.deepest else { return }
      open.append(
        Level(
          isArray: node.kind == .array, isRow: isRow, position: index + 1, limit: end, matches: matches,
          begunOutside: begunOutside))
    case .string, .number, .trueWord, .falseWord: if !marks.has(index) { add(index) }
    case .null, .missing, .key: break
    }
  }

  /// Returns whether a container has more than empty containers and null.
  private func hasScalar(_ range: Range<Int>) -> Bool {
    range.contains { position in
      switch nodes[position].kind {
      case .string, .number, .trueWord, .falseWord: true
      case .object, .array, .null, .missing, .key: false
      }
    }
  }

  /// Returns whether a row left a value in a range of the tape.
  private mutating func isAnyLeft(in range: Range<Int>) -> Bool {
    firstLeft(from: range.lowerBound).map { $0 < range.upperBound } ?? false
  }

  /// Returns the first value from a position on that a row left. Positions are asked for in the order of the text.
  private mutating func firstLeft(from position: Int) -> Int? {
    while nextLeft < left.count, left[nextLeft] < position { nextLeft += 1 }
    return nextLeft < left.count ? left[nextLeft] : nil
  }

  private mutating func add(_ index: Int) { found.append(UnreadJSON(path: path, value: JSONValue(document, index))) }

  /// The maximum number of levels that are walked.
  private static let deepest = 100_000
  /// The maximum length of a path.
  private static let longestPath = 1_024

  /// The path to the current value of the innermost container.
  private var path: String {
    var words: [String] = []
    var length = 0
    for level in open.reversed() {
      StepCount.count()
      let word = level.isArray ? "[\(level.number)]" : JSONValue(document, level.key).string ?? ""
      length += word.utf8.count + 1
      if length > Self.longestPath {
        words.append("...")
        break
      }
      words.append(word)
    }
    return words.reversed().reduce(start) { $0.isEmpty || $1.hasPrefix("[") ? $0 + $1 : "\($0).\($1)" }
  }
}
