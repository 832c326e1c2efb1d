public import Triage

/// An input whose output an earlier run made.
public struct FinishedInput: Sendable {
  /// The path of the input as that run named it.
  public let input: String
  /// The path of its output.
  public let output: String
  /// What it adds to the summary.
  public let part: PartialSummary
  /// The results of its frames.
  public let tally: Tally
}
