/// Rules whose patterns for functions are numbered. Threads may share one.
final class RuleIndex: Sendable {
  /// The patterns for functions.
  let patterns: FunctionPatterns
  /// The rules for groups.
  let groups: [GroupRule]
  /// The rules for causes, fallbacks last.
  let causes: [CauseRule]

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
