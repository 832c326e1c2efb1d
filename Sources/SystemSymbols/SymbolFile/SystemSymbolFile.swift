internal import Bytes
package import SymbolModel
internal import Synchronization
internal import System

/// The names of all functions of one dyld shared cache, in one file that is mapped and never read whole. The front of the module
/// `SystemSymbolFile`.
///
/// In: the path of a container. Out: `image(with:)`, `image(at:)`, and `symbol(at:)`, which decompresses one block of at most 8,192
/// symbols; the last ones stay decompressed. Every block and the directory have a checksum, compared before they are used.
///
/// `ContainerWriter` and `SymbolBlockBuilder` make containers. `ContainerLayout` describes the bytes.
///
/// Example: `try SystemSymbolFile(path: path).symbol(at: 0x1234)?.name`.
package final class SystemSymbolFile: Sendable {
  /// Why a container, or a part of it, cannot be used.
  package enum Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file does not exist or cannot be opened.
    case unreadable(String)
    /// The file is not a container.
    case foreign
    /// Another version of this program wrote it.
    case otherVersion
    /// A part is not as it was written.
    case damaged(String)

    /// One clause.
    package var description: String {
      switch self {
      case .unreadable(let reason): reason
      case .foreign: "not a container of system symbols"
      case .otherVersion: "another version of symbolicate wrote these system symbols; add the cache again"
      case .damaged(let part): "damaged system symbols: \(part) changed after it was written; add the cache again"
      }
    }
  }

  /// A function.
  package struct Symbol: Hashable, Sendable {
    /// The name without the underscore of C names; mangled as the linker knows it.
    package let name: String
    /// The distance of the function from the beginning of the cache.
    package let start: UInt64
  }

  /// The path of the file.
  package let path: String
  /// The summary of the cache.
  package let summary: CacheSummary
  /// The number of images.
  package let imageCount: Int
  /// The number of functions with a name.
  package let nameCount: Int

  let bytes: ByteSlice
  let trailer: ContainerTrailer
  private let directory: ContainerDirectory
  private let cached = Mutex<[Int: SymbolBlock]>([:])

  /// The maximum number of decompressed blocks, of at most 600 KB each. Without any, 1,000 frames in 1,000 images take 9 percent more
  /// instructions.
  private static let cacheLimit = 32

  /// Opens a container: maps the file and compares the checksums of trailer and directory.
  package init(path: String) throws(Refusal) {
    self.path = path
    do throws(SystemError) {
      bytes = ByteSlice(try MappedMemory(path: path))
    } catch {
      throw .unreadable(error.message)
    }
    guard let head = try? bytes.slice(at: 0, count: ContainerLayout.magic.count).array,
      Self.isContainer(head: head)
    else { throw .foreign }
    guard head == ContainerLayout.magic else { throw .otherVersion }
    let end = bytes.count - ContainerLayout.trailerSize
    guard let last = try? bytes.slice(at: end, count: ContainerLayout.trailerSize) else { throw .damaged("its end") }
    trailer = try ContainerTrailer(parsing: last)
    directory = try ContainerDirectory(bytes, trailer, end: end)
    imageCount = directory.imageCount
    nameCount = Int(clamping: trailer.nameCount)
    var summary = trailer.summary
    summary.gaps = directory.gaps
    self.summary = summary
  }

  /// Returns whether a file that begins with these bytes is a container, of any version.
  package static func isContainer(head: [UInt8]) -> Bool {
    head.starts(with: ContainerLayout.magic.prefix(ContainerLayout.nameSize))
  }

  /// Whether the file is no longer what was mapped.
  package var hasChanged: Bool { bytes.mapping?.hasChanged ?? false }

  /// The number of images with names.
  package var namedImageCount: Int { (0..<imageCount).count { (image($0)?.names ?? 0) > 0 } }

  /// A number that containers with equal contents and equal summaries share.
  package var key: UInt64 { trailer.key }

  /// The size of the file in bytes.
  package var size: Int { bytes.count }

  /// Returns an image by its position, in ascending order of offsets.
  package func image(_ position: Int) -> ContainerImage? { directory.image(position) }

  /// Returns the image with a UUID, or nil.
  package func image(with id: ImageID) -> ContainerImage? { directory.position(of: id).flatMap { directory.image($0) } }

  /// Returns the image whose code segment holds a distance from the beginning of the cache, or nil.
  package func image(at offset: UInt64) -> ContainerImage? { directory.image(at: offset) }

  /// Returns whether a distance from the beginning of the cache is in a stub island.
  package func isStub(_ offset: UInt64) -> Bool { directory.isStub(offset) }

  /// Returns the function that holds a distance from the beginning of the cache, or nil if it has no name or there is none. Throws
  /// if the block with it is damaged.
  package func symbol(at offset: UInt64) throws(Refusal) -> Symbol? {
    guard let position = directory.block(holding: offset) else { return nil }
    let block = try block(position)
    let next = block.offsets.partitionPoint { $0 > offset }
    guard next > 0 else { return nil }
    do throws(ByteError) {
      return try block.name(of: next - 1).map { Symbol(name: $0, start: block.offsets[next - 1]) }
    } catch {
      throw .damaged("block \(position)")
    }
  }

  /// Passes all symbols to `body` in ascending order; those without a name end the one before.
  package func forEach(_ body: (_ offset: UInt64, _ name: String?) -> Void) throws(Refusal) {
    for position in 0..<directory.blockCount {
      let block = try readBlock(position)
      do throws(ByteError) { try block.forEach(body) } catch { throw .damaged("block \(position)") }
    }
  }

  /// Compares all checksums.
  package func verify() throws(Refusal) {
    for position in 0..<directory.blockCount { _ = try readBlock(position) }
  }

  private func block(_ position: Int) throws(Refusal) -> SymbolBlock {
    if let known = cached.withLock({ $0[position] }) { return known }
    let block = try readBlock(position)
    cached.withLock { cached in
      if cached.count >= Self.cacheLimit { cached = [:] }
      cached[position] = block
    }
    return block
  }

  private func readBlock(_ position: Int) throws(Refusal) -> SymbolBlock {
    guard let record = directory.blockRecord(position), let frame = try? bytes.slice(at: record.position, count: record.size)
    else { throw .damaged("block \(position)") }
    var hash = ContentHash()
    hash.add(frame)
    guard hash.value == record.hash, let raw = try? frame.inflatedZstd(size: record.rawSize),
      let block = try? SymbolBlock(parsing: raw, first: record.first)
    else { throw .damaged("block \(position)") }
    return block
  }
}
