internal import CrashModel
internal import Rendering

/// Writes a profile as an indented list.
enum FlameText {
  /// The deepest level that is shown by indentation.
  private static let deepest = 200

  /// Returns one line for each function below its callers: samples, share, name. The heaviest functions of a level come first.
  static func text(_ profile: StackProfile, _ frames: [ProfileFrame]) -> String {
    let width = NumberFormat.grouped(profile.total).utf8.count
    var lines: [String] = []
    var waiting = ordered(profile.roots, profile).reversed() as [Int]
    while let position = waiting.popLast() {
      let node = profile.nodes[position]
      let frame = frames[node.function]
      let count = NumberFormat.grouped(node.total)
      let share = GroupWords.percent(node.total, of: profile.total)
      let place = frame.file.map { " (\(PathText.lastComponent(of: $0)))" } ?? ""
      lines.append(
        padding(width - count.utf8.count) + count + padding(7 - share.utf8.count) + share + "  "
          + padding(2 * min(node.depth, deepest)) + frame.name + place + (frame.isInApp ? "  [app]" : ""))
      waiting += ordered(node.callees, profile).reversed()
    }
    return lines.joined(separator: "\n")
  }

  private static func ordered(_ nodes: [Int], _ profile: StackProfile) -> [Int] {
    nodes.sorted { (profile.nodes[$1].total, $0) < (profile.nodes[$0].total, $1) }
  }

  private static func padding(_ count: Int) -> String { String(repeating: " ", count: max(count, 0)) }
}
