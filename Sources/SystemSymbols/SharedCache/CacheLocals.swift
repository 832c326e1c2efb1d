internal import Bytes

/// The local symbols that the builder of the cache moved out of the images (`dyld_cache_local_symbols_info`): in the main file up
/// to iOS 14, in a file `.symbols` from iOS 15 on. Caches of macOS and of simulators have none, because their images keep them.
struct CacheLocals: Sendable {
  /// All entries of symbols, 16 bytes each, 12 in caches of 32-bit processors.
  let symbols: ByteSlice
  /// The names.
  let strings: ByteSlice
  /// What is wrong, as a clause, or nil.
  let problem: String?

  /// The entries of each image, by the distance of its header from the cache's base, or by the position of its header in the main
  /// file in caches of one file.
  private let entries: [UInt64: Range<Int>]
  /// Whether keys are distances from the base.
  let isByAddress: Bool

  /// Reads the tables of a file whose header names them. Throws if they are not inside the file.
  init(_ file: CacheFile, imageCount: Int, is64Bit: Bool) throws(SharedCacheError) {
    let header = file.header
    do throws(ByteError) {
      let block = try file.bytes.slice(at: header.locals.offset, count: header.locals.size)
      func word(_ position: Int) throws(ByteError) -> UInt64 { UInt64(try block.load(UInt32.self, at: 4 * position)) }
      let count = try word(1)
      symbols = try block.slice(at: try word(0), count: count * (is64Bit ? 16 : 12))
      strings = try block.slice(at: try word(2), count: try word(3))
      isByAddress = header.size >= 0x190
      let records = try word(5)
      guard records <= UInt64(2 * imageCount) else {
        throw ByteError(.outOfBounds(length: Int(clamping: records)), offset: block.base + 20)
      }
      let table = try block.slice(at: try word(4), count: records * (isByAddress ? 16 : 12))
      (entries, problem) = try Self.read(table, isByAddress: isByAddress, count: Int(count))
    } catch {
      throw SharedCacheError("its table of local symbols is damaged", error)
    }
  }

  /// Returns the range of entries of an image, or nil if it has none.
  func range(of key: UInt64) -> Range<Int>? { entries[key] }

  /// Ranges that together are longer than the table overlap: hostile ones would be read again and again.
  private static func read(
    _ table: ByteSlice, isByAddress: Bool, count: Int
  ) throws(ByteError) -> ([UInt64: Range<Int>], problem: String?) {
    var (entries, total, rejected): ([UInt64: Range<Int>], Int, Int) = ([:], 0, 0)
    let (size, word) = isByAddress ? (16, 8) : (12, 4)
    for position in stride(from: 0, to: table.count, by: size) {
      let key =
        isByAddress ? try table.load(UInt64.self, at: position) : UInt64(try table.load(UInt32.self, at: position))
      let start = Int(try table.load(UInt32.self, at: position + word))
      let length = Int(try table.load(UInt32.self, at: position + word + 4))
      guard start + length <= count, total + length <= count else {
        rejected += 1
        continue
      }
      total += length
      if length > 0 { entries[key] = start..<start + length }
    }
    return (entries, rejected > 0 ? "\(rejected) images have local symbols outside the table, or those of others" : nil)
  }
}
