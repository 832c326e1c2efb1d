internal import CrashModel

/// Call stacks with weights, merged into a tree of functions that begins with the outermost ones.
struct StackProfile {
  /// One function below its callers.
  struct Node {
    /// The position of the function in `ProfileFrames.all`.
    var function: Int
    /// The position of the caller's node, or nil for an outermost function.
    var caller: Int?
    /// The number of callers above it.
    var depth: Int
    /// The weight of all stacks through this node.
    var total = 0
    /// The weight of the stacks that end here.
    var own = 0
    /// The nodes that it calls, in the order in which they first occur.
    var callees: [Int] = []
  }

  /// The thread or stack that it belongs to, or nil if unnamed.
  let name: String?
  /// All nodes; callers come before their callees.
  private(set) var nodes: [Node] = []
  /// The outermost functions, in the order in which they first occur.
  private(set) var roots: [Int] = []
  /// The weight of all stacks.
  private(set) var total = 0

  private struct Edge: Hashable {
    var caller: Int
    var function: Int
  }
  private var positions: [Edge: Int] = [:]

  /// Starts without stacks.
  init(name: String?) { self.name = name }

  /// The number of levels.
  var height: Int { (nodes.map(\.depth).max() ?? -1) + 1 }

  /// Adds a stack: the positions of its functions, outermost first. Stacks without functions count only in `total`.
  mutating func add(_ functions: [Int], weight: Int) {
    guard weight > 0 else { return }
    total = total.addingReportingOverflow(weight).overflow ? .max : total + weight
    var caller: Int?
    for function in functions {
      let node = node(function, below: caller)
      nodes[node].total = nodes[node].total.addingReportingOverflow(weight).overflow ? .max : nodes[node].total + weight
      caller = node
    }
    if let caller { nodes[caller].own = min(nodes[caller].own, .max - weight) + weight }
  }

  private mutating func node(_ function: Int, below caller: Int?) -> Int {
    let edge = Edge(caller: caller ?? -1, function: function)
    if let known = positions[edge] { return known }
    let position = nodes.count
    positions[edge] = position
    nodes.append(Node(function: function, caller: caller, depth: caller.map { nodes[$0].depth + 1 } ?? 0))
    if let caller { nodes[caller].callees.append(position) } else { roots.append(position) }
    return position
  }

  /// Returns the functions from the outermost one to a node.
  func stack(to node: Int) -> [Int] {
    var result: [Int] = []
    var next: Int? = node
    while let position = next {
      result.append(nodes[position].function)
      next = nodes[position].caller
    }
    return result.reversed()
  }
}
