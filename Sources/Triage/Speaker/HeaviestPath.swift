internal import CrashModel

/// Finds the call stack that most samples of a tree have in common.
enum HeaviestPath {
  /// From the root with most samples the heaviest child of each node, down to a leaf; of equal ones the first. Positions in
  /// `CrashReport.frames`, innermost first.
  static func frames(_ tree: CallTree) -> [Int] {
    var path: [Int] = []
    var range = tree.nodes.indices
    var depth = tree.nodes.first?.depth ?? 0
    while let best = heaviest(tree, in: range, depth: depth) {
      path.append(tree.nodes[best].frame)
      let end = tree.nodes[(best + 1)..<range.upperBound].firstIndex { $0.depth <= depth } ?? range.upperBound
      range = (best + 1)..<end
      depth = range.isEmpty ? depth : tree.nodes[range.lowerBound].depth
    }
    return tree.beginsInnermost ? path : path.reversed()
  }

  private static func heaviest(_ tree: CallTree, in range: Range<Int>, depth: Int) -> Int? {
    var best: Int?
    for position in range where tree.nodes[position].depth == depth {
      if let known = best, (tree.nodes[known].sampleCount ?? 0) >= (tree.nodes[position].sampleCount ?? 0) { continue }
      best = position
    }
    return best
  }
}
