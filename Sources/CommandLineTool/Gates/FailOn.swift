internal import Rendering
internal import Triage

/// What makes a run fail: the value of `--fail-on`.
enum FailOn: String, Sendable, CaseIterable {
  /// A group that the baseline does not have.
  case new
  /// Any group of failures.
  case any
  /// A group of crashes.
  case crash
  /// A crash loop.
  case loop
  /// A group whose frames of the app have no names.
  case unsymbolicated

  /// A version with fewer sessions or devices free of crashes than the one before, beyond chance.
  case regression

  /// Returns why the run fails, one line for the count and one for each of the first ten groups, or nothing if it does not fail.
  func failures(_ summary: Summary) -> [String] {
    if self == .regression { return Self.regressions(summary) }
    let groups = summary.groups.filter { Self.isFailure($0) && matches($0) }
    guard !groups.isEmpty else { return [] }
    let noun = groups.count == 1 ? "group" : "groups"
    var lines = ["--fail-on \(rawValue): \(groups.count) \(adjective)\(noun)"]
    lines += groups.prefix(10).map { "  \($0.group)  \($0.failure.name)\($0.newest.function.map { " in \($0)" } ?? "")" }
    if groups.count > 10 { lines.append("  … and \(groups.count - 10) more") }
    return lines
  }

  private static func regressions(_ summary: Summary) -> [String] {
    guard let health = summary.health, !health.regressions.isEmpty else { return [] }
    let sentences = health.regressions.compactMap(HealthWords(health).sentence)
    return ["--fail-on regression: \(NumberFormat.counted(sentences.count, "version"))"] + sentences.map { "  \($0)" }
  }

  /// Whether anything failed: not in simulated reports, in profiles, or where the process was asked to end.
  private static func isFailure(_ group: GroupSummary) -> Bool {
    group.table != .simulated && group.table != .other && group.failure != .sample
  }

  private func matches(_ group: GroupSummary) -> Bool {
    switch self {
    case .new: group.flags.contains(.new)
    case .any: true
    case .crash: group.table == .crash
    case .loop: group.flags.contains(.loop)
    case .unsymbolicated: group.flags.contains(.unsymbolicated)
    case .regression: false
    }
  }

  private var adjective: String {
    switch self {
    case .new: "new "
    case .any, .regression: ""
    case .crash: "crash "
    case .loop: "looping "
    case .unsymbolicated: "unsymbolicated "
    }
  }
}
