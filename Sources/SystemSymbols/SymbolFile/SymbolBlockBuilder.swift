package import Bytes

/// Divides an ascending list of symbols into compressed blocks.
///
/// A block is three streams, each a zstd frame of its own: together in one, real names take 5 percent more.
///
/// 1. The number of symbols (u32), the size of the second stream (u32), a shift (u8); then the distance of each symbol from the one
///    before, shifted right, doubled, plus 1 if it has a name.
/// 2. For each name the number of bytes that it shares with the name before.
/// 3. The further bytes of each name, and a zero.
///
/// Distances and numbers of bytes are ULEB128.
package struct SymbolBlockBuilder: Sendable {
  /// A compressed block.
  package struct Block: Sendable {
    /// The offset of its first symbol.
    package let first: UInt64
    /// The zstd frame.
    package let bytes: [UInt8]
    /// The number of bytes in the frame after decompression.
    package let rawSize: Int
    /// The hash of the frame.
    package let hash: UInt64
  }

  /// The finished blocks, in ascending order.
  package private(set) var blocks: [Block] = []
  /// Whether a block could not be compressed, for lack of memory.
  package private(set) var isIncomplete = false

  /// The distance of each symbol, doubled, plus 1 if it has a name.
  private var distances: [UInt64] = []
  private var shared: [UInt8] = []
  private var text: [UInt8] = []
  private var previous: [UInt8] = []
  private var current: [UInt8] = []
  private var names = 0
  private var first: UInt64 = 0
  private var last: UInt64?
  private var lastIsNamed = false

  /// The zstd level: from 6 on, containers of real names get smaller by 2 percent, and building them takes twice as long.
  private static let level: Int32 = 6

  /// Starts an empty list.
  package init() {}

  /// Adds a symbol whose name is a range of a table of strings, or the end of the one before if the range is empty. A symbol that
  /// is not after the last one is left out.
  package mutating func add(_ offset: UInt64, _ strings: borrowing ByteSlice, _ name: Range<Int>) {
    guard last.map({ offset > $0 }) ?? true, !name.isEmpty || lastIsNamed else { return }
    if distances.count == ContainerLayout.blockLimit || text.count > ContainerLayout.rawLimit { closeBlock() }
    if distances.isEmpty { first = offset }
    // Caches are smaller than 2^63 bytes.
    distances.append((distances.isEmpty ? 0 : offset - (last ?? offset)) << 1 | (name.isEmpty ? 0 : 1))
    if !name.isEmpty { add(strings, name) }
    last = offset
    lastIsNamed = !name.isEmpty
  }

  /// Ends the last symbol at an offset if it is still open.
  package mutating func stop(at offset: UInt64) {
    if lastIsNamed { add(max(offset, (last ?? 0) + 1), .empty, 0..<0) }
  }

  /// Closes the last block.
  package mutating func finish() { closeBlock() }

  private mutating func add(_ strings: borrowing ByteSlice, _ name: Range<Int>) {
    current.removeAll(keepingCapacity: true)
    current.append(name, of: strings)
    let isRestart = names % ContainerLayout.restart == 0
    let length = isRestart ? 0 : ByteSearch.commonPrefix(previous.span, current.span, limit: 1 << 14)
    shared.append(uleb: UInt64(length))
    text += current[length...]
    text.append(0)
    swap(&previous, &current)
    names += 1
  }

  private mutating func closeBlock() {
    guard !distances.isEmpty else { return }
    var head: [UInt8] = []
    head.reserveCapacity(12 + 2 * distances.count)
    head.append(word: UInt64(distances.count), count: 4)
    head.append(word: UInt64(shared.count), count: 4)
    // Code is aligned to four bytes on ARM.
    let shift = min(2, distances.reduce(4) { $0 | $1 >> 1 }.trailingZeroBitCount)
    head.append(UInt8(shift))
    for distance in distances { head.append(uleb: (distance >> UInt64(shift + 1)) << 1 | distance & 1) }
    if let one = head.zstdCompressed(level: Self.level), let two = shared.zstdCompressed(level: Self.level),
      let three = text.zstdCompressed(level: Self.level)
    {
      let frames = one + two + three
      var hash = ContentHash()
      hash.add(frames)
      let size = head.count + shared.count + text.count
      blocks.append(Block(first: first, bytes: frames, rawSize: size, hash: hash.value))
    } else {
      isIncomplete = true
    }
    distances.removeAll(keepingCapacity: true)
    shared.removeAll(keepingCapacity: true)
    text.removeAll(keepingCapacity: true)
    names = 0
  }
}

extension [UInt8] {
  /// Appends an unsigned LEB128 number.
  mutating func append(uleb value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }
}
