internal import SymbolModel

/// The bytes of a variable, as far as they are known.
struct VariableBytes {
  /// A byte, or why it is unknown.
  enum Byte: Hashable {
    case known(UInt8)
    case unknown(VariableValue.Reason)

    var value: UInt8? { if case .known(let value) = self { value } else { nil } }
  }

  /// More bytes are not kept.
  static let maxCount = 1 << 16

  private(set) var content: [Byte]
  private(set) var origins: [String] = []

  /// Bytes that are all known.
  init(_ bytes: [UInt8], origins: [String]) {
    content = bytes.map(Byte.known)
    self.origins = origins
  }

  private init(_ content: [Byte]) { self.content = content }

  /// Reads the pieces of a variable of `size` bytes.
  init(_ pieces: [LocationMachine.Piece], size: Int, _ state: CapturedState) {
    content = []
    for piece in pieces {
      guard let bits = piece.bits ?? (pieces.count == 1 ? UInt64(size) * 8 : nil), bits % 8 == 0, piece.bitOffset % 8 == 0,
        piece.bitOffset < 1 << 16
      else {
        // Pieces of bits do not occur in what compilers write today.
        content += [Byte](repeating: .unknown(.unknownLocation), count: size - content.count)
        return
      }
      let count = Int(min(bits / 8, UInt64(size - content.count)))
      read(piece.place, from: Int(piece.bitOffset / 8), count: count, state)
    }
    // What no piece describes is nowhere.
    content += [Byte](repeating: .unknown(.optimizedOut), count: size - content.count)
  }

  var count: Int { content.count }

  /// The bytes, nil for those that are unknown.
  var bytes: [UInt8?] { content.map(\.value) }

  /// Why bytes are unknown: the reason of the first one.
  var reason: VariableValue.Reason {
    for case .unknown(let reason) in content { return reason }
    return .noType
  }

  /// Returns the bytes of a part, unknown where there are none.
  func part(at offset: Int, count: Int) -> VariableBytes {
    let size = max(0, min(count, Self.maxCount))
    let found = offset >= 0 && offset <= content.count ? Array(content[offset...].prefix(size)) : []
    return VariableBytes(found + [Byte](repeating: .unknown(.unknownType), count: size - found.count))
  }

  /// All bytes, or nil if one is unknown.
  var known: [UInt8]? {
    let found = content.compactMap(\.value)
    return found.count == content.count ? found : nil
  }

  /// The bytes as a number, the first one the lowest, or nil if there are more than 8 or one is unknown.
  var number: UInt64? {
    guard let known, known.count <= 8 else { return nil }
    return known.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private mutating func read(_ place: LocationMachine.Place, from start: Int, count: Int, _ state: CapturedState) {
    switch place {
    case .register(let number):
      guard let register = state.register(number) else { return append([], count: count, .notInReport) }
      let bytes = (0..<state.addressSize).map { UInt8(truncatingIfNeeded: register.value >> UInt64(8 * $0)) }
      append(bytes.dropFirst(start), count: count, .notInReport)
      note(register.name)
    case .memory(let address):
      let found = state.bytes(at: address &+ UInt64(start), count: count)
      content += found.map { $0.map(Byte.known) ?? .unknown(.notInReport) }
      if found.contains(where: { $0 != nil }) { note(state.isStack(address) ? "stack" : "memory") }
    case .bytes(let known, let origins):
      append(known.dropFirst(start), count: count, .unknownLocation)
      for origin in origins { note(origin) }
    case .absent(let reason): append([], count: count, reason)
    }
  }

  private mutating func append(_ known: ArraySlice<UInt8>, count: Int, _ missing: VariableValue.Reason) {
    let found = known.prefix(count)
    content += found.map(Byte.known) + [Byte](repeating: .unknown(missing), count: count - found.count)
  }

  private mutating func note(_ origin: String) { if !origins.contains(origin) { origins.append(origin) } }
}
