internal import CBytes

/// Where an object, an array or a text is in memory, to begin to read it into the caches of the processor before it is needed: who needs
/// many that no cache holds then waits for all of them at once, instead of for each. It keeps nothing alive, and may be that of an object
/// that is gone.
@usableFromInline
@safe
package struct MemoryPlace: Sendable {
  @usableFromInline let address: UInt

  /// No place.
  package init() { self.init(0) }

  /// The place at an address of this process, or none if that is 0.
  init(_ address: UInt) { self.address = address }

  /// The place of memory that exists.
  package init(of memory: UnsafeRawPointer) { address = unsafe UInt(bitPattern: memory) }

  /// The place of an object.
  package init(of object: AnyObject) { address = unsafe UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()) }

  /// The place of an array with its head, or none if it has no elements.
  @inlinable
  package init<Element>(of elements: borrowing [Element]) {
    address = unsafe elements.withUnsafeBufferPointer { unsafe Self.object(around: UInt(bitPattern: $0.baseAddress)) }
  }

  /// The place of a text with its head. A short text is in its owner: then this is a place that nobody needs.
  @inlinable
  package init(of text: borrowing String) {
    let bytes = unsafe text.utf8.withContiguousStorageIfAvailable { unsafe UInt(bitPattern: $0.baseAddress) }
    address = Self.object(around: bytes ?? 0)
  }

  /// Returns the address of the object whose elements or bytes begin at an address, or 0 for 0. References to the object are counted in the
  /// head before them.
  @inlinable
  static func object(around contents: UInt) -> UInt { contents > headSize ? contents - headSize : 0 }

  /// Returns the distance in bytes of an element from the place of its array.
  @inlinable
  package static func distance<Element>(toElement position: Int, of type: Element.Type) -> Int {
    Int(headSize) &+ position &* MemoryLayout<Element>.stride
  }

  /// The size of the head of an array or text in bytes.
  @inlinable
  static var headSize: UInt { 32 }

  /// Begins to read a line of memory, 64 bytes, `distance` bytes behind the place.
  package func prefetch(at distance: Int) {
    if let start = unsafe UnsafeRawPointer(bitPattern: address) { unsafe symbolicate_prefetch(start + distance) }
  }

  /// Begins to read two lines of memory from the place on.
  package func prefetch() {
    guard let start = unsafe UnsafeRawPointer(bitPattern: address) else { return }
    unsafe symbolicate_prefetch(start)
    unsafe symbolicate_prefetch(start + 64)
  }
}
