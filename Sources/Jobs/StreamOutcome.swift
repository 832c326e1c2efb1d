package import SymbolStore

/// The result of one line.
package struct StreamOutcome: Sendable {
  /// The line to print, with its end.
  package internal(set) var output: [UInt8] = []
  /// The reason why it could not be read, with its number, or nil if it could.
  package internal(set) var failure: String?
  /// The results of its frames.
  package internal(set) var tally = Tally()
  /// The problems with search paths and debug files.
  package internal(set) var warnings: [SearchWarning] = []
}
