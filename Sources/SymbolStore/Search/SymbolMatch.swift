package import DebugInfo
package import ObjectFiles

/// The result of a search for the debug files of one image.
package enum SymbolMatch: Sendable {
  /// Files with the image's ID: the one with the best content first, then those that may complete it.
  case found([ObjectFile])
  /// An index that a store keeps instead of a debug file, and files with less content that were found besides.
  case indexed(StoredIndex, [ObjectFile])
  /// The names of an image of Apple's system, or of a whole shared cache, and files with less content that were found besides.
  case system(SystemImage, [ObjectFile])
  /// Only files with the same name and another ID, those of the same architecture first.
  case mismatched([DebugFile], lookedIn: [String])
  /// An unreadable file with the same name.
  case damaged(path: String, reason: String)
  /// Nothing; `lookedIn` has the searched paths with the number of debug files in each.
  case absent(lookedIn: [String])
}
