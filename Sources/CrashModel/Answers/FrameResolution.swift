public import SymbolModel

/// The answer for one frame.
@usableFromInline
package struct FrameResolution: Sendable {
  /// The source of the answer, best first. The raw value is the name in JSON output.
  @usableFromInline
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
  @usableFromInline
  package enum ScriptSource: Sendable {
    case app
    /// A package: a path through `node_modules`, or one on the map's ignore list.
    case package
  }

  /// The function that contains the address (the outermost, not inlined one), for display. That of an answer is read when it is needed.
  package var symbol: String? {
    get { if let ownSymbol { ownSymbol } else if case .answer(let answer) = chain { answer.function } else { nil } }
    set {
      if newValue == nil { chain = Chain(sources, nil) }
      ownSymbol = newValue
    }
  }
  /// The symbol, or nil if it is that of the answer.
  @usableFromInline package private(set) var ownSymbol: String?
  /// Whether the symbol is not that of the answer.
  @inlinable package var hasOwnSymbol: Bool { ownSymbol != nil }
  /// Where the inline chain is.
  @usableFromInline enum Chain: Sendable {
    case none
    /// In an answer, as it is there.
    case answer(ResolvedAddress)
    /// It is that of no answer, or was changed.
    case own([SourceFrame])

    @inlinable init(_ sources: [SourceFrame], _ answer: ResolvedAddress?) {
      guard sources.isEmpty else {
        self = .own(sources)
        return
      }
      if let answer { self = .answer(answer) } else { self = .none }
    }
  }

  @usableFromInline var chain: Chain
  /// The inline chain, innermost first, or empty if only the reporter's name or nothing is known.
  package var sources: [SourceFrame] {
    // Not to copy all of the resolution for one property.
    @inlinable get {
      switch chain {
      case .none: []
      case .answer(let answer): answer.sources
      case .own(let sources): sources
      }
    }
    set {
      ownSymbol = symbol
      chain = newValue.isEmpty ? .none : .own(newValue)
    }
  }
  /// The number of functions that are inlined there. That of an answer is known without a look at its chain.
  @inlinable package var inlinedFunctions: Int {
    switch chain {
    case .none: 0
    case .answer(let answer): Int(answer.inlinedFunctions)
    case .own(let sources): max(sources.count - 1, 0)
    }
  }
  /// The answer that has the inline chain, or nil if that is of no answer, or was changed since.
  @inlinable package var answer: ResolvedAddress? { if case .answer(let answer) = chain { answer } else { nil } }
  /// That answer, lent by the resolution. As a parameter of a closure it would be referred to.
  @inlinable
  @inline(__always)
  package var lentAnswer: LentAnswer? { if case .answer(let answer) = chain { LentAnswer(answer) } else { nil } }
  /// The distance in bytes of the reported address from the start of `symbol`.
  package var symbolOffset: UInt64? {
    @inlinable get { hasOffset ? offsetValue : nil }
    set { (hasOffset, offsetValue) = (newValue != nil, newValue ?? 0) }
  }
  @usableFromInline var offsetValue: UInt64
  /// The runtime address that was looked up: masked, and one byte back for return addresses, or nil without an address.
  package var lookupAddress: RuntimeAddress? {
    @inlinable get { hasAddress ? RuntimeAddress(addressValue) : nil }
    set { (hasAddress, addressValue) = (newValue != nil, newValue?.value ?? 0) }
  }
  @usableFromInline var addressValue: UInt64
  /// The reason why there is no better answer; never nil if `basis` is `none`.
  @usableFromInline package var reason: UnresolvedReason?
  // A report may have a million frames: the small properties fill the gap after `reason`, 56 bytes instead of 80.
  @usableFromInline var hasOffset: Bool
  @usableFromInline var hasAddress: Bool
  /// The source of the answer.
  @usableFromInline package var basis: Basis
  /// Whether the answer comes from a debug file with another ID (`--allow-mismatch`).
  @usableFromInline package var fromMismatch: Bool
  /// The owner of the source that a source map gives, or nil if the answer comes from elsewhere.
  @usableFromInline package var scriptSource: ScriptSource?

  /// Creates a resolution; `answer` has the inline chain unless `sources` does, and the symbol unless `symbol` is one. Inlined: a batch takes 1.7
  /// percent less.
  @inlinable
  package init(
    basis: Basis, reason: UnresolvedReason? = nil, symbol: String? = nil, symbolOffset: UInt64? = nil,
    sources: [SourceFrame] = [], answer: ResolvedAddress? = nil,
    lookupAddress: RuntimeAddress? = nil, fromMismatch: Bool = false
  ) {
    ownSymbol = symbol
    chain = Chain(sources, answer)
    offsetValue = symbolOffset ?? 0
    addressValue = lookupAddress?.value ?? 0
    self.reason = reason
    hasOffset = symbolOffset != nil
    hasAddress = lookupAddress != nil
    self.basis = basis
    self.fromMismatch = fromMismatch
    scriptSource = nil
  }

  /// Becomes the resolution of an answer of the image's own debug files whose names stay as they are, as most do, instead of one of a
  /// frame of which nothing is known. Where it is: to make one and to move it into a list copies it.
  @inlinable
  @inline(__always)
  package mutating func take(
    _ answer: consuming ResolvedAddress, _ basis: Basis, symbolOffset: UInt64?, lookupAddress: RuntimeAddress?
  ) {
    chain = .answer(answer)
    (hasOffset, offsetValue) = (symbolOffset != nil, symbolOffset ?? 0)
    (hasAddress, addressValue) = (lookupAddress != nil, lookupAddress?.value ?? 0)
    reason = nil
    self.basis = basis
  }
}
