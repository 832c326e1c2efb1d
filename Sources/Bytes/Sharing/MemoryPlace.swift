internal import CBytes

/// Where an object, or the elements of an array, are in memory, to begin to read them into the caches of the processor before they are
/// needed: who needs many that no cache holds then waits for all of them at once, instead of for each. It keeps nothing alive, and may be
/// that of an object that is gone.
@usableFromInline
@safe
package struct MemoryPlace: Sendable {
  @usableFromInline let address: UInt

  /// No place.
  package init() { self.init(0) }

  /// The place at an address of this process, or none if that is 0.
  init(_ address: UInt) { self.address = address }

  /// The place of an object.
  package init(of object: AnyObject) { address = unsafe UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()) }

  /// The place of the elements of an array, or none if there are none.
  @inlinable
  package init<Element>(of elements: borrowing [Element]) {
    address = unsafe elements.withUnsafeBufferPointer { unsafe UInt(bitPattern: $0.baseAddress) }
  }

  /// Begins to read some lines of memory, 64 bytes each.
  package func prefetch(lines: Int = 1) {
    guard let start = unsafe UnsafeRawPointer(bitPattern: address) else { return }
    for line in 0..<lines { unsafe symbolicate_prefetch(start + line * 64) }
  }
}
