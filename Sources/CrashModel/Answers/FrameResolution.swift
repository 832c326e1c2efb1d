public import SymbolModel

/// The answer for one frame.
public struct FrameResolution: Sendable {
  /// The source of the answer, best first. The raw value is the name in JSON output.
  public enum Basis: String, Sendable {
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
  public enum ScriptSource: Sendable {
    /// The app.
    case app
    /// A package: a path through `node_modules`, or one on the map's ignore list.
    case package
  }

  /// The source of the answer.
  public var basis: Basis
  /// The reason why there is no better answer; never nil if `basis` is `none`.
  public var reason: String?
  /// The function that contains the address (the outermost, not inlined one), for display.
  public var symbol: String?
  /// The distance in bytes of the reported address from the start of `symbol`.
  public var symbolOffset: UInt64?
  /// The inline chain, innermost first, or empty if only the reporter's name or nothing is known.
  public var sources: [SourceFrame]
  /// The runtime address that was looked up: masked, and one byte back for return addresses, or nil without an address.
  public var lookupAddress: RuntimeAddress?
  /// Whether the answer comes from a debug file with another ID (`--allow-mismatch`).
  public var fromMismatch: Bool
  /// The owner of the source that a source map gives, or nil if the answer comes from elsewhere.
  public var scriptSource: ScriptSource?

  /// Creates a resolution.
  public init(
    basis: Basis, reason: String? = nil, symbol: String? = nil, symbolOffset: UInt64? = nil, sources: [SourceFrame] = [],
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
