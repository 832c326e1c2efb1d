public import ObjectFiles

/// What a search for the debug files of one image found.
public enum SymbolMatch: Sendable {
  /// Files with the image's ID: the one with the best content first, then what may complete it.
  case found([ObjectFile])
  /// An index that a store keeps in place of a debug file, and the files that were found beside it, which have less in them.
  case indexed(StoredIndex, [ObjectFile])
  /// Only files of the same name with another ID, those of the same architecture first.
  case mismatched([DebugFile], lookedIn: [String])
  /// A file of the same name that cannot be read.
  case damaged(path: String, reason: String)
  /// Nothing; `lookedIn` names the places with the number of debug files in each.
  case absent(lookedIn: [String])
}
