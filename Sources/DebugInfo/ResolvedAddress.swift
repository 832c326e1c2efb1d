public import SymbolModel

/// What the debug files of one image say about one address.
public struct ResolvedAddress: Hashable, Sendable {
  /// What the answer rests on.
  public enum Basis: Hashable, Sendable {
    /// Debug information.
    case debugInformation
    /// A symbol table only.
    case symbolTable
  }

  /// What the answer rests on.
  public var basis: Basis
  /// The functions, innermost first; never empty. The last one is the real function, the others are inlined into the next.
  public var sources: [SourceFrame]
  /// Where the real function begins; nil when only a line is known.
  public var functionStart: LinkAddress?
  /// Whether the real function has a name; without one `function` of its source frame is empty.
  public var isNamed: Bool

  /// Makes an answer; `sources` must not be empty.
  public init(basis: Basis, sources: [SourceFrame], functionStart: LinkAddress?, isNamed: Bool) {
    self.basis = basis
    self.sources = sources
    self.functionStart = functionStart
    self.isNamed = isNamed
  }
}
