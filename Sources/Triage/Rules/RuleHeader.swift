internal import CrashModel

/// What many reports have in common and most rules ask for.
struct RuleHeader: Hashable, Sendable {
  private let failure: String
  private let kind: ReportKind
  private let format: ReportFormat
  private let type: String?
  private let signal: String?

  /// Takes it from a report of a class.
  init(_ report: CrashReport, failure: String) {
    self.failure = failure
    (kind, format) = (report.kind, report.format)
    (type, signal) = (report.exception?.type, report.exception?.signal)
  }

  /// Whether a rule with these conditions may match; false is certain.
  func admits(_ lines: [Alternatives]) -> Bool {
    lines.allSatisfy { line in
      let results = line.conditions.map(holds)
      return line.isNegated ? !results.contains(true) : results.contains { $0 != false }
    }
  }

  /// Whether a condition holds; nil when the header does not tell.
  private func holds(_ condition: Condition) -> Bool? {
    switch condition.subject {
    case .failure: condition.pattern.matches(failure)
    case .kind: condition.pattern.matches(kind.rawValue)
    case .format: condition.pattern.matches(format.rawValue)
    case .type: type.map(condition.pattern.matches) ?? false
    case .signal: signal.map(condition.pattern.matches) ?? false
    default: nil
    }
  }
}
