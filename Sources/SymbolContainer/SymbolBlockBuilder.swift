public import Bytes

/// Divides an ascending list of symbols into compressed blocks.
///
/// A block is three streams behind their sizes (u32 count of symbols, u32 and u32 sizes of the first two), which compress better
/// apart: the distance of each symbol from the one before, doubled, plus 1 if it has a name; for each name the number of bytes that
/// it shares with the name before and the number of its further bytes; those bytes. All numbers are ULEB128.
public struct SymbolBlockBuilder: Sendable {
  /// A compressed block.
  public struct Block: Sendable {
    /// The offset of its first symbol.
    public let first: UInt64
    /// The zstd frame.
    public let bytes: [UInt8]
    /// The number of bytes in the frame after decompression.
    public let rawSize: Int
    /// The hash of the frame.
    public let hash: UInt64
  }

  /// The finished blocks, in ascending order.
  public private(set) var blocks: [Block] = []
  /// Whether a block could not be compressed, for lack of memory.
  public private(set) var isIncomplete = false

  private var distances: [UInt8] = []
  private var lengths: [UInt8] = []
  private var text: [UInt8] = []
  private var previous: [UInt8] = []
  private var current: [UInt8] = []
  private var count = 0
  private var names = 0
  private var first: UInt64 = 0
  private var last: UInt64?
  private var lastIsNamed = false

  /// The zstd level: from 6 on, containers of real names get smaller by 2 percent, and building them takes twice as long.
  private static let level: Int32 = 6

  /// Starts an empty list.
  public init() {}

  /// Adds a symbol whose name is a range of a table of strings, or the end of the one before if the range is empty. A symbol that
  /// is not behind the last one is left out.
  public mutating func add(_ offset: UInt64, _ strings: borrowing ByteSlice, _ name: Range<Int>) {
    guard last.map({ offset > $0 }) ?? true, !name.isEmpty || lastIsNamed else { return }
    if count == ContainerLayout.blockLimit || text.count + lengths.count + distances.count > ContainerLayout.rawLimit {
      closeBlock()
    }
    if count == 0 { first = offset }
    let distance = count == 0 ? 0 : offset - (last ?? offset)
    // Distances of half the address space do not occur: caches are smaller than 2^48 bytes.
    distances.append(uleb: distance << 1 | (name.isEmpty ? 0 : 1))
    if !name.isEmpty { add(strings, name) }
    count += 1
    last = offset
    lastIsNamed = !name.isEmpty
  }

  /// Ends the last symbol at an offset if it is still open.
  public mutating func stop(at offset: UInt64) {
    if lastIsNamed { add(max(offset, (last ?? 0) + 1), .empty, 0..<0) }
  }

  /// Closes the last block.
  public mutating func finish() { closeBlock() }

  private mutating func add(_ strings: borrowing ByteSlice, _ name: Range<Int>) {
    current.removeAll(keepingCapacity: true)
    current.append(name, of: strings)
    let isRestart = names % ContainerLayout.restart == 0
    let shared = isRestart ? 0 : ByteSearch.commonPrefix(previous.span, current.span, limit: 1 << 14)
    lengths.append(uleb: UInt64(shared))
    lengths.append(uleb: UInt64(current.count - shared))
    text += current[shared...]
    swap(&previous, &current)
    names += 1
  }

  private mutating func closeBlock() {
    guard count > 0 else { return }
    var raw: [UInt8] = []
    raw.reserveCapacity(12 + distances.count + lengths.count + text.count)
    for number in [count, distances.count, lengths.count] { raw.append(word: UInt64(number), count: 4) }
    raw += distances
    raw += lengths
    raw += text
    if let frame = raw.zstdCompressed(level: Self.level) {
      var hash = ContentHash()
      hash.add(frame)
      blocks.append(Block(first: first, bytes: frame, rawSize: raw.count, hash: hash.value))
    } else {
      isIncomplete = true
    }
    distances.removeAll(keepingCapacity: true)
    lengths.removeAll(keepingCapacity: true)
    text.removeAll(keepingCapacity: true)
    (count, names) = (0, 0)
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
