internal import AppleLayout
internal import CrashModel
internal import Rendering

/// Writes call trees: a flame graph for each one that branches, a table for each one that is a single stack.
struct TreeSections {
  private let answers: SymbolicatedReport
  private let style: FrameStyle
  private let prefix: String
  private let table: StackTable

  /// Prepares the call trees of a report; `prefix` begins their identifiers.
  init(_ answers: SymbolicatedReport, style: FrameStyle, prefix: String, table: StackTable) {
    self.answers = answers
    self.style = style
    self.prefix = prefix
    self.table = table
  }

  /// Writes all trees; the heaviest one is open.
  func write(to page: inout Markup) {
    let trees = answers.report.callTrees
    guard !trees.isEmpty else { return }
    let made = ReportProfiles(answers, style: style)
    var names = made.frames
    let heaviest = made.profiles.indices.max { (made.profiles[$0].total, $1) < (made.profiles[$1].total, $0) }
    for (order, tree) in trees.enumerated() where made.profiles.indices.contains(order) {
      let blamed = tree.nodes.filter(\.isBlamed).map { node in
        names.functions(of: node.frame).first.map { names.all[$0].name } ?? "???"
      }
      write(tree, made.profiles[order], made.frames.all, order, isOpen: order == heaviest, blamed: blamed, to: &page)
    }
  }

  private func write(
    _ tree: CallTree, _ profile: StackProfile, _ frames: [ProfileFrame], _ order: Int, isOpen: Bool, blamed: [String],
    to page: inout Markup
  ) {
    let id = "\(prefix)c\(order)"
    let title = tree.name ?? (answers.report.callTrees.count == 1 ? "Call tree" : "Call tree \(order)")
    page.element("details", ["class": "thread tree", "id": id, "open": isOpen ? "" : nil]) { page in
      page.element("summary") { page in
        page.element("h2", [:], title)
        // The stack of a leak was not sampled.
        let isSampled = tree.nodes.contains { $0.sampleCount != nil }
        let size = isSampled ? NumberFormat.counted(profile.total, "sample") : NumberFormat.counted(tree.nodes.count, "frame")
        page.element("span", ["class": "hint"], " \(size)")
      }
      if !blamed.isEmpty {
        let names = blamed.prefix(20) + (blamed.count > 20 ? ["..."] : [])
        page.element("p", ["class": "hint"], "Blamed by the reporter: " + names.joined(separator: ", "))
      }
      if Self.isOneStack(tree) {
        let stack = tree.nodes.map(\.frame)
        table.write(tree.beginsInnermost ? stack : stack.reversed(), id: id, caption: title, to: &page)
      } else {
        FlameGraph(profile, frames).write(to: &page)
      }
    }
    page.line()
  }

  /// Returns whether every node has at most one child.
  private static func isOneStack(_ tree: CallTree) -> Bool {
    tree.nodes.indices.allSatisfy { tree.nodes[$0].depth == tree.nodes[0].depth + $0 }
  }
}
