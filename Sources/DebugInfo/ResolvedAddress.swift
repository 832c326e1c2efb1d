public import SymbolModel

/// The answer of one image's debug files for one address. A class, since every frame with the address, of any report, shares it.
public final class ResolvedAddress: Sendable {
  /// The source of the answer.
  public enum Basis: Sendable {
    /// Debug information.
    case debugInformation
    /// A symbol table only.
    case symbolTable
  }

  /// The source of the answer.
  public let basis: Basis
  /// The functions, innermost first; never empty. The last one is the real function, the others are inlined into the next.
  public let sources: [SourceFrame]
  /// The start of the real function, or nil if only a line is known.
  public let functionStart: LinkAddress?
  /// Whether the real function has a name; without one `function` of its source frame is empty.
  public let isNamed: Bool

  /// Creates an answer; `sources` must not be empty.
  public init(basis: Basis, sources: [SourceFrame], functionStart: LinkAddress?, isNamed: Bool) {
    self.basis = basis
    self.sources = sources
    self.functionStart = functionStart
    self.isNamed = isNamed
  }
}

extension ResolvedAddress: Equatable {
  /// Returns whether both say the same.
  public static func == (left: ResolvedAddress, right: ResolvedAddress) -> Bool {
    left.basis == right.basis && left.sources == right.sources && left.functionStart == right.functionStart
      && left.isNamed == right.isNamed
  }
}
