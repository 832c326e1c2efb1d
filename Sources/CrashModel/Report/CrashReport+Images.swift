extension CrashReport {
  /// Returns the image that holds a frame, or nil if none does.
  package func image(of frame: borrowing Frame) -> BinaryImage? {
    frame.image.flatMap { images.indices.contains($0) ? images[$0] : nil }
  }

  /// The name of the app's first image, which is the executable in a list of images; nil if there is none. Where images come from
  /// frames, their order says nothing: nil if there are several.
  package var appImageName: String? {
    guard format.has(.guessesAppImages) else {
      return images.first { $0.inApp && $0.name != nil }?.name
    }
    var name: String?
    for image in images where image.inApp {
      guard let other = image.name, name == nil || name == other else { return nil }
      name = other
    }
    return name
  }
}
