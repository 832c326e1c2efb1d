internal import Synchronization

/// The answer of one image's debug files for one address. A class, since every frame with the address, of any report, shares it, and
/// what is written for it.
@usableFromInline
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
  @usableFromInline package let sources: [SourceFrame]
  /// The start of the real function, or nil if only a line is known.
  package let functionStart: LinkAddress?
  /// Whether the real function has a name; without one `function` of its source frame is empty.
  package let isNamed: Bool
  /// How many times it was written, up to `oftenEnough` and the number of threads.
  private let uses = Atomic<UInt8>(0)
  private let known = AtomicLazyReference<AnswerTexts>()

  /// Creates an answer; `sources` must not be empty.
  package init(basis: Basis, sources: [SourceFrame], functionStart: LinkAddress?, isNamed: Bool) {
    self.basis = basis
    self.sources = sources
    self.functionStart = functionStart
    self.isNamed = isNamed
  }

  /// What is written for the answer, or nil unless somebody kept it.
  package var texts: AnswerTexts? { known.load() }

  /// Returns whether what is written now is worth keeping: it was written `oftenEnough` before, and there is room. Most answers are written
  /// a few times, and take no memory for it.
  package func isWrittenAgain() -> Bool {
    guard uses.load(ordering: .relaxed) >= Self.oftenEnough else {
      uses.add(1, ordering: .relaxed)
      return false
    }
    return AnswerTexts.hasRoom
  }

  /// The number of times after which an answer counts as one that many frames share.
  package static let oftenEnough: UInt8 = 3

  /// Keeps what is written for the answer. The first one stays.
  package func keep(_ texts: AnswerTexts) { _ = known.storeIfNil(texts) }
}

extension ResolvedAddress: Equatable {
  /// Returns whether both say the same.
  @usableFromInline
  package static func == (left: ResolvedAddress, right: ResolvedAddress) -> Bool {
    left.basis == right.basis && left.sources == right.sources && left.functionStart == right.functionStart
      && left.isNamed == right.isNamed
  }
}
