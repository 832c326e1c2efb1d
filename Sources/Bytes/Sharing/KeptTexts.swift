internal import Synchronization

/// A place for texts that threads share: empty until one of them keeps some, which then stay. `AtomicLazyReference` of the standard library
/// is the same, but makes a type at run time in each call, which took a twenty-fifth of a batch.
@safe
package struct KeptTexts: ~Copyable, @unchecked Sendable {
  // The address of an object that this owns, or 0.
  private let place = Atomic<UInt>(0)

  /// An empty place.
  package init() {}

  deinit { unsafe Self.object(place.load(ordering: .acquiring))?.release() }

  /// The texts, or nil if none were kept so far.
  package var texts: PackedTexts? { unsafe Self.object(place.load(ordering: .acquiring))?.takeUnretainedValue() }

  /// Begins to read the texts into the caches of the processor. Returns false if there are none.
  package func prefetch() -> Bool {
    let address = place.load(ordering: .relaxed)
    // Most are two lines long.
    MemoryPlace(address).prefetch(lines: 2)
    return address != 0
  }

  /// Keeps texts. The first ones stay; returns whether these are they.
  package borrowing func keep(_ texts: PackedTexts) -> Bool {
    let kept = unsafe Unmanaged.passRetained(texts)
    let address = unsafe UInt(bitPattern: kept.toOpaque())
    let isFirst = place.compareExchange(expected: 0, desired: address, ordering: .acquiringAndReleasing).exchanged
    if !isFirst { unsafe kept.release() }
    return isFirst
  }

  @unsafe
  private static func object(_ address: UInt) -> Unmanaged<PackedTexts>? {
    unsafe UnsafeRawPointer(bitPattern: address).map { unsafe Unmanaged.fromOpaque($0) }
  }
}
