internal import Bytes
internal import Glibc
internal import Synchronization
internal import System

/// The checksums of an index file, each compared when its block is read for the first time. Threads may share it: two that read a
/// block at once both find the same.
@safe final class IndexChecks: @unchecked Sendable {
  /// The size of a block in bytes, a power of 2. A smaller one makes the first answer cheaper and the file larger: 4 bytes a block.
  static let blockSize = 256
  private static let whole: UInt8 = 1
  private static let damaged: UInt8 = 2

  private let start: UnsafeRawPointer?
  private let contentSize: Int
  /// The state of each block: 0 (not checked), `whole` or `damaged`.
  private let states: UnsafeMutablePointer<Atomic<UInt8>>?
  private let failureCount = Atomic<Int>(0)

  /// The checksums that follow `contentSize` bytes in `memory`, which its owner keeps alive and which is large enough for them.
  init(_ memory: MappedMemory, contentSize: Int) {
    unsafe start = UnsafeRawPointer(memory.region.baseAddress)
    self.contentSize = contentSize
    // Fresh zeros from the system: only what is used takes memory.
    unsafe states = calloc(max(1, Self.blockCount(contentSize)), 1)?.assumingMemoryBound(to: Atomic<UInt8>.self)
  }

  deinit { unsafe free(states) }

  /// The number of reads from damaged blocks so far. They returned zeros.
  var failures: Int { failureCount.load(ordering: .relaxed) }

  /// Returns the number of blocks for this many bytes.
  static func blockCount(_ size: Int) -> Int { (size + blockSize - 1) / blockSize }

  /// Returns the checksums of the contents of a file, 4 bytes a block, given as the parts of the file.
  static func table(of parts: [[UInt8]]) -> [UInt8] {
    var table: [UInt8] = []
    var open: [UInt8] = []
    var number = 0
    func close(_ block: Span<UInt8>) {
      table.append(littleEndian: checksum(of: block, number: number))
      number += 1
    }
    for part in parts {
      var position = 0
      while position < part.count {
        let end = min(position + blockSize - open.count, part.count)
        if end - position == blockSize {
          close(part.span.extracting(position..<end))
        } else {
          open += part[position..<end]
          if open.count == blockSize {
            close(open.span)
            open.removeAll(keepingCapacity: true)
          }
        }
        position = end
      }
    }
    if !open.isEmpty { close(open.span) }
    return table
  }

  private static func checksum(of block: Span<UInt8>, number: Int) -> UInt32 {
    CyclicChecksum.crc32(block, seed: UInt32(truncatingIfNeeded: number))
  }

  /// Returns whether the blocks of a range, which must not be empty and is in the contents, are as they were written. Most ranges
  /// are in one block that was checked before: without the short way for it, 10,000 addresses of DuckDB take 6 percent more
  /// instructions.
  @inline(__always) func areWhole(_ first: Int, _ end: Int) -> Bool {
    guard let states = unsafe states else { return false }
    let (one, last) = (first / Self.blockSize, (end - 1) / Self.blockSize)
    if one == last, unsafe states[one].load(ordering: .relaxed) == Self.whole { return true }
    return areWhole(blocks: one...last)
  }

  private func areWhole(blocks: ClosedRange<Int>) -> Bool {
    for block in blocks where !isWhole(block) {
      failureCount.add(1, ordering: .relaxed)
      return false
    }
    return true
  }

  private func isWhole(_ block: Int) -> Bool {
    guard let start = unsafe start, let states = unsafe states else { return false }
    let known = unsafe states[block].load(ordering: .relaxed)
    if known != 0 { return known == Self.whole }
    let begin = block * Self.blockSize
    let bytes = unsafe UnsafeRawBufferPointer(start: start + begin, count: min(Self.blockSize, contentSize - begin))
    let expected = UInt32(littleEndian: unsafe start.loadUnaligned(fromByteOffset: contentSize + 4 * block, as: UInt32.self))
    let isWhole = unsafe bytes.withMemoryRebound(to: UInt8.self) {
      unsafe Self.checksum(of: Span(_unsafeElements: $0), number: block) == expected
    }
    unsafe states[block].store(isWhole ? Self.whole : Self.damaged, ordering: .relaxed)
    return isWhole
  }
}
