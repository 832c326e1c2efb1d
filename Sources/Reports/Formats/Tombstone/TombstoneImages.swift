import CrashModel
import SymbolModel

/// The files that the frames of a tombstone name, with their build IDs.
struct TombstoneImages: Sendable {
  private struct Key: Hashable {
    let path: String
    let offset: UInt64
    let id: String?
  }

  private(set) var list: [BinaryImage] = []
  private var positions: [Key: Int] = [:]
  private var offsets: [UInt64] = []

  /// Puts a frame into its image.
  mutating func place(_ frame: inout Frame, _ line: TombstoneFrameLine) {
    guard line.path != "<unknown>" else {
      frame.address = RuntimeAddress(line.address)
      return
    }
    frame.image = position(line)
    frame.imageOffset = ImageOffset(line.address)
  }

  private mutating func position(_ line: TombstoneFrameLine) -> Int {
    let key = Key(path: line.path, offset: line.offset ?? 0, id: line.id)
    if let known = positions[key] { return known }
    var image = BinaryImage(name: Self.name(line.path), path: line.path)
    image.idText = line.id
    image.id = line.id.flatMap { ImageID(parsing: $0) }
    image.inApp = Self.isInApp(line.path)
    image.loadAddress = Self.anonymousStart(line.path)
    positions[key] = list.count
    offsets.append(line.offset ?? 0)
    list.append(image)
    return list.count - 1
  }

  /// The start of memory without a file: `<anonymous:7942abc000>`.
  private static func anonymousStart(_ path: String) -> RuntimeAddress? {
    let mark = "<anonymous:"
    guard path.hasPrefix(mark), path.hasSuffix(">") else { return nil }
    return UInt64(path.dropFirst(mark.utf8.count).dropLast(), radix: 16).map { RuntimeAddress($0) }
  }

  /// The library's name: `libshop.so` of `base.apk!libshop.so` and of `base.apk!/lib/arm64-v8a/libshop.so`.
  private static func name(_ path: String) -> String {
    PathText.lastComponent(of: path.split(separator: "!").last.map(String.init) ?? path)
  }

  /// Code of Java, which was compiled on the device or is interpreted, has its names in the report.
  private static func isInApp(_ path: String) -> Bool {
    guard ["/data/app/", "/data/data/", "/data/user/", "/data/local/", "/mnt/"].contains(where: path.hasPrefix) else {
      return false
    }
    return ![".odex", ".vdex", ".oat", ".dex", ".jar", ".art"].contains(where: path.hasSuffix)
  }

  /// Gives images and frames their addresses in the process, as far as the map or the program counter of a thread has them.
  mutating func locate(_ frames: inout [Frame], _ map: TombstoneMap, _ threads: [CrashThread], _ architecture: Architecture?) {
    var biases = [UInt64](repeating: 0, count: list.count)
    for position in list.indices {
      list[position].architecture = architecture
      guard let path = list[position].path, let place = map.place(of: path, offset: offsets[position]) else { continue }
      list[position].loadAddress = RuntimeAddress(place.load)
      list[position].size = place.size
      biases[position] = place.bias
    }
    for thread in threads {
      guard let first = thread.frames.first, let image = frames[first].image, list[image].loadAddress == nil,
        let counter = thread.registers.first(where: { ["pc", "rip", "eip"].contains($0.name) })?.value,
        let address = frames[first].imageOffset?.value, counter >= address, (counter - address) & 0xfff == 0
      else { continue }
      list[image].loadAddress = RuntimeAddress(counter - address)
    }
    for position in frames.indices {
      guard let image = frames[position].image, let address = frames[position].imageOffset?.value else { continue }
      let offset = address >= biases[image] ? address - biases[image] : address
      frames[position].imageOffset = ImageOffset(offset)
      guard let load = list[image].loadAddress?.value, list[image].size.map({ offset < $0 }) ?? true,
        case let (sum, overflow) = load.addingReportingOverflow(offset), !overflow
      else { continue }
      frames[position].address = RuntimeAddress(sum)
      frames[position].imageOffset = nil
    }
  }
}
