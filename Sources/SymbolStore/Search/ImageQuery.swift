public import SymbolModel

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
