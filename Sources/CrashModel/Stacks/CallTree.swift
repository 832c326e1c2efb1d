/// Call stacks merged into a tree, as sampling tools print them.
public struct CallTree: Sendable {
  /// One call site.
  public struct Node: Sendable {
    /// The position in `CrashReport.frames`.
    public var frame: Int
    /// The depth; 0 for roots. A node's children follow it with a depth one greater.
    public var depth: Int
    /// The number of samples at or below this node.
    public var sampleCount: Int?
    /// Whether the reporter blames this frame for the event.
    public var isBlamed = false

    /// Creates a node.
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
  /// Whether the roots are the innermost frames and children their callers; usually the roots are the outermost frames.
  public var beginsInnermost = false

  /// The number of levels that are shown by nesting and indentation, so that the text does not grow with the square of the depth and readers of
  /// JSON, which refuse 512 or 1,000 levels, can read it.
  public static let deepestNested = 200

  /// Creates a tree from nodes in pre-order.
  public init(name: String? = nil, nodes: [Node] = []) {
    self.name = name
    self.nodes = nodes
  }
}
