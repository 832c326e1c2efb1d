internal import Bytes
internal import CrashModel

/// Finds the call stack that most samples of a tree have in common.
enum HeaviestPath {
  /// From the root with most samples the heaviest child of each node, down to a leaf; of equal ones the first. Positions in
  /// `CrashReport.frames`, innermost first. Looks at a node no more than twice.
  static func frames(_ tree: CallTree) -> [Int] {
    let nodes = tree.nodes.span
    let ends = ends(nodes)
    var path: [Int] = []
    var siblings = 0..<nodes.count
    while let best = heaviest(nodes, ends, siblings) {
      path.append(nodes[best].frame)
      siblings = best + 1..<ends[best]
    }
    return tree.beginsInnermost ? path : path.reversed()
  }

  /// Returns for each node the position after the last node below it.
  private static func ends(_ nodes: Span<CallTree.Node>) -> [Int] {
    var ends = [Int](repeating: nodes.count, count: nodes.count)
    var open: [Int] = []
    for position in nodes.indices {
      while let last = open.last, nodes[last].depth >= nodes[position].depth {
        ends[last] = position
        open.removeLast()
        StepCount.count()
      }
      open.append(position)
      StepCount.count()
    }
    return ends
  }

  /// Returns the heaviest of the topmost nodes of a range.
  private static func heaviest(_ nodes: Span<CallTree.Node>, _ ends: [Int], _ range: Range<Int>) -> Int? {
    var best: Int?
    var position = range.lowerBound
    while position < range.upperBound {
      StepCount.count()
      if best.map({ nodes[$0].sampleCount ?? 0 < nodes[position].sampleCount ?? 0 }) ?? true { best = position }
      position = ends[position]
    }
    return best
  }
}
