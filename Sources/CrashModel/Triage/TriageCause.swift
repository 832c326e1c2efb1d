/// A cause that a rule found, with its evidence.
package struct TriageCause: Hashable, Sendable {
  /// The certainty of a cause. The raw value is the name in JSON output.
  package enum Confidence: String, Sendable, CaseIterable, Comparable {
    /// The report states it in a field or text that only this cause writes.
    case certain
    /// A pattern that rarely has another cause.
    case likely
    /// Worth a look.
    case hint

    /// Orders the most certain first.
    package static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

    private var rank: Int {
      switch self {
      case .certain: 0
      case .likely: 1
      case .hint: 2
      }
    }
  }

  /// A part of the report that a rule relies on.
  package struct Evidence: Hashable, Sendable {
    /// The path in the JSON output, for example `exception.reason`.
    package var path: String
    /// The text at the path, at most 240 characters; `...` stands for the rest.
    package private(set) var text: String

    private static let limit = 240

    /// Quotes the report.
    package init(path: String, text: String) {
      self.path = path
      let isShort = text.utf8.count <= Self.limit || text.count <= Self.limit
      self.text = isShort ? text : String(text.prefix(Self.limit - 3)) + "..."
    }

    /// Both in one line.
    package var line: String { "\(path): \(text)" }
  }

  /// The rule's identifier, for example `objc-array-range`.
  package var id: String
  /// The family of the rule, for example `container`.
  package var family: String
  /// The certainty of the cause.
  package var confidence: Confidence
  /// The evidence, in the order of the rule.
  package var evidence: [Evidence]
  /// The recommended action, one or two sentences.
  package var advice: String

  /// Records a match.
  package init(id: String, family: String, confidence: Confidence, evidence: [Evidence], advice: String) {
    self.id = id
    self.family = family
    self.confidence = confidence
    self.evidence = evidence
    self.advice = advice
  }
}
