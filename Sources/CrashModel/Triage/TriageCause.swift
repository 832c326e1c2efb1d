/// A cause that a rule found, with what it rests on.
public struct TriageCause: Hashable, Sendable {
  /// How far the evidence reaches. The raw value is the name used in JSON output.
  public enum Confidence: String, Sendable, CaseIterable, Comparable {
    /// The report states it in a field or text that only this cause writes.
    case certain
    /// A pattern that rarely has another cause.
    case likely
    /// Worth a look.
    case hint

    /// Orders the most certain first.
    public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

    private var rank: Int {
      switch self {
      case .certain: 0
      case .likely: 1
      case .hint: 2
      }
    }
  }

  /// Something in the report that a rule rests on.
  public struct Evidence: Hashable, Sendable {
    /// The path in the JSON output, for example `exception.reason`.
    public var path: String
    /// What is there, at most 200 characters.
    public var text: String

    /// Quotes the report.
    public init(path: String, text: String) {
      self.path = path
      self.text = text
    }
  }

  /// The rule's identifier, for example `objc-array-range`.
  public var id: String
  /// The family of the rule, for example `container`.
  public var family: String
  /// How far the evidence reaches.
  public var confidence: Confidence
  /// What it rests on, in the order of the rule.
  public var evidence: [Evidence]
  /// What to do, one or two sentences.
  public var advice: String

  /// Records a match.
  public init(id: String, family: String, confidence: Confidence, evidence: [Evidence], advice: String) {
    self.id = id
    self.family = family
    self.confidence = confidence
    self.evidence = evidence
    self.advice = advice
  }
}
