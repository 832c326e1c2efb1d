package import Triage

/// An input whose output an earlier run made.
package struct FinishedInput: Sendable {
  /// The path of the input as that run named it.
  package let input: String
  /// The path of its output.
  package let output: String
  /// What it adds to the summary.
  package let part: PartialSummary
  /// The results of its frames.
  package let tally: Tally
}
