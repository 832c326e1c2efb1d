public import SymbolModel

/// The dyld shared cache that a process used: all libraries of the system in one region of its memory.
public struct SharedCacheReference: Hashable, Sendable {
  /// The UUID of the cache.
  public var id: ImageID
  /// The address of the beginning of the cache in the process.
  public var base: RuntimeAddress

  /// Creates a reference.
  public init(id: ImageID, base: RuntimeAddress) {
    self.id = id
    self.base = base
  }
}
