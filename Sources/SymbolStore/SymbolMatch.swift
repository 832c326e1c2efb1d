public import ObjectFiles
public import SymbolModel

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

/// What is known of an image whose debug files are wanted.
public struct ImageQuery: Hashable, Sendable {
  /// The UUID or build-id.
  public var id: ImageID
  /// The image's name, for near misses.
  public var name: String?
  /// The image's path where it ran.
  public var path: String?
  /// The architecture, for near misses.
  public var architecture: Architecture?
  /// The folder that the report lies in; nil for standard input.
  public var reportFolder: String?

  /// Asks for an ID; everything else is optional.
  public init(
    id: ImageID, name: String? = nil, path: String? = nil, architecture: Architecture? = nil, reportFolder: String? = nil
  ) {
    self.id = id
    self.name = name
    self.path = path
    self.architecture = architecture
    self.reportFolder = reportFolder
  }
}

/// Something about a search place that the user should know.
public struct SearchWarning: Hashable, Sendable {
  /// The file or folder.
  public let path: String
  /// What is wrong with it, one clause.
  public let reason: String

  /// Notes what is wrong.
  public init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }
}
