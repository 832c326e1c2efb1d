internal import CrashModel
internal import SymbolModel

/// An image of a report that has frames and no debug file.
public struct MissingDebugFile: Hashable, Sendable {
  /// The name of the image, or nil if the report gives none.
  public let imageName: String?
  /// The UUID or build ID that the debug file must have, as debug files show it, or nil if the report gives none.
  public let id: String?
  /// The architecture, or nil if the report gives none.
  public let architecture: String?
  /// The number of frames in the image.
  public let frameCount: Int
  /// Why there is none: where it was searched, or which file comes closest.
  public let reason: String?

  init(_ image: BinaryImage, reason: String?, frames: Int) {
    imageName = image.name
    id = image.id?.description
    architecture = image.architecture?.name
    frameCount = frames
    self.reason = reason
  }
}
