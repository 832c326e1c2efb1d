/// Rules whose patterns for functions are numbered. Threads may share one.
final class RuleIndex: Sendable {
  /// The patterns for functions.
  let patterns: FunctionPatterns
  /// The rules for groups.
  let groups: [GroupRule]
  /// Their conditions.
  let groupConditions: ConditionList
  /// The rules for causes, fallbacks last.
  let causes: [CauseRule]
  /// Their conditions.
  let causeConditions: ConditionList
  /// The number of rules for causes that are no fallbacks.
  let fallbackStart: Int

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
    causeConditions = ConditionList(causes.map(\.conditions))
    groupConditions = ConditionList(groups.map(\.conditions))
    fallbackStart = causes.firstIndex(where: \.isFallback) ?? causes.count
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
