import CrashModel
import SymbolModel

/// Collects the images that frames of Crashlytics name. One frame with an ID is enough for all frames of that image.
struct CrashlyticsImages {
  /// What the frames of one image show.
  private struct Signs {
    var hasFile = false
    var hasNameOnly = false
  }

  private var positions: [String: Int] = [:]
  private var signs: [Int: Signs] = [:]

  /// Returns the image of a frame, added to `images` if it is new, or nil for `???`.
  mutating func place(_ name: String, _ id: ImageID?, _ idText: String?, in images: inout [BinaryImage]) -> Int? {
    guard !name.hasPrefix("???") else { return nil }
    var position = positions[name] ?? images.count
    // Two builds of one image occur only where several reports were put together.
    if position < images.count, let id, let known = images[position].id, known != id {
      position = images.firstIndex { $0.name == name && $0.id == id } ?? images.count
    }
    if position == images.count {
      images.append(BinaryImage(name: name))
      positions[name] = positions[name] ?? position
    }
    if let id { (images[position].id, images[position].idText) = (id, idText) }
    return position
  }

  /// Records the name of a frame.
  mutating func note(_ reported: ReportedSymbol?, in image: Int?) {
    guard let image, let reported else { return }
    if reported.file != nil { signs[image, default: Signs()].hasFile = true }
    if reported.symbol != nil, reported.file == nil { signs[image, default: Signs()].hasNameOnly = true }
  }

  /// Decides which images are the app's: there are no paths. Frames of the app have files, or their symbols are missing; those of
  /// the system have names without files.
  func assignOwners(in images: inout [BinaryImage]) {
    for position in images.indices {
      let sign = signs[position] ?? Signs()
      let name = images[position].name ?? ""
      let isLibrary = name.hasPrefix("lib") && name.hasSuffix(".dylib")
      images[position].inApp = sign.hasFile || !isLibrary && !sign.hasNameOnly && images[position].id != nil
    }
  }
}
