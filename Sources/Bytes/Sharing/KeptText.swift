internal import Synchronization

/// A place for a text that threads share: empty until one of them keeps one, which then stays. `AtomicLazyReference` of the standard library
/// is the same, but makes a type at run time in each call, which took a twenty-fifth of a batch.
@safe
package struct KeptText: ~Copyable, @unchecked Sendable {
  // The address of an object that this owns, or 0.
  private let place = Atomic<UInt>(0)

  /// An empty place.
  package init() {}

  deinit { unsafe Self.object(place.load(ordering: .acquiring))?.release() }

  /// The text, or nil if none was kept so far.
  package var text: PackedText? { unsafe Self.object(place.load(ordering: .acquiring))?.takeUnretainedValue() }

  /// Begins to read the text into the caches of the processor. Returns false if there is none.
  package func prefetch() -> Bool {
    let address = place.load(ordering: .relaxed)
    // Most are two lines long.
    MemoryPlace(address).prefetch()
    return address != 0
  }

  /// Keeps a text. The first one stays; returns whether this is it.
  package borrowing func keep(_ text: PackedText) -> Bool {
    let kept = unsafe Unmanaged.passRetained(text)
    let address = unsafe UInt(bitPattern: kept.toOpaque())
    let isFirst = place.compareExchange(expected: 0, desired: address, ordering: .acquiringAndReleasing).exchanged
    if !isFirst { unsafe kept.release() }
    return isFirst
  }

  @unsafe
  private static func object(_ address: UInt) -> Unmanaged<PackedText>? {
    unsafe UnsafeRawPointer(bitPattern: address).map { unsafe Unmanaged.fromOpaque($0) }
  }
}
