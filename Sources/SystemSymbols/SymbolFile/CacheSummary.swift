package import SymbolModel

/// What a container says of its cache.
package struct CacheSummary: Hashable, Sendable {
  /// The UUID of the cache, which reports state.
  package var id: ImageID
  package var architecture: Architecture
  /// The platform, as `LC_BUILD_VERSION` counts.
  package var platform: UInt32 = 0
  /// The address of the cache's first mapping: distances count from here.
  package var base: UInt64 = 0
  /// The size of the cache's addresses in bytes.
  package var extent: UInt64 = 0
  /// The name of the system, for example `iOS`, or an empty text.
  package var systemName = ""
  /// The version of the system, for example `26.1`, or an empty text.
  package var systemVersion = ""
  /// The build of the system, for example `23B85`, or an empty text.
  package var systemBuild = ""
  /// Why names are missing, one clause for each reason, or an empty text if the container is complete.
  package var gaps = ""

  /// Describes a cache.
  package init(id: ImageID, architecture: Architecture) {
    self.id = id
    self.architecture = architecture
  }
}
