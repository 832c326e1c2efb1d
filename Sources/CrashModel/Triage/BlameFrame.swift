/// The function where to look first.
public struct BlameFrame: Hashable, Sendable {
  /// The name as it is compared; the image and offset when there is no name.
  public var function: String
  /// The image's name.
  public var image: String?
  /// The path of the source file, or nil if unknown.
  public var file: String?
  /// The line, counted from 1, or nil if unknown.
  public var line: UInt32?

  /// Names a function.
  public init(function: String, image: String? = nil, file: String? = nil, line: UInt32? = nil) {
    self.function = function
    self.image = image
    self.file = file
    self.line = line
  }
}
