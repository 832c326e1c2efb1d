/// Call stacks merged into a tree, as sampling tools print them.
package struct CallTree: Sendable {
  /// One call site.
  package struct Node: Sendable {
    /// The position in `CrashReport.frames`.
    package var frame: Int
    /// The depth; 0 for roots. A node's children follow it with a depth one greater.
    package var depth: Int
    /// The number of samples at or below this node.
    package var sampleCount: Int?
    /// Whether the reporter blames this frame for the event.
    package var isBlamed = false

    /// Creates a node.
    package init(frame: Int, depth: Int, sampleCount: Int? = nil) {
      self.frame = frame
      self.depth = depth
      self.sampleCount = sampleCount
    }
  }

  /// The thread or stack that the tree belongs to, as reported.
  package var name: String?
  /// The nodes in pre-order.
  package var nodes: [Node]
  /// Whether the roots are the innermost frames and children their callers; usually the roots are the outermost frames.
  package var beginsInnermost = false

  /// The number of levels that are shown by nesting and indentation, so that the text does not grow with the square of the depth and readers of
  /// JSON, which refuse 512 or 1,000 levels, can read it.
  package static let deepestNested = 200

  /// Creates a tree from nodes in pre-order.
  package init(name: String? = nil, nodes: [Node] = []) {
    self.name = name
    self.nodes = nodes
  }
}
