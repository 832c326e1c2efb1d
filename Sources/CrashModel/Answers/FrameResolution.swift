package import SymbolModel

/// The answer for one frame.
package struct FrameResolution: Sendable {
  /// The source of the answer, best first. The raw value is the name in JSON output.
  package enum Basis: String, Sendable {
    /// Debug information with a source line or at least a function of the debug information.
    case line
    /// A symbol table.
    case symbol
    /// The reporter's own name.
    case reported
    /// Nothing: `reason` has the explanation.
    case none
  }

  /// The owner of a script's source, as far as its source map says.
  package enum ScriptSource: Sendable {
    case app
    /// A package: a path through `node_modules`, or one on the map's ignore list.
    case package
  }

  /// The source of the answer.
  package var basis: Basis
  /// The reason why there is no better answer; never nil if `basis` is `none`.
  package var reason: UnresolvedReason?
  /// The function that contains the address (the outermost, not inlined one), for display.
  package var symbol: String?
  /// The distance in bytes of the reported address from the start of `symbol`.
  package var symbolOffset: UInt64?
  /// The inline chain, innermost first, or empty if only the reporter's name or nothing is known.
  package var sources: [SourceFrame]
  /// The runtime address that was looked up: masked, and one byte back for return addresses, or nil without an address.
  package var lookupAddress: RuntimeAddress?
  /// Whether the answer comes from a debug file with another ID (`--allow-mismatch`).
  package var fromMismatch: Bool
  /// The owner of the source that a source map gives, or nil if the answer comes from elsewhere.
  package var scriptSource: ScriptSource?

  /// Creates a resolution.
  package init(
    basis: Basis, reason: UnresolvedReason? = nil, symbol: String? = nil, symbolOffset: UInt64? = nil,
    sources: [SourceFrame] = [],
    lookupAddress: RuntimeAddress? = nil, fromMismatch: Bool = false
  ) {
    self.basis = basis
    self.reason = reason
    self.symbol = symbol
    self.symbolOffset = symbolOffset
    self.sources = sources
    self.lookupAddress = lookupAddress
    self.fromMismatch = fromMismatch
  }
}
