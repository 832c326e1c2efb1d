internal import SourceBundles
internal import SymbolModel

/// Source bundles as files of a store, which finds them by the IDs of the debug files that they were made of.
enum StoredSourceBundle {
  /// Returns whether a file has the name that Sentry's tool gives to bundles.
  static func isNamed(_ path: String) -> Bool { path.hasSuffix(".src.zip") }

  /// Returns the IDs of a bundle, each once. Throws if it cannot be read.
  static func ids(ofBundle path: String) throws(SourceBundle.Failure) -> [ImageID] {
    var ids: [ImageID] = []
    for id in try SourceBundle(path: path).ids where !ids.contains(id) { ids.append(id) }
    return ids
  }

  /// Returns the reason why a bundle cannot be used, or nil if it can.
  static func flaw(ofBundle path: String) -> String? {
    do throws(SourceBundle.Failure) {
      _ = try SourceBundle(path: path)
      return nil
    } catch {
      return error.reason
    }
  }
}
