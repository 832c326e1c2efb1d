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

  /// The systems without symbols whose symbols would name frames, with the lines about each.
  package internal(set) var missingSystems: [(key: String, lines: [String])] = []

  init(path: String) { self.path = path }

  /// Records that the input could not be read.
  mutating func fail(_ reason: String) {
    failure = reason
    collected.counts.unreadable = 1
  }
}
