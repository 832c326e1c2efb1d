public import SymbolStore

/// The result of one line.
public struct StreamOutcome: Sendable {
  /// The line to print, with its end.
  public internal(set) var output: [UInt8] = []
  /// The reason why it could not be read, with its number, or nil if it could.
  public internal(set) var failure: String?
  /// The results of its frames.
  public internal(set) var tally = Tally()
  /// The problems with search paths and debug files.
  public internal(set) var warnings: [SearchWarning] = []
}
