package import CrashModel
package import SymbolStore
package import Triage

/// The result of one input.
package struct ReportOutcome: Sendable {
  /// The input's path; `-` for standard input.
  package let path: String
  /// The reason why it could not be read, as a clause, or nil if it could.
  package internal(set) var failure: String?
  /// The output for standard output.
  package internal(set) var outputs: [OutputBytes] = []
  /// The file that its output was written to, or nil if it was not, or is to be printed.
  package internal(set) var output: String?
  /// The reason why its output could not be written, or nil if it was, or is to be printed.
  package internal(set) var unwritten: OutputError?
  /// What it adds to the summary of a batch.
  package internal(set) var collected = PartialSummary()
  /// The results of its frames.
  package internal(set) var tally = Tally()
  /// The problems with search paths and debug files.
  package internal(set) var warnings: [SearchWarning] = []
  /// The messages about its reports, one line each.
  package internal(set) var messages: [String] = []

  /// The systems without symbols whose symbols would name frames, with the line about each, and what to do.
  package internal(set) var missingSystems: [(key: String, line: String, steps: [String])] = []

  /// Where the debug file comes from that its reports lack, at most three lines; empty if none is missing.
  package internal(set) var debugFileSource: [String] = []
  /// Its reports, if the job was asked to keep them.
  package internal(set) var answers: [SymbolicatedReport] = []

  /// Drops the stacks that a summary does not want.
  package mutating func keepStacks(where isWanted: (GroupStack) -> Bool) { collected.stacks.removeAll { !isWanted($0) } }

  init(path: String) { self.path = path }

  /// Records that the input could not be read.
  mutating func fail(_ reason: String) {
    failure = reason
    collected.counts.unreadable = 1
  }
}
