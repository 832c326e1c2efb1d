/// How far answers agree with the truth.
package struct TruthScore: Sendable, CustomStringConvertible {
  /// Pairs of reports that are together and belong together, of those that are together.
  package var groupPrecision = 0.0
  /// The same of those that belong together.
  package var groupRecall = 0.0
  /// Reports whose best cause is the right one, of those with a cause.
  package var causePrecision = 0.0
  /// Reports that name the right cause at all, of all.
  package var causeRecall = 0.0
  /// Reports whose launch crash is not found, or that are wrongly one.
  package var launchErrors = 0
  /// Events that are gone because they were joined with another one.
  package var wrongJoins = 0
  /// How often events count again.
  package var missedJoins = 0
  /// Reports of events that others tell of, too.
  package var duplicates = 0
  /// Loops that are exactly right.
  package var rightLoops = 0
  /// All loops that there are.
  package var trueLoops = 0
  /// Found loops that are none, or not exactly.
  package var wrongLoops = 0
  /// Files without an answer.
  package var unread = 0
  /// What went wrong: a few examples of each kind.
  package var remarks: [String] = []

  /// Some lines for people.
  package var description: String {
    func percent(_ value: Double) -> String { String((value * 10_000).rounded() / 10_000) }
    let lines = [
      "groups: precision \(percent(groupPrecision)), recall \(percent(groupRecall)) (pairs of reports)",
      "causes: precision \(percent(causePrecision)), recall \(percent(causeRecall))",
      "launch crashes: \(launchErrors) wrong",
      "duplicates: \(duplicates) reports tell of an event again, \(missedJoins) missed, \(wrongJoins) events lost to wrong joins",
      "loops: \(rightLoops) of \(trueLoops) exact, \(wrongLoops) that are none; files without an answer: \(unread)",
    ]
    return (lines + remarks).joined(separator: "\n")
  }
}
