extension CrashReport {
  /// The image that holds a frame; nil when none does.
  public func image(of frame: borrowing Frame) -> BinaryImage? {
    frame.image.flatMap { images.indices.contains($0) ? images[$0] : nil }
  }
}
