import CrashModel
import SymbolModel

/// Collects the images that the frames of a log name. A log of several processes may have one image at several addresses.
struct ConsoleImages: Sendable {
  private struct Key: Hashable {
    var name: String
    var load: UInt64?
  }

  private var known: [Key: Int] = [:]
  /// The last image of each name.
  private var latest: [String: Int] = [:]

  /// Returns the image of a frame, added to `images` if it is new, and the frame's offset in the image if the line has it.
  mutating func place(_ line: ConsoleFrameLine, _ bytes: [UInt8], _ images: inout [BinaryImage]) -> (Int?, ImageOffset?) {
    let label = TextScan.text(bytes, line.image)
    // systemd prints `n/a` for an address in no module.
    guard !label.isEmpty, !label.hasPrefix("???"), label != "0x0", label != "n/a" else { return (nil, nil) }
    let name = label.utf8.contains(UInt8(ascii: "/")) ? PathText.lastComponent(of: label) : label
    let offset = line.imageOffset.map { ImageOffset($0) }
    var load: UInt64?
    if let base = line.text.base, base != 0 {
      load = base
    } else if let address = line.address, address != 0, let distance = offset {
      load = address >= distance.value ? address - distance.value : nil
    }
    if load == nil, let position = latest[name] { return (position, offset) }
    let key = Key(name: name, load: load)
    if let position = known[key] {
      latest[name] = position
      if images[position].id == nil, let id = line.id {
        images[position].idText = TextScan.text(bytes, id)
        images[position].id = images[position].idText.flatMap { ImageID(parsing: $0) }
      }
      return (position, offset)
    }
    if let load, let position = known[Key(name: name, load: nil)] {
      // The first line that gives the load address of the image.
      known[Key(name: name, load: nil)] = nil
      known[key] = position
      images[position].loadAddress = RuntimeAddress(load)
      return (position, offset)
    }
    var image = BinaryImage(name: name, path: name == label ? nil : label)
    image.loadAddress = load.map { RuntimeAddress($0) }
    image.idText = line.id.map { TextScan.text(bytes, $0) }
    image.id = image.idText.flatMap { ImageID(parsing: $0) }
    image.inApp = ImageOwnership.isInApp(path: image.path)
    known[key] = images.count
    latest[name] = images.count
    images.append(image)
    return (images.count - 1, offset)
  }
}
