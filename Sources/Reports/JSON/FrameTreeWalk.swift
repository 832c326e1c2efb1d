import Bytes
import JSONText

/// The frames of a tree of call stacks (MetricKit's `subFrames`) in pre-order, without recursion: stacks that overflowed have many
/// thousand levels.
struct FrameTreeWalk: Sequence, IteratorProtocol {
  /// One frame.
  struct Node {
    /// Its object; an array or a bracket where `isCut`.
    let value: JSONValue
    /// The distance from the root, which has 0.
    let depth: Int
    /// Whether the text nests deeper here than is read, so that the frames below are unknown.
    var isCut = false
  }

  /// The lists that the walk is inside of, each with its elements that are still to come.
  private var open: [JSONValue.Elements]
  /// What is below the node that was returned last.
  private var below: JSONValue?

  /// Walks over the roots of one call stack.
  init(_ roots: JSONValue?) { open = [roots?.elements ?? .none] }

  /// Returns the next frame.
  mutating func next() -> Node? {
    if let below {
      self.below = nil
      if Self.isCut(below) { return Node(value: below, depth: open.count, isCut: true) }
      open.append(below.elements)
    }
    while let innermost = open.indices.last {
      guard let value = open[innermost].next() else {
        open.removeLast()
        continue
      }
      if Self.isCut(value) { return Node(value: value, depth: innermost, isCut: true) }
      guard value.kind == .object else { continue }
      below = value[Self.subFrames]
      return Node(value: value, depth: innermost)
    }
    return nil
  }

  /// Returns whether a value is a list or frame that the scanner skipped because of its depth.
  private static func isCut(_ value: JSONValue) -> Bool {
    guard value.kind == .missing, !value.range.isEmpty else { return false }
    let first = value.document.bytes[value.range.lowerBound]
    return first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
  }

  private static let subFrames: JSONName = "subFrames"
}
