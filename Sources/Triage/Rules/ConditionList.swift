/// The conditions of many rules in one row, as numbers. Every report asks all of them, and most do not hold: to look at the rules
/// themselves counts references that all threads share, which takes 3 percent of the time of a batch.
struct ConditionList: Sendable {
  /// What a condition needs before its pattern is looked at.
  struct Entry: Sendable {
    let subject: Condition.Subject
    let test: NamedTest?
    /// The number of the pattern in `FunctionPatterns`; -1 where it is not compared with functions.
    let number: Int
    let shape: Pattern.Shape
    /// Whether the line, of which one condition must hold, asks that none does.
    let isNegated: Bool
    /// Whether it is the last one of its line.
    let endsLine: Bool
  }

  /// The conditions of one rule after the other.
  let entries: [Entry]
  /// The pattern of each.
  let patterns: [Pattern]
  /// Where those of each rule end.
  private let ends: [Int]

  /// Puts the conditions of rules in a row.
  init(_ rules: [[Alternatives]]) {
    var (entries, patterns, ends): ([Entry], [Pattern], [Int]) = ([], [], [])
    for lines in rules {
      for line in lines {
        for (position, condition) in line.conditions.enumerated() {
          entries.append(
            Entry(
              subject: condition.subject, test: condition.test, number: condition.number, shape: condition.pattern.shape,
              isNegated: line.isNegated, endsLine: position == line.conditions.count - 1))
          patterns.append(condition.pattern)
        }
      }
      ends.append(entries.count)
    }
    (self.entries, self.patterns, self.ends) = (entries, patterns, ends)
  }

  /// Returns the positions of the conditions of a rule.
  func range(of rule: Int) -> Range<Int> { (rule == 0 ? 0 : ends[rule - 1])..<ends[rule] }
}
