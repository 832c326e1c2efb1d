package import SymbolModel

/// One image of a shared cache, as the cache lists it (`dyld_cache_image_text_info`).
package struct CacheImage: Hashable, Sendable {
  /// The image's UUID, or nil if the cache has none for it.
  package let id: ImageID?
  /// The address of its Mach-O header, which is that of `__TEXT`.
  package let address: UInt64
  /// The size of `__TEXT` in bytes.
  package let textSize: UInt64
  /// The path at which the system knows it, for example `/usr/lib/libobjc.A.dylib`.
  package let path: String
}
