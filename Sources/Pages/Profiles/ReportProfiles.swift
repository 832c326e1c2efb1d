internal import AppleLayout
internal import CrashModel
internal import Rendering

/// The profiles of a report: one for each call tree, or, without trees, one for each stack, all of the same weight.
struct ReportProfiles {
  /// The functions of all profiles.
  private(set) var frames: ProfileFrames
  /// The profiles, in the report's order.
  private(set) var profiles: [StackProfile] = []
  private let report: CrashReport

  /// The frames that all stacks together may have: a hostile tree could else fill the memory with copies of a deep path.
  private static let room = 40_000_000

  /// Takes the trees of a report, or its stacks.
  init(_ answers: SymbolicatedReport, style: FrameStyle = FrameStyle()) {
    report = answers.report
    frames = ProfileFrames(answers, style: style)
    for tree in report.callTrees { profiles.append(profile(of: tree)) }
    guard profiles.isEmpty else { return }
    for thread in report.threads where !thread.frames.isEmpty {
      add(thread.frames, name: ThreadTitle.parts(thread, in: report).joined(separator: " "))
    }
    for backtrace in report.backtraces where backtrace.kind != .stackContents && !backtrace.frames.isEmpty {
      add(backtrace.frames, name: StackTitle.of(backtrace))
    }
  }

  private mutating func add(_ stack: Range<Int>, name: String) {
    var profile = StackProfile(name: name)
    profile.add(stack.reversed().flatMap { frames.functions(of: $0) }, weight: 1)
    profiles.append(profile)
  }

  /// Returns the profile of a tree. What a node has more than its children ended there.
  private mutating func profile(of tree: CallTree) -> StackProfile {
    var profile = StackProfile(name: tree.name)
    let own = Self.ownWeights(tree.nodes)
    let limit = max(Self.room / max(own.count { $0 > 0 }, 1), 50)
    var path: [Int] = []
    for (order, node) in tree.nodes.enumerated() {
      path.removeLast(max(path.count - max(node.depth, 0), 0))
      path.append(node.frame)
      guard own[order] > 0 else { continue }
      let stack = path.prefix(limit)
      profile.add(
        tree.beginsInnermost
          ? stack.reversed().flatMap { frames.functions(of: $0) } : stack.flatMap { frames.functions(of: $0) },
        weight: own[order])
    }
    return profile
  }

  /// Returns for each node the samples that ended in it. A leaf without a number counts once.
  static func ownWeights(_ nodes: [CallTree.Node]) -> [Int] {
    var own = nodes.map { max($0.sampleCount ?? 0, 0) }
    var open: [Int] = []
    for (order, node) in nodes.enumerated() {
      while let last = open.last, nodes[last].depth >= node.depth { open.removeLast() }
      if let caller = open.last { own[caller] = max(own[caller] - max(node.sampleCount ?? 0, 0), 0) }
      let isLeaf = order + 1 >= nodes.count || nodes[order + 1].depth <= node.depth
      if isLeaf, node.sampleCount == nil { own[order] = 1 }
      open.append(order)
    }
    return own
  }
}
