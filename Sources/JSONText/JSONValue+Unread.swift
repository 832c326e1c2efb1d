internal import Bytes
internal import Synchronization

/// A value that no reader took.
package struct UnreadJSON: Sendable {
  /// The keys and indexes that lead to it, as in `threads[2].frames[0].size`. A long path begins with `...` instead of its first steps.
  package let path: String
  /// The value: a scalar, or a container of which nothing was taken.
  package let value: JSONValue
}

extension JSONDocument {
  /// Runs `body`, which decodes values only to see what they are: none of them counts as taken.
  package func withoutTaking<Result>(_ body: () -> Result) -> Result {
    marks.withLock { $0.suspensions += 1 }
    defer { marks.withLock { $0.suspensions -= 1 } }
    return body()
  }

  /// Notes that a row read an object: all its values are taken but those at `left`.
  func take(object: Int, but left: [Int]) { marks.withLock { $0.take(object, but: left, of: nodes.count) } }

  /// Notes that a value was decoded.
  func take(_ index: Int) { marks.withLock { $0.take(index, of: nodes.count) } }
}

extension JSONValue {
  /// Notes that the value was read from its bytes.
  package func take() { document.take(index) }

  /// Notes that the value was read if `condition`, which only looks at it, holds.
  package func take(if condition: (JSONValue) -> Bool) {
    if document.withoutTaking({ condition(self) }) { take() }
  }

  /// Returns what nobody took of this value, in the order of the text: values that were not decoded, without null and empty ones.
  /// `path` leads to this value. Left out are the values at `skipped`, and those whose path matches one of `dropped`.
  package func unread(at path: String, skipping skipped: [JSONValue] = [], dropping dropped: [JSONPathPattern] = [])
    -> [UnreadJSON]
  {
    var walk = UnreadWalk(self, path, Set(skipped.map(\.index)), dropped)
    walk.run(from: index)
    return walk.found
  }
}

/// A walk over the tape, without recursion.
private struct UnreadWalk {
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
  private var open: [Level] = []
  /// The position in `left` of the first value after the last one that was visited.
  private var nextLeft = 0

  /// A container that the walk is inside of.
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
    /// The patterns that the path to this container begins, by position in `patterns`, each with the number of matched steps.
    let matches: [Int]
    /// Those of them that the path to any element of this array begins; nil before the first element.
    var ofElements: [Int]?
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
    visit(root, matches: patterns.indices.filter { patterns[$0].begins(with: base) })
    while let innermost = open.indices.last {
      guard let next = advance(innermost) else {
        open.removeLast()
        continue
      }
      // The path of most values does not matter.
      if !isDone(next) { visit(next, matches: matches(innermost)) }
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
  private mutating func advance(_ level: Int) -> Int? {
    if open[level].isRow {
      let next = left.partitionPoint { $0 >= open[level].position }
      guard next < left.count, left[next] < open[level].limit else { return nil }
      open[level].key = left[next] - 1
      open[level].position = Int(nodes[left[next]].next)
      return left[next]
    }
    if open[level].isArray { skipRows(level) }
    guard open[level].position < open[level].limit else { return nil }
    let value = open[level].isArray ? open[level].position : open[level].position + 1
    guard value < open[level].limit else { return nil }
    open[level].key = value - 1
    open[level].number += 1
    open[level].position = Int(nodes[value].next)
    return value
  }

  /// Moves past the elements of an array that a row read whole: most values of a report.
  private mutating func skipRows(_ level: Int) {
    var (position, number) = (open[level].position, open[level].number)
    while position < open[level].limit, nodes[position].kind == .object, marks.has(position) {
      StepCount.count()
      let end = Int(nodes[position].next)
      if isAnyLeft(in: position..<end) { break }
      (position, number) = (end, number + 1)
    }
    (open[level].position, open[level].number) = (position, number)
  }

  /// Returns the patterns that the path to the current value of a container begins.
  private mutating func matches(_ level: Int) -> [Int] {
    guard !open[level].matches.isEmpty else { return [] }
    if let known = open[level].ofElements { return known }
    let key = open[level].isArray ? nil : JSONKey(value: JSONValue(document, open[level].key))
    var found: [Int] = []
    for number in open[level].matches where patterns[number].matches(key, at: base.count + level) { found.append(number) }
    if open[level].isArray { open[level].ofElements = found }
    return found
  }

  private mutating func visit(_ index: Int, matches: [Int]) {
    StepCount.count()
    let node = nodes[index]
    let depth = base.count + open.count
    guard !skipped.contains(index), !matches.contains(where: { patterns[$0].steps.count == depth }) else { return }
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
      open.append(Level(isArray: node.kind == .array, isRow: isRow, position: index + 1, limit: end, matches: matches))
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

  /// Returns whether a row left a value in a range of the tape; ranges are asked for in the order of the text.
  private mutating func isAnyLeft(in range: Range<Int>) -> Bool {
    while nextLeft < left.count, left[nextLeft] < range.lowerBound { nextLeft += 1 }
    return nextLeft < left.count && left[nextLeft] < range.upperBound
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
