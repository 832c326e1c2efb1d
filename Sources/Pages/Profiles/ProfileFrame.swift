/// One function as viewers of profiles show it.
struct ProfileFrame: Hashable {
  /// The name, or the image and the offset in it.
  var name: String
  /// The image's name.
  var image: String
  /// The path of the source file, or nil if unknown.
  var file: String?
  /// Whether the image belongs to the app.
  var isInApp: Bool
}
