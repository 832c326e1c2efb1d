import CrashModel
package import Triage

/// Explains why the events of a group are together.
package struct SummaryExplanation: Sendable {
  /// Prepares to explain groups.
  package init() {}

  /// Returns the lines for a group, each ended.
  package func text(_ group: GroupSummary, of summary: Summary) -> String {
    let words = GroupWords(group, of: summary)
    var lines = ["Group    \(group.group)", "Title    \(words.title)", "Key      these parts are the same in all members:"]
    lines += group.key.map { "           \($0)" }
    lines.append("Quality  \(group.quality.rawValue)\(Self.quality(group.quality))")
    lines.append("Events   \(words.affected)\(words.seen.map { ", \($0)" } ?? "")")
    if let cause = words.cause {
      lines.append("Cause    \(cause)")
      if let evidence = group.evidence { lines.append("           \(evidence)") }
      if let advice = words.advice { lines.append("           \(advice)") }
    } else {
      lines.append("Cause    not enough in the reports")
    }
    lines += Self.shares("Versions", group.versions) + Self.shares("Systems", group.systems) + Self.shares("Models", group.models)
    lines += Self.shares("Variants", group.variants)
    if let change = words.change { lines.append("Baseline \(change)") }
    if let words = words.suspicion, !words.isEmpty { lines += [SuspicionWords.title] + words.lines.map { "           \($0)" } }
    lines += Self.stack(summary.stacks[group.group])
    lines += ["Examples"] + group.examples.map { "           \($0)" }
    let loops = summary.loops.filter { $0.groups.contains(group.group) }
    if !loops.isEmpty {
      lines.append("Loops    on \(NumberFormat.counted(loops.count, "device")), up to \(loops[0].length) in a row")
    }
    return lines.map { TerminalText.line($0) + "\n" }.joined()
  }

  private static func stack(_ stack: GroupStack?) -> [String] {
    guard let stack, !stack.lines.isEmpty else { return [] }
    return ["Stack    of \(stack.path)"] + StackText.lines(stack.lines).map { "           \($0)" }
  }

  private static func shares(_ title: String, _ shares: [GroupSummary.Count]) -> [String] {
    guard !shares.isEmpty else { return [] }
    let list = shares.prefix(8).map { "\($0.name) ×\($0.count)" }.joined(separator: ", ")
    return ["\(title.padded(to: 8)) \(list)\(shares.count > 8 ? ", …" : "")"]
  }

  private static func quality(_ quality: GroupQuality) -> String {
    switch quality {
    case .unsymbolicated: ": the offset means nothing in another build; add the debug file of the image"
    case .system: ": no function of the app is on the stack"
    case .machinery: ": only functions that all such crashes have in common"
    case .idle: ": the main thread waited for events when it was sampled"
    case .empty: ": no call stack"
    case .ok: ""
    }
  }
}
