extension CrashReport {
  /// Returns the image that holds a frame, or nil if none does.
  public func image(of frame: borrowing Frame) -> BinaryImage? {
    frame.image.flatMap { images.indices.contains($0) ? images[$0] : nil }
  }
}
