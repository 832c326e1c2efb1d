internal import CrashModel
internal import SymbolModel

extension CrashReport {
  /// Applies the user's information about images: load addresses and IDs replace the report's own; an image that the report does
  /// not list is added at the end. Frames that are now inside an image refer to it.
  mutating func apply(_ bindings: [ImageBinding]) {
    var changed = false
    for binding in bindings {
      guard case .loadAddress(let address, let id) = binding.fact else {
        if !images.contains(where: { $0.hasName(binding.name) }) { addImage(of: binding) }
        continue
      }
      changed = true
      let positions = images.indices.filter { images[$0].hasName(binding.name) }
      if positions.isEmpty {
        images.append(BinaryImage(name: binding.name))
        images[images.count - 1].inApp = true
      }
      for position in positions.isEmpty ? [images.count - 1] : positions {
        images[position].loadAddress = address
        if let id {
          images[position].id = id
          images[position].idText = id.description
        }
      }
    }
    if changed { placeFrames() }
  }

  /// Adds an image that only frames name; reports it if none does.
  private mutating func addImage(of binding: ImageBinding) {
    let named = frames.indices.filter { frames[$0].image == nil && frames[$0].imageName == binding.name }
    guard !named.isEmpty else {
      // A log has many call stacks, and a binding applies to some of them.
      if format.has(.namesImagesOnly) { return }
      let advice = "--image \(binding.name): the report has no image of that name"
      diagnostics.append(ReportDiagnostic(.warning, advice))
      return
    }
    images.append(BinaryImage(name: binding.name))
    images[images.count - 1].inApp = true
    for position in named { frames[position].image = images.count - 1 }
  }

  /// The first image that each name means, see `BinaryImage.hasName`.
  private var firstImagesByName: [String: Int] {
    var positions: [String: Int] = [:]
    for (position, image) in images.enumerated() {
      for name in [image.name, image.path, image.identifier] {
        if let name, positions[name] == nil { positions[name] = position }
      }
    }
    return positions
  }

  private mutating func placeFrames() {
    let table = ImageTable(images)
    let architecture = images.lazy.compactMap(\.architecture).first
    let named = firstImagesByName
    for position in frames.indices {
      guard let address = frames[position].address, frames[position].image.map({ images[$0].isPlaceholder }) ?? true else {
        continue
      }
      if let name = frames[position].imageName, let image = named[name] {
        frames[position].image = image
      } else if let image = table.position(of: address, on: architecture),
        images[image].size != nil || frames[position].imageName == nil
      {
        frames[position].image = image
      }
    }
  }
}

extension BinaryImage {
  /// Returns whether a name from the user means the image.
  func hasName(_ text: String) -> Bool { name == text || path == text || identifier == text }
}
