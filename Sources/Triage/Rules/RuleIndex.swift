internal import Synchronization

/// Rules, prepared so that a report is compared with few of them. Threads may share one.
///
/// What a rule asks of a report's class and kind is the same for most reports of a run: the rules that are left for each combination
/// are remembered.
final class RuleIndex: Sendable {
  /// The patterns for functions.
  let patterns: FunctionPatterns
  /// The rules for groups.
  let groups: [GroupRule]
  /// The rules for causes, fallbacks last.
  private let causes: [CauseRule]
  private let known = Mutex<[RuleHeader: [CauseRule]]>([:])
  private static let limit = 1_000

  /// Prepares rules.
  init(_ rules: RuleSet) {
    var patterns = FunctionPatterns()
    causes = (rules.causes.filter { !$0.isFallback } + rules.causes.filter(\.isFallback)).map { rule in
      var numbered = rule
      numbered.conditions = Self.numbered(rule.conditions, &patterns)
      return numbered
    }
    groups = rules.groups.map { rule in
      var numbered = rule
      numbered.conditions = Self.numbered(rule.conditions, &patterns)
      return numbered
    }
    self.patterns = patterns
  }

  /// The rules for causes that a report with this header may match, fallbacks last.
  func causes(for header: RuleHeader) -> [CauseRule] {
    if let found = known.withLock({ $0[header] }) { return found }
    let found = causes.filter { header.admits($0.conditions) }
    known.withLock { known in
      if known.count >= Self.limit { known.removeAll() }
      known[header] = found
    }
    return found
  }

  /// The conditions with the numbers of the patterns for functions.
  private static func numbered(_ lines: [Alternatives], _ patterns: inout FunctionPatterns) -> [Alternatives] {
    var result = lines
    for line in result.indices {
      for position in result[line].conditions.indices {
        let condition = result[line].conditions[position]
        guard [.frame, .top, .thread].contains(condition.subject) else { continue }
        result[line].conditions[position].number = patterns.number(of: condition.pattern)
      }
    }
    return result
  }
}
