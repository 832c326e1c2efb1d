public import SymbolStore
public import Triage

/// The result of one input.
public struct ReportOutcome: Sendable {
  /// The input's path; `-` for standard input.
  public let path: String
  /// The reason why it could not be read, as a clause, or nil if it could.
  public internal(set) var failure: String?
  /// The output for standard output.
  public internal(set) var outputs: [[UInt8]] = []
  /// The file that its output was written to, or nil if it was not, or is to be printed.
  public internal(set) var output: String?
  /// The reason why its output could not be written, or nil if it was, or is to be printed.
  public internal(set) var unwritten: OutputError?
  /// What it adds to the summary of a batch.
  public internal(set) var collected = PartialSummary()
  /// The results of its frames.
  public internal(set) var tally = Tally()
  /// The problems with search paths and debug files.
  public internal(set) var warnings: [SearchWarning] = []
  /// The messages about its reports, one line each.
  public internal(set) var messages: [String] = []

  /// The systems without symbols whose symbols would name frames, with the lines about each.
  public internal(set) var missingSystems: [(key: String, lines: [String])] = []

  init(path: String) { self.path = path }

  /// Records that the input could not be read.
  mutating func fail(_ reason: String) {
    failure = reason
    collected.counts.unreadable = 1
  }
}
