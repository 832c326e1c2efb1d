/// The treatment of rows whose line is 0.
package enum LineZeroRule: Sendable {
  /// Show no line.
  case asRecorded
  /// Show the nearest earlier row with a line inside the same innermost scope, marked approximate.
  case nearestEarlier
}

/// The rules for answering addresses.
package struct ResolveOptions: Sendable {
  /// The treatment of rows whose line is 0.
  package var lineZero: LineZeroRule
  /// Whether functions without a linkage name include the namespaces and types around them.
  package var qualifiedNames: Bool
  /// The maximum number of threads, at least 1.
  package var jobs: Int

  /// By default the rules for reports, on one thread.
  package init(lineZero: LineZeroRule = .nearestEarlier, qualifiedNames: Bool = true, jobs: Int = 1) {
    self.lineZero = lineZero
    self.qualifiedNames = qualifiedNames
    self.jobs = jobs
  }
}
