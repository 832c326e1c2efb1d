internal import Bytes
internal import SymbolModel

/// The layout of a container file, version 1. Everything is little-endian.
///
///     magic        16 bytes: "symcache", the version, zeros
///     blocks       zstd frames, see `SymbolBlock`
///     directory    images, 48 bytes each, ascending: offset u64, UUID 16, size u32, path start u32, path size u32, names u32,
///                  8 bytes of zeros
///                  by UUID: u32 per image with a UUID: its position, ascending by the UUID's bytes
///                  blocks, 32 bytes each, ascending: first offset u64, position u64, size u32, decompressed size u32, hash u64
///                  stubs, 16 bytes each: offset u64, size u64
///                  paths, then the text about gaps
///     trailer      512 bytes, see `ContainerTrailer`
///
/// Offsets are distances in bytes from the beginning of the cache. All symbols of a cache are one ascending list, divided into
/// blocks of at most 8,192: a lookup decompresses one block. The trailer stands last, so that a container is written from front to
/// back, and a change of its summary copies everything before.
enum ContainerLayout {
  /// The beginning of every container.
  static let magic = Array("symcache".utf8) + [1, 0, 0, 0, 0, 0, 0, 0]
  /// The number of these bytes that all versions share.
  static let nameSize = 8
  static let imageSize = 48
  static let blockSize = 32
  static let stubSize = 16
  static let trailerSize = 512
  /// The most symbols of a block.
  static let blockLimit = 8192
  /// The most bytes of names in a block before compression; one name may be longer.
  static let rawLimit = 3 << 17
  /// Names are coded without the one before at every such position of a block.
  static let restart = 64
}

/// The last bytes of a container.
struct ContainerTrailer {
  /// The sizes of the parts of the directory.
  var imageCount: UInt32 = 0
  var identifiedCount: UInt32 = 0
  var blockCount: UInt32 = 0
  var stubCount: UInt32 = 0
  var pathSize: UInt32 = 0
  var gapSize: UInt32 = 0
  /// The number of functions with a name.
  var nameCount: UInt64 = 0
  /// The position of the directory, and the hash of its bytes.
  var directory: UInt64 = 0
  var directoryHash: UInt64 = 0
  var summary: CacheSummary

  /// The size of the directory in bytes.
  var directorySize: UInt64 {
    UInt64(imageCount) * UInt64(ContainerLayout.imageSize) + 4 * UInt64(identifiedCount)
      + UInt64(blockCount) * UInt64(ContainerLayout.blockSize) + UInt64(stubCount) * UInt64(ContainerLayout.stubSize)
      + UInt64(pathSize) + UInt64(gapSize)
  }

  /// The bytes, with a hash of them at the end.
  var bytes: [UInt8] {
    var out: [UInt8] = []
    for number in [imageCount, identifiedCount, blockCount, stubCount, pathSize, gapSize, summary.platform, 0] {
      out.append(word: UInt64(number), count: 4)
    }
    for number in [nameCount, directory, directoryHash, summary.base, summary.extent] { out.append(word: number, count: 8) }
    out += summary.id.bytes.prefix(16) + [UInt8](repeating: 0, count: max(0, 16 - summary.id.count))
    for text in [summary.architecture.name, summary.systemName, summary.systemVersion, summary.systemBuild] {
      let kept = Array(text.utf8.prefix(Self.textSize))
      out += kept + [UInt8](repeating: 0, count: Self.textSize - kept.count)
    }
    out += [UInt8](repeating: 0, count: ContainerLayout.trailerSize - 8 - out.count)
    var hash = ContentHash()
    hash.add(out)
    out.append(word: hash.value, count: 8)
    return out
  }

  /// A number that containers with equal contents and equal summaries share: of the directory, which has the hashes of all blocks, and of
  /// this.
  var key: UInt64 {
    var hash = ContentHash(seed: directoryHash)
    hash.add(bytes)
    return hash.value
  }

  private static let textSize = 64

  init(summary: CacheSummary) { self.summary = summary }

  /// Reads the last bytes of a container. Throws if they are not what was written.
  init(parsing bytes: ByteSlice) throws(SystemSymbolFile.Refusal) {
    do throws(ByteError) {
      var hash = ContentHash()
      hash.add(try bytes.slice(at: 0, count: ContainerLayout.trailerSize - 8).array)
      guard try bytes.load(UInt64.self, at: ContainerLayout.trailerSize - 8) == hash.value else {
        throw ByteError(.numberTooLong, offset: 0)
      }
      var cursor = ByteCursor(bytes)
      imageCount = try cursor.read(UInt32.self)
      identifiedCount = try cursor.read(UInt32.self)
      blockCount = try cursor.read(UInt32.self)
      stubCount = try cursor.read(UInt32.self)
      pathSize = try cursor.read(UInt32.self)
      gapSize = try cursor.read(UInt32.self)
      let platform = try cursor.read(UInt32.self)
      try cursor.skip(4)
      nameCount = try cursor.read(UInt64.self)
      directory = try cursor.read(UInt64.self)
      directoryHash = try cursor.read(UInt64.self)
      let base = try cursor.read(UInt64.self)
      let extent = try cursor.read(UInt64.self)
      guard let id = ImageID(bytes: try cursor.read(count: 16).array) else { throw ByteError(.numberTooLong, offset: 0) }
      func text() throws(ByteError) -> String { try cursor.read(count: Self.textSize).cString(at: 0) ?? "" }
      summary = CacheSummary(id: id, architecture: Architecture(try text()))
      summary.systemName = try text()
      summary.systemVersion = try text()
      summary.systemBuild = try text()
      (summary.platform, summary.base, summary.extent) = (platform, base, extent)
    } catch {
      throw .damaged("its last \(ContainerLayout.trailerSize) bytes")
    }
  }
}
