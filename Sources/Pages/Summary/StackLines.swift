internal import Triage

/// The functions of the stacks of groups, each once: groups share those of the system.
struct StackLines {
  /// All functions.
  private(set) var lines: [GroupStack.Line] = []
  private var stacks: [String: [Int]] = [:]

  /// Takes the stacks of the groups of a summary.
  init(_ summary: Summary) {
    var known: [GroupStack.Line: Int] = [:]
    for group in summary.groups {
      guard let stack = summary.stacks[group.group] else { continue }
      stacks[group.group] = stack.lines.map { line in
        if let position = known[line] { return position }
        known[line] = lines.count
        lines.append(line)
        return lines.count - 1
      }
    }
  }

  /// Returns the positions in `lines` of the functions of a group's stack, innermost first; empty if none was kept.
  func positions(of group: String) -> [Int] { stacks[group] ?? [] }
}
