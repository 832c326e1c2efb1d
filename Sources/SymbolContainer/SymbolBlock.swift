internal import Bytes

/// A decompressed block of symbols. `SymbolBlockBuilder` describes its bytes.
struct SymbolBlock: Sendable {
  /// The offset of each symbol, ascending.
  let offsets: [UInt64]
  /// For each symbol the number of names before it; the symbol has a name if the next one's is larger.
  private let ranks: [UInt32]
  private let lengths: ByteSlice
  private let text: ByteSlice

  /// Reads a block whose first symbol has an offset. Throws if the streams are not as they were written.
  init(parsing raw: ByteSlice, first: UInt64) throws(ByteError) {
    let count = Int(try raw.load(UInt32.self, at: 0))
    let distanceSize = Int(try raw.load(UInt32.self, at: 4))
    let lengthSize = Int(try raw.load(UInt32.self, at: 8))
    guard count <= raw.count else { throw ByteError(.outOfBounds(length: count), offset: 0) }
    var cursor = ByteCursor(try raw.slice(at: 12, count: distanceSize))
    lengths = try raw.slice(at: 12 + distanceSize, count: lengthSize)
    let start = 12 + distanceSize + lengthSize
    text = try raw.slice(at: start, count: raw.count - start)
    var (offsets, ranks): ([UInt64], [UInt32]) = ([], [0])
    offsets.reserveCapacity(count)
    ranks.reserveCapacity(count + 1)
    var offset = first
    var rank: UInt32 = 0
    for _ in 0..<count {
      let number = try cursor.readULEB()
      offset &+= number >> 1
      rank += UInt32(truncatingIfNeeded: number & 1)
      offsets.append(offset)
      ranks.append(rank)
    }
    (self.offsets, self.ranks) = (offsets, ranks)
  }

  /// Returns whether a symbol has a name.
  func isNamed(_ position: Int) -> Bool { ranks[position + 1] > ranks[position] }

  /// Returns the name of a symbol, or nil if it has none. Throws if the lengths do not fit the text.
  func name(of position: Int) throws(ByteError) -> String? {
    guard isNamed(position) else { return nil }
    let rank = Int(ranks[position])
    let restart = rank / ContainerLayout.restart * ContainerLayout.restart
    var cursor = ByteCursor(lengths)
    var start = 0
    for _ in 0..<restart {
      _ = try cursor.readULEB()
      start = start &+ Int(truncatingIfNeeded: try cursor.readULEB())
    }
    var name: [UInt8] = []
    for _ in restart...rank { try Self.continueName(&name, &cursor, text, &start) }
    return String(decoding: name, as: UTF8.self)
  }

  /// Passes all symbols to `body`, in order, with nil for those without a name.
  func forEach(_ body: (_ offset: UInt64, _ name: String?) -> Void) throws(ByteError) {
    var cursor = ByteCursor(lengths)
    var start = 0
    var name: [UInt8] = []
    for position in offsets.indices {
      guard isNamed(position) else {
        body(offsets[position], nil)
        continue
      }
      try Self.continueName(&name, &cursor, text, &start)
      body(offsets[position], String(decoding: name, as: UTF8.self))
    }
  }

  private static func continueName(
    _ name: inout [UInt8], _ cursor: inout ByteCursor, _ text: ByteSlice, _ start: inout Int
  ) throws(ByteError) {
    let shared = Int(clamping: try cursor.readULEB())
    let count = Int(clamping: try cursor.readULEB())
    guard shared <= name.count else { throw ByteError(.outOfBounds(length: shared), offset: cursor.position) }
    let rest = try text.slice(at: start, count: count)
    name.removeLast(name.count - shared)
    name.append(0..<rest.count, of: rest)
    start += count
  }
}
