package import SymbolModel

/// The dyld shared cache that a process used: all libraries of the system in one region of its memory.
package struct SharedCacheReference: Hashable, Sendable {
  /// The UUID of the cache.
  package var id: ImageID
  /// The address of the beginning of the cache in the process.
  package var base: RuntimeAddress

  /// Creates a reference.
  package init(id: ImageID, base: RuntimeAddress) {
    self.id = id
    self.base = base
  }
}
