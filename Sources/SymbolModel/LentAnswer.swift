package import Bytes

/// An answer that its owner lends for a call: it is read without counting a reference to it.
@usableFromInline
@safe
package struct LentAnswer {
  @usableFromInline let answer: Unmanaged<ResolvedAddress>

  /// Borrows an answer, which its owner must keep as long as this is used.
  @inlinable
  @inline(__always)
  package init(_ answer: ResolvedAddress) { unsafe self.answer = Unmanaged.passUnretained(answer) }

  /// The place of the answer.
  package var place: MemoryPlace { unsafe MemoryPlace(of: answer.toOpaque()) }

  /// See `ResolvedAddress.prefetch`.
  package func prefetch() { unsafe answer._withUnsafeGuaranteedRef { $0.prefetch() } }

  /// See `ResolvedAddress.prefetchInlined`.
  package func prefetchInlined() { unsafe answer._withUnsafeGuaranteedRef { $0.prefetchInlined() } }

  /// Passes the source frames as the answer does.
  @inlinable
  @inline(__always)
  package func lendSources(isWhole: Bool = false, _ body: (LentSource) -> Bool) -> Bool {
    unsafe answer._withUnsafeGuaranteedRef { $0.lendSources(isWhole: isWhole, body) }
  }
}
