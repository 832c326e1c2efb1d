import Bytes
import CrashModel
import JSONText
import SymbolModel

/// Reads lists of images in JSON of any shape.
enum GenericJSONImages {
  /// Returns the images of an array of objects, or of arrays, or nil if the elements are not images.
  static func read(_ list: JSONValue, named name: String) -> [BinaryImage]? {
    guard list.kind == .array else { return nil }
    if name == "memorymap" { return memoryMap(list) }
    let isNamed = ["image", "module", "binar", "librar"].contains { name.containsBytes(of: $0) }
    var images: [BinaryImage] = []
    var known = 0
    for element in list.elements {
      let image = element.kind == .array ? listed(element) : image(element, isNamed: isNamed)
      if image != nil { known += 1 }
      // Frames refer to positions: elements without information keep their position.
      images.append(image ?? BinaryImage(sourceRange: element.range))
    }
    return known * 2 > images.count ? images : nil
  }

  private static func image(_ value: JSONValue, isNamed: Bool) -> BinaryImage? {
    var image = BinaryImage(sourceRange: value.range)
    var end: UInt64?
    var isSystem: Bool?
    var (processor, variant): (Int64?, Int64) = (nil, 0)
    for (key, member) in value.members {
      switch GenericJSONFrame.plain(key.string) {
      case "name", "imagename", "binaryname": image.name = member.string
      case "path", "imagepath", "codefile", "debugfile": image.path = member.string ?? image.path
      case "uuid", "imageuuid", "binaryuuid", "machouuid", "buildid", "debugid", "id":
        image.idText = member.string ?? image.idText
      case "base", "baseaddress", "baseaddr", "loadaddress", "imageaddr", "imageaddress", "imagebase", "startaddress",
        "startaddr", "start":
        image.loadAddress = member.plainAddress.map { RuntimeAddress($0) }
      case "address", "addr":
        if isNamed, image.loadAddress == nil { image.loadAddress = member.address.map { RuntimeAddress($0) } }
      case "size", "imagesize": image.size = member.address
      case "end", "endaddress", "endaddr", "maxaddress": end = member.plainAddress
      case "system", "issystem": isSystem = member.bool
      case "arch", "architecture", "cpuarch": image.architecture = member.string.map { Architecture($0) }
      case "codetype": if let name = member["arch"]?.string { image.architecture = Architecture(name) }
      case "cputype": processor = member.int64
      case "cpusubtype": variant = member.int64 ?? 0
      default: break
      }
    }
    guard image.loadAddress != nil || isNamed, image.idText != nil || image.path != nil || image.name != nil else { return nil }
    if let end, let load = image.loadAddress?.value, end > load { image.size = image.size ?? size(from: load, to: end) }
    if image.architecture == nil, let processor { image.architecture = Architecture(machCPUType: processor, subtype: variant) }
    image = finished(image)
    // The path is a better witness: Measure marks all images of a simulator as the system's.
    if let isSystem, image.path == nil { image.inApp = !isSystem }
    return image
  }

  /// Returns the size between a load address and an end. Images are whole pages: an end that is the last byte of one is inside.
  private static func size(from load: UInt64, to end: UInt64) -> UInt64 { end - load + (end & 0xfff == 0xfff ? 1 : 0) }

  /// `[uuid, base, ...]`, as stackshots write them.
  private static func listed(_ value: JSONValue) -> BinaryImage? {
    let parts = Array(value.elements.prefix(2))
    guard parts.count == 2, let text = parts[0].string, text.utf8.count >= 32, ImageID(parsing: text) != nil,
      let base = parts[1].bits
    else { return nil }
    var image = BinaryImage(sourceRange: value.range)
    image.idText = text
    image.loadAddress = RuntimeAddress(base)
    return finished(image)
  }

  /// Returns the images of Mozilla's symbolication requests: `[name, breakpad ID]`; the ID is a UUID and an age.
  private static func memoryMap(_ list: JSONValue) -> [BinaryImage] {
    list.elements.map { element in
      let parts = Array(element.elements.prefix(2))
      var image = BinaryImage(sourceRange: element.range)
      image.name = parts.first?.string
      image.idText = parts.count > 1 ? parts[1].string.map { String($0.prefix(32)) } : nil
      return finished(image)
    }
  }

  private static func finished(_ partial: BinaryImage) -> BinaryImage {
    var image = partial
    if let path = image.path ?? image.name, path.contains("/") {
      image.path = path
      image.name = PathText.lastComponent(of: path)
    }
    image.id = image.idText.flatMap { ImageID(parsing: $0) ?? ImageID(parsing: String($0.prefix(36))) }
    image.inApp = ImageOwnership.isInApp(path: image.path)
    if image.size == 0 { image.size = nil }
    return image
  }
}
