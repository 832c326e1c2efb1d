public import SymbolStore
public import Triage

/// What became of one input.
public struct ReportOutcome: Sendable {
  /// The input's path; `-` for standard input.
  public let path: String
  /// Whether it is no crash report and was not named either.
  public internal(set) var isSkipped = false
  /// Why it could not be read, as a clause; nil when it could.
  public internal(set) var failure: String?
  /// What is to be printed on standard output.
  public internal(set) var outputs: [[UInt8]] = []
  /// Why its output could not be written; nil when it was, or is to be printed.
  public internal(set) var unwritten: OutputError?
  /// What it adds to the summary of a batch.
  public internal(set) var collected = SummaryBuilder()
  /// What became of its frames.
  public internal(set) var tally = Tally()
  /// What was noticed meanwhile about search places and debug files.
  public internal(set) var warnings: [SearchWarning] = []
  /// What there is to say of its reports, a line each.
  public internal(set) var messages: [String] = []

  init(path: String) { self.path = path }
}
