package import SymbolModel

package struct ContainerImage: Hashable, Sendable {
  /// The UUID, or nil if the cache has none for it.
  package var id: ImageID?
  /// The distance of the image's header from the beginning of the cache.
  package var offset: UInt64
  /// The size of its code segment in bytes.
  package var size: UInt64
  /// The path at which the system knows it.
  package var path: String
  /// The number of functions with a name; 0 also if the image could not be read.
  package var names: Int

  /// Describes an image.
  package init(id: ImageID?, offset: UInt64, size: UInt64, path: String, names: Int) {
    self.id = id
    self.offset = offset
    self.size = size
    self.path = path
    self.names = names
  }
}
