public import SymbolStore

/// What became of one line.
public struct StreamOutcome: Sendable {
  /// The line to be printed, its end included.
  public internal(set) var output: [UInt8] = []
  /// Why it could not be read, with its number; nil when it could.
  public internal(set) var failure: String?
  /// What became of its frames.
  public internal(set) var tally = Tally()
  /// What was noticed meanwhile about search places and debug files.
  public internal(set) var warnings: [SearchWarning] = []
}
