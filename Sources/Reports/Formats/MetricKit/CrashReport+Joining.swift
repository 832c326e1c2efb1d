import CrashModel
import SymbolModel

extension CrashReport {
  /// Moves frames that have an address and no offset to the image with their UUID and a load address, if there is one. Frames that
  /// Apple's servers named have no offset. Images without frames are dropped.
  mutating func joinImagesWithoutLoadAddress() {
    var loaded: [ImageID: Int] = [:]
    for (position, image) in images.enumerated() where image.loadAddress != nil {
      if let id = image.id, loaded[id] == nil { loaded[id] = position }
    }
    var isUsed = [Bool](repeating: false, count: images.count)
    for position in frames.indices {
      guard let image = frames[position].image else { continue }
      let other = images[image].loadAddress == nil ? images[image].id.flatMap { loaded[$0] } : nil
      if let other, let load = images[other].loadAddress, let address = frames[position].address, address >= load {
        frames[position].image = other
      }
      isUsed[frames[position].image ?? image] = true
    }
    guard isUsed.contains(false) else { return }
    var places = [Int](repeating: 0, count: images.count)
    var kept: [BinaryImage] = []
    for position in images.indices where isUsed[position] {
      places[position] = kept.count
      kept.append(images[position])
    }
    images = kept
    for position in frames.indices { frames[position].image = frames[position].image.map { places[$0] } }
  }
}
