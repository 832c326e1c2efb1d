/// A report with frames of the app that have no name: what `--strict` asks for.
package struct FailingReport: Hashable, Sendable {
  /// The path of the input; `#` and the part follow where the input holds several.
  package var path: String
  /// Frames of app images.
  package var frames: Int
  /// Those of them without a name.
  package var unresolved: Int
  /// The names of the images that these are in, each once.
  package var images: [String]

  /// Takes the facts.
  package init(path: String, frames: Int, unresolved: Int, images: [String]) {
    self.path = path
    self.frames = frames
    self.unresolved = unresolved
    self.images = images
  }
}
