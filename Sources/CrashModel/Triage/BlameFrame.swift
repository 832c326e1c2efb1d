/// The function to look at first.
package struct BlameFrame: Hashable, Sendable {
  /// The name in the form used for comparison, or the image and offset if there is no name.
  package var function: String
  /// The image's name.
  package var image: String?
  /// The path of the source file, or nil if unknown.
  package var file: String?
  /// The line, counted from 1, or nil if unknown.
  package var line: UInt32?
  /// The position in the speaker's stack, or nil if unknown.
  package var position: Int?

  /// Describes a function.
  package init(function: String, image: String? = nil, file: String? = nil, line: UInt32? = nil, position: Int? = nil) {
    self.function = function
    self.image = image
    self.file = file
    self.line = line
    self.position = position
  }
}
