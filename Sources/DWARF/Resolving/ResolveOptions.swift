/// What to do with rows whose line is 0.
public enum LineZeroRule: Sendable {
  /// Show them as they are: no line.
  case asRecorded
  /// Show the nearest earlier row with a line inside the same innermost scope, marked approximate.
  case nearestEarlier
}

/// How addresses are answered.
public struct ResolveOptions: Sendable {
  /// What to do with rows whose line is 0.
  public var lineZero: LineZeroRule
  /// Whether functions without a linkage name are given with the namespaces and types around them.
  public var qualifiedNames: Bool
  /// How many threads may work at once, at least 1.
  public var jobs: Int

  /// The rules of reports, on one thread, unless given.
  public init(lineZero: LineZeroRule = .nearestEarlier, qualifiedNames: Bool = true, jobs: Int = 1) {
    self.lineZero = lineZero
    self.qualifiedNames = qualifiedNames
    self.jobs = jobs
  }
}
