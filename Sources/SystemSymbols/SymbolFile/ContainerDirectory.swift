internal import Bytes
internal import SymbolModel

/// The directory of a container: images, blocks, stubs and paths, read in place.
struct ContainerDirectory: Sendable {
  /// The number of images.
  let imageCount: Int
  /// The number of blocks.
  let blockCount: Int
  /// Why names are missing, or an empty text.
  let gaps: String

  private let images: ByteSlice
  private let identified: ByteSlice
  private let blocks: ByteSlice
  private let stubs: ByteSlice
  private let paths: ByteSlice

  /// Where a block is in the file.
  struct BlockRecord {
    let first: UInt64
    let position: Int
    let size: Int
    let rawSize: Int
    let hash: UInt64
  }

  /// A block may be larger than `ContainerLayout.rawLimit` by one long name, the distances and the lengths.
  private static let rawLimit = ContainerLayout.rawLimit + 1 << 18

  /// Compares the checksum. The directory ends at `end`.
  init(_ bytes: ByteSlice, _ trailer: ContainerTrailer, end: Int) throws(SystemSymbolFile.Refusal) {
    imageCount = Int(trailer.imageCount)
    blockCount = Int(trailer.blockCount)
    do throws(ByteError) {
      let all = try bytes.slice(at: trailer.directory, count: trailer.directorySize)
      var hash = ContentHash()
      hash.add(all)
      guard hash.value == trailer.directoryHash, all.base + all.count == bytes.base + end else {
        throw ByteError(.outOfBounds(length: all.count), offset: all.base)
      }
      var cursor = ByteCursor(all)
      images = try cursor.read(count: imageCount * ContainerLayout.imageSize)
      identified = try cursor.read(count: 4 * Int(trailer.identifiedCount))
      blocks = try cursor.read(count: blockCount * ContainerLayout.blockSize)
      stubs = try cursor.read(count: Int(trailer.stubCount) * ContainerLayout.stubSize)
      paths = try cursor.read(count: Int(trailer.pathSize))
      gaps = String(decoding: try cursor.read(count: Int(trailer.gapSize)).array, as: UTF8.self)
    } catch {
      throw .damaged("its directory")
    }
  }

  /// Returns an image by its position, or nil outside.
  func image(_ position: Int) -> ContainerImage? {
    let start = position * ContainerLayout.imageSize
    guard position >= 0, position < imageCount, let offset = try? images.load(UInt64.self, at: start) else { return nil }
    func word(_ place: Int) -> Int { Int((try? images.load(UInt32.self, at: start + place)) ?? 0) }
    let id = (try? images.slice(at: start + 8, count: 16))?.array ?? []
    let path = (try? paths.slice(at: word(28), count: word(32)))?.array ?? []
    return ContainerImage(
      id: id.contains { $0 != 0 } ? ImageID(bytes: id) : nil, offset: offset, size: UInt64(word(24)),
      path: String(decoding: path, as: UTF8.self), names: word(36))
  }

  /// Returns the position of the image with a UUID, or nil.
  func position(of id: ImageID) -> Int? {
    guard id.count == 16 else { return nil }
    let (high, low) = Self.words(id.bytes)
    let next = (0..<identified.count / 4).partitionPoint { place in
      let (otherHigh, otherLow) = uuid(at: place)
      return otherHigh > high || otherHigh == high && otherLow >= low
    }
    guard next < identified.count / 4, uuid(at: next) == (high, low) else { return nil }
    return (try? identified.load(UInt32.self, at: 4 * next)).map(Int.init)
  }

  private static func words(_ bytes: [UInt8]) -> (UInt64, UInt64) {
    (bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }, bytes.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) })
  }

  private func uuid(at place: Int) -> (UInt64, UInt64) {
    guard let image = try? identified.load(UInt32.self, at: 4 * place) else { return (0, 0) }
    let start = Int(image) * ContainerLayout.imageSize + 8
    return (
      (try? images.load(UInt64.self, at: start, bigEndian: true)) ?? 0,
      (try? images.load(UInt64.self, at: start + 8, bigEndian: true)) ?? 0
    )
  }

  /// Returns the image whose code segment holds an offset, or nil.
  func image(at offset: UInt64) -> ContainerImage? {
    let next = (0..<imageCount).partitionPoint {
      ((try? images.load(UInt64.self, at: $0 * ContainerLayout.imageSize)) ?? .max) > offset
    }
    guard let image = image(next - 1), offset - image.offset < image.size else { return nil }
    return image
  }

  /// Returns whether an offset is in a stub island.
  func isStub(_ offset: UInt64) -> Bool {
    stride(from: 0, to: stubs.count, by: ContainerLayout.stubSize).contains { start in
      guard let first = try? stubs.load(UInt64.self, at: start), let size = try? stubs.load(UInt64.self, at: start + 8) else {
        return false
      }
      return offset >= first && offset - first < size
    }
  }

  /// Returns the position of the last block that begins at or before an offset, or nil.
  func block(holding offset: UInt64) -> Int? {
    let next = (0..<blockCount).partitionPoint {
      ((try? blocks.load(UInt64.self, at: $0 * ContainerLayout.blockSize)) ?? .max) > offset
    }
    return next > 0 ? next - 1 : nil
  }

  /// Returns where a block is, or nil if its record is not possible.
  func blockRecord(_ position: Int) -> BlockRecord? {
    let start = position * ContainerLayout.blockSize
    guard let first = try? blocks.load(UInt64.self, at: start), let place = try? blocks.load(UInt64.self, at: start + 8),
      let size = try? blocks.load(UInt32.self, at: start + 16), let rawSize = try? blocks.load(UInt32.self, at: start + 20),
      let hash = try? blocks.load(UInt64.self, at: start + 24), rawSize <= Self.rawLimit, place < 1 << 48
    else { return nil }
    return BlockRecord(first: first, position: Int(place), size: Int(size), rawSize: Int(rawSize), hash: hash)
  }
}
