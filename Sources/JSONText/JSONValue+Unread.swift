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

  /// Notes that a row read objects: all their values are taken but those at `left`.
  func take(_ objects: [Int], but left: [Int]) { marks.withLock { $0.take(objects, but: left, of: nodes.count) } }

  /// Notes that a value of an object read by a row is not of the kind that the reader asked for.
  @inline(never)
  func leave(_ index: Int) { marks.withLock { $0.leave(index) } }

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
