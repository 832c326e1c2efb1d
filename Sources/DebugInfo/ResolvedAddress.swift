package import SymbolModel

/// The answer of one image's debug files for one address. A class, since every frame with the address, of any report, shares it.
package final class ResolvedAddress: Sendable {
  /// The source of the answer.
  package enum Basis: Sendable {
    case debugInformation
    /// A symbol table only.
    case symbolTable
  }

  /// The source of the answer.
  package let basis: Basis
  /// The functions, innermost first; never empty. The last one is the real function, the others are inlined into the next.
  package let sources: [SourceFrame]
  /// The start of the real function, or nil if only a line is known.
  package let functionStart: LinkAddress?
  /// Whether the real function has a name; without one `function` of its source frame is empty.
  package let isNamed: Bool

  /// Creates an answer; `sources` must not be empty.
  package init(basis: Basis, sources: [SourceFrame], functionStart: LinkAddress?, isNamed: Bool) {
    self.basis = basis
    self.sources = sources
    self.functionStart = functionStart
    self.isNamed = isNamed
  }
}

extension ResolvedAddress: Equatable {
  /// Returns whether both say the same.
  package static func == (left: ResolvedAddress, right: ResolvedAddress) -> Bool {
    left.basis == right.basis && left.sources == right.sources && left.functionStart == right.functionStart
      && left.isNamed == right.isNamed
  }
}
