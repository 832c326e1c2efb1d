internal import Bytes

extension CrashReport {
  /// Decides by the process which images are the app's, after their paths did: the executable of the process always is, wherever
  /// it is installed, and so is everything in the bundle of an app that a jailbreak installed among the system's files.
  ///
  /// Since macOS 14, `/Volumes/VOLUME/*/` hides the path of a simulator's runtime; an image there is the app's only if the
  /// process is there too, or if it is in a bundle.
  package mutating func adoptImagesOfProcess() {
    markExecutable()
    guard let path = process.path else { return }
    let bundle = path.hasPrefix("/private/preboot/") ? Self.bundle(of: path) : nil
    let isOnVolume = path.hasPrefix("/Volumes/")
    guard bundle != nil || !isOnVolume else { return }
    for position in images.indices {
      guard let image = images.span[position].path else { continue }
      if let bundle, image.hasPrefix(bundle) { claim(position) }
      if !isOnVolume, images.span[position].inApp, image != path, image.hasPrefix("/Volumes/VOLUME/"),
        Self.bundle(of: image) == nil
      {
        images[position].inApp = false
      }
    }
  }

  /// Marks the image at the path of the process. Without one, the first image of its name is marked, unless another one of that
  /// name is the app's.
  private mutating func markExecutable() {
    if let path = process.path, let position = images.firstIndex(where: { $0.path == path }) { return claim(position) }
    guard let name = process.path.map({ PathText.lastComponent(of: $0) }) ?? process.name else { return }
    let named = images.indices.filter { images[$0].name == name && !images[$0].isPlaceholder }
    guard let first = named.first, !named.contains(where: { images[$0].inApp }) else { return }
    claim(first)
  }

  /// Marks an image as the app's. Most are already, and an image that stays as it is is not copied.
  private mutating func claim(_ position: Int) {
    if !images.span[position].inApp { images[position].inApp = true }
  }

  /// Returns the path of the app that a path leads into, with the slash after it, or nil if it leads into none.
  private static func bundle(of path: String) -> Substring? {
    let (bytes, mark) = (path.utf8.span, ".app/")
    for start in 0..<max(0, bytes.count - mark.utf8.count + 1) where ByteSearch.stands(mark.utf8.span, at: start, of: bytes) {
      return path[..<path.utf8.index(path.startIndex, offsetBy: start + mark.utf8.count)]
    }
    return nil
  }
}
