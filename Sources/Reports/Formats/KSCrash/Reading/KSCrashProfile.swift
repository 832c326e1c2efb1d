import CrashModel

/// The call tree of a sampling profile, whose samples are lists of positions in one list of frames.
struct KSCrashProfile {
  /// A frame below the frames that called it.
  private struct Step: Hashable {
    let caller: Int
    let frame: Int
  }

  private struct Node {
    let frame: Int
    var count = 0
    var callees: [Int] = []
  }

  /// The nodes in the order in which samples have them; the first is above all roots.
  private var nodes = [Node(frame: -1)]
  private var known: [Step: Int] = [:]

  /// Adds a sample: positions in `CrashReport.frames`, outermost first.
  mutating func add(_ frames: [Int]) {
    var caller = 0
    for frame in frames {
      let step = Step(caller: caller, frame: frame)
      caller = known[step] ?? make(step)
      nodes[caller].count += 1
    }
  }

  private mutating func make(_ step: Step) -> Int {
    nodes[step.caller].callees.append(nodes.count)
    known[step] = nodes.count
    nodes.append(Node(frame: step.frame))
    return nodes.count - 1
  }

  /// The nodes in pre-order, those with most samples first.
  var tree: [CallTree.Node] {
    var result: [CallTree.Node] = []
    var open = callees(of: 0).map { (node: $0, depth: 0) }
    while let (node, depth) = open.popLast() {
      result.append(CallTree.Node(frame: nodes[node].frame, depth: depth, sampleCount: nodes[node].count))
      open += callees(of: node).map { ($0, depth + 1) }
    }
    return result
  }

  /// Returns what a node calls, the node with most samples last.
  private func callees(of node: Int) -> [Int] {
    nodes[node].callees.sorted { (nodes[$0].count, $1) < (nodes[$1].count, $0) }
  }
}
