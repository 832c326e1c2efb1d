/// Call stacks merged into a tree, as sampling tools print them.
public struct CallTree: Sendable {
  /// One call site.
  public struct Node: Sendable {
    /// The position in `CrashReport.frames`.
    public var frame: Int
    /// The distance from the root, which has 0. A node's children follow it with a depth one greater.
    public var depth: Int
    /// How many samples were taken at or below this node.
    public var sampleCount: Int?

    /// Makes a node.
    public init(frame: Int, depth: Int, sampleCount: Int? = nil) {
      self.frame = frame
      self.depth = depth
      self.sampleCount = sampleCount
    }
  }

  /// The thread or stack that the tree belongs to, as reported.
  public var name: String?
  /// The nodes in pre-order.
  public var nodes: [Node]
  /// Whether the roots are the innermost frames and children their callers; usually the roots are where threads begin.
  public var beginsInnermost = false

  /// Makes a tree from nodes in pre-order.
  public init(name: String? = nil, nodes: [Node] = []) {
    self.name = name
    self.nodes = nodes
  }
}
