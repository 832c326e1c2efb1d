package import SymbolModel

/// The known properties of an image whose debug files are needed.
package struct ImageQuery: Hashable, Sendable {
  /// The UUID or build ID.
  package var id: ImageID
  /// The image's name, for near misses.
  package var name: String?
  /// The path of the image on the machine where it ran.
  package var path: String?
  /// The architecture, for near misses.
  package var architecture: Architecture?
  /// The report's directory, or nil for standard input.
  package var reportFolder: String?

  /// Asks for an ID; everything else is optional.
  package init(
    id: ImageID, name: String? = nil, path: String? = nil, architecture: Architecture? = nil, reportFolder: String? = nil
  ) {
    self.id = id
    self.name = name
    self.path = path
    self.architecture = architecture
    self.reportFolder = reportFolder
  }
}
