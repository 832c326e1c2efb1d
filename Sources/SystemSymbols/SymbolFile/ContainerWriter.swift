internal import Bytes
internal import SymbolModel

/// Assembles a container from its blocks and images. The caller writes the pieces to a file, in the order in which it gets them.
package struct ContainerWriter: Sendable {
  /// The first bytes of the file.
  package static let head = ContainerLayout.magic

  private var images: [ContainerImage] = []
  private var blocks: [[UInt8]] = []
  private var position = UInt64(ContainerLayout.magic.count)

  /// Starts an empty container, of which `head` was written.
  package init() {}

  /// The number of functions with a name so far.
  package var names: Int { images.reduce(0) { $0 + $1.names } }

  /// The number of images with names so far.
  package var namedImages: Int { images.count { $0.names > 0 } }

  /// Notes a block, which the caller writes next. Blocks come in ascending order.
  package mutating func note(_ block: SymbolBlockBuilder.Block) {
    var record: [UInt8] = []
    record.append(word: block.first, count: 8)
    record.append(word: position, count: 8)
    record.append(word: UInt64(block.bytes.count), count: 4)
    record.append(word: UInt64(block.rawSize), count: 4)
    record.append(word: block.hash, count: 8)
    blocks.append(record)
    position += UInt64(block.bytes.count)
  }

  /// Notes an image. Images come in ascending order of their offsets.
  package mutating func note(_ image: ContainerImage) { images.append(image) }

  /// Returns the directory and the trailer, the last bytes of the file, and a key that equal containers share.
  package func end(_ summary: CacheSummary, stubs: [Range<UInt64>]) -> (bytes: [UInt8], key: UInt64) {
    var trailer = ContainerTrailer(summary: summary)
    var (records, paths): ([UInt8], [UInt8]) = ([], [])
    for image in images {
      let path = Array(image.path.utf8)
      records.append(word: image.offset, count: 8)
      records += Self.bytes(of: image.id)
      for number in [Int(clamping: image.size), paths.count, path.count, image.names, 0, 0] {
        records.append(word: UInt64(UInt32(clamping: number)), count: 4)
      }
      paths += path
    }
    let identified = images.indices.filter { images[$0].id != nil }.sorted {
      Self.bytes(of: images[$0].id).lexicographicallyPrecedes(Self.bytes(of: images[$1].id))
    }
    for image in identified { records.append(word: UInt64(image), count: 4) }
    for block in blocks { records += block }
    for stub in stubs {
      records.append(word: stub.lowerBound, count: 8)
      records.append(word: UInt64(stub.count), count: 8)
    }
    let gaps = Array(summary.gaps.utf8.prefix(1 << 14))
    records += paths + gaps
    var hash = ContentHash()
    hash.add(records)
    trailer.imageCount = UInt32(images.count)
    trailer.identifiedCount = UInt32(identified.count)
    trailer.blockCount = UInt32(blocks.count)
    trailer.stubCount = UInt32(stubs.count)
    (trailer.pathSize, trailer.gapSize) = (UInt32(paths.count), UInt32(gaps.count))
    (trailer.nameCount, trailer.directory, trailer.directoryHash) = (UInt64(names), position, hash.value)
    return (records + trailer.bytes, trailer.key)
  }

  private static func bytes(of id: ImageID?) -> [UInt8] {
    id.map { Array($0.bytes.prefix(16)) } ?? [UInt8](repeating: 0, count: 16)
  }
}
