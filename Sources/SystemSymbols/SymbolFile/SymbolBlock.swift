internal import Bytes

/// A decompressed block of symbols. `SymbolBlockBuilder` describes its bytes.
struct SymbolBlock: Sendable {
  /// The offset of each symbol, ascending.
  let offsets: [UInt64]
  /// For each symbol the number of names before it; the symbol has a name if the next one's is larger.
  private let ranks: [UInt32]
  private let shared: ByteSlice
  private let text: ByteSlice
  /// The start of the further bytes of each name in `text`, and the end of the last ones.
  private let starts: [UInt32]

  /// Reads a block whose first symbol has an offset. Throws if the streams are not as they were written.
  init(parsing raw: ByteSlice, first: UInt64) throws(ByteError) {
    var cursor = ByteCursor(raw)
    let count = Int(try cursor.read(UInt32.self))
    let sharedSize = Int(try cursor.read(UInt32.self))
    let shift = UInt64(try cursor.read(UInt8.self) & 3)
    guard count <= raw.count else { throw ByteError(.outOfBounds(length: count), offset: 0) }
    var (offsets, ranks): ([UInt64], [UInt32]) = ([], [0])
    offsets.reserveCapacity(count)
    ranks.reserveCapacity(count + 1)
    var offset = first
    var rank: UInt32 = 0
    for _ in 0..<count {
      let number = try cursor.readULEB()
      offset &+= (number >> 1) << shift
      rank += UInt32(truncatingIfNeeded: number & 1)
      offsets.append(offset)
      ranks.append(rank)
    }
    shared = try cursor.read(count: sharedSize)
    text = try cursor.read(count: cursor.remaining)
    (self.offsets, self.ranks) = (offsets, ranks)
    starts = text.stringStarts(limit: Int(rank))
    guard starts.count == Int(rank) + 1 else { throw ByteError(.outOfBounds(length: 1), offset: text.count) }
  }

  /// Returns whether a symbol has a name.
  func isNamed(_ position: Int) -> Bool { ranks[position + 1] > ranks[position] }

  /// Returns the name of a symbol, or nil if it has none. Throws if the lengths do not fit the text.
  func name(of position: Int) throws(ByteError) -> String? {
    guard isNamed(position) else { return nil }
    let rank = Int(ranks[position])
    let restart = rank / ContainerLayout.restart * ContainerLayout.restart
    var cursor = ByteCursor(shared)
    for _ in 0..<restart { _ = try cursor.readULEB() }
    var name: [UInt8] = []
    for rank in restart...rank { try continueName(&name, rank, &cursor) }
    return String(decoding: name, as: UTF8.self)
  }

  /// Passes all symbols to `body`, in order, with nil for those without a name.
  func forEach(_ body: (_ offset: UInt64, _ name: String?) -> Void) throws(ByteError) {
    var cursor = ByteCursor(shared)
    var name: [UInt8] = []
    for position in offsets.indices {
      guard isNamed(position) else {
        body(offsets[position], nil)
        continue
      }
      try continueName(&name, Int(ranks[position]), &cursor)
      body(offsets[position], String(decoding: name, as: UTF8.self))
    }
  }

  private func continueName(_ name: inout [UInt8], _ rank: Int, _ cursor: inout ByteCursor) throws(ByteError) {
    let length = Int(clamping: try cursor.readULEB())
    guard length <= name.count else { throw ByteError(.outOfBounds(length: length), offset: cursor.position) }
    name.removeLast(name.count - length)
    name.append(Int(starts[rank])..<Int(starts[rank + 1]) - 1, of: text)
  }
}
