internal import Bytes
internal import ObjectFiles
internal import System

/// The name and checksum of a separate debug file, as a stripped ELF file records them (`.gnu_debuglink`: a name that ends with a
/// zero byte, padded to four bytes, then the CRC-32 of the whole debug file).
struct DebugLink {
  /// The file name, without a directory.
  let name: String
  /// The checksum of the debug file.
  let checksum: UInt32

  /// Reads the section. Returns nil if there is none or it is invalid.
  init?(of object: ObjectFile) {
    guard let section = object.sections.first(where: { $0.name == ".gnu_debuglink" }),
      let contents = try? object.storedContents(of: section), contents.count >= 8,
      let text = contents.cString(at: 0, limit: 4_096), !text.isEmpty, !text.contains("/"),
      // The name may contain bytes that are not UTF-8: they are replaced.
      let end = contents.array.prefix(4_096).firstIndex(of: 0),
      let sum = try? contents.load(UInt32.self, at: (end + 4) / 4 * 4, bigEndian: object.isBigEndian)
    else { return nil }
    name = text
    checksum = sum
  }

  /// Returns the separate debug file of a stripped ELF file, by its build ID in the system's debug files, else by its link and
  /// checksum. Also returns the files that were expected to be it and are not.
  static func companion(of object: ObjectFile, debugRoots: [String] = ["/usr/lib/debug"]) -> (file: ObjectFile?, wrong: [String])
  {
    if let hex = object.id?.hex {
      for root in debugRoots {
        let path = "\(root)/.build-id/\(hex.prefix(2))/\(hex.dropFirst(2)).debug"
        if let file = regularFile(path), file.id == object.id { return (file, []) }
      }
    }
    var wrong: [String] = []
    guard let link = DebugLink(of: object) else { return (nil, []) }
    for path in link.paths(beside: object.path, debugRoots: debugRoots) {
      guard let file = regularFile(path) else { continue }
      if object.id != nil ? file.id == object.id : link.matches(file.bytes) { return (file, wrong) }
      wrong.append(path)
    }
    return (nil, wrong)
  }

  private static func regularFile(_ path: String) -> ObjectFile? {
    guard FileSystem.status(path)?.kind == .file else { return nil }
    return (try? ObjectFile.load(path: path))?.first
  }

  /// Returns the possible paths of the debug file, in the order in which debuggers search.
  func paths(beside path: String, debugRoots: [String]) -> [String] {
    let folder = Path.parent(of: path)
    let beside = [Path.join(folder, name), Path.join(folder, ".debug/" + name)]
    guard folder.hasPrefix("/") else { return beside }
    return beside + debugRoots.map { $0 + (folder.hasSuffix("/") ? folder : folder + "/") + name }
  }

  /// Returns whether a file has the checksum. Reads all of it.
  func matches(_ bytes: ByteSlice) -> Bool {
    var state = ~UInt32(0)
    var offset = 0
    while offset < bytes.count {
      let length = min(1 << 20, bytes.count - offset)
      guard let chunk = try? bytes.slice(at: offset, count: length) else { return false }
      for byte in chunk.array { state = Self.table[Int(UInt8(truncatingIfNeeded: state) ^ byte)] ^ (state >> 8) }
      offset += length
    }
    return ~state == checksum
  }

  /// The table of the reflected polynomial 0xedb88320.
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xedb8_8320 ^ (value >> 1) : value >> 1 }
  }
}
