internal import SymbolModel

/// Decodes values of Swift's own types.
enum SwiftValue {
  /// Returns the value in bytes.
  static func decode(_ type: SwiftType, _ bytes: VariableBytes, _ state: CapturedState) -> VariableValue {
    guard bytes.count >= type.size else { return .absent(.unknownType) }
    let own = bytes.part(at: 0, count: type.size)
    switch type {
    case .integer(_, let isSigned): return ScalarValue.integer(own, isSigned: isSigned)
    case .float: return ScalarValue.float(own)
    case .bool: return bool(own)
    case .string: return string(own, state)
    case .address: return ScalarValue.pointer(own)
    case .optional(let wrapped): return optional(wrapped, own, state)
    }
  }

  private static func bool(_ bytes: VariableBytes) -> VariableValue {
    guard let value = bytes.number else { return .absent(bytes.reason) }
    // Other bits of a register may be anything.
    return .named(value & 1 == 1 ? "true" : "false")
  }

  private static func optional(_ wrapped: SwiftType, _ bytes: VariableBytes, _ state: CapturedState) -> VariableValue {
    switch wrapped {
    case .integer, .float:
      guard let tag = bytes.part(at: wrapped.size, count: 1).number else { return .absent(bytes.reason) }
      return tag & 1 == 1 ? .named("nil") : decode(wrapped, bytes, state)
    case .bool:
      guard let value = bytes.number else { return .absent(bytes.reason) }
      return value == 2 ? .named("nil") : bool(bytes)
    case .string:
      guard let high = bytes.part(at: 8, count: 8).number else { return .absent(bytes.reason) }
      return high == 0 ? .named("nil") : string(bytes, state)
    case .address:
      return bytes.number == 0 ? .named("nil") : ScalarValue.pointer(bytes)
    case .optional: return .absent(.unknownType)
    }
  }

  /// A string of up to 15 bytes is in the value itself: the highest byte is 0xe0 (ASCII) or 0xa0 plus the number of bytes. Of a larger
  /// one, the second word is the address of the bytes less 32 (Swift's ABI, "StringObject").
  private static func string(_ bytes: VariableBytes, _ state: CapturedState) -> VariableValue {
    guard let known = bytes.known else { return .absent(bytes.reason) }
    let kind = known[15] & 0xf0
    if kind == 0xe0 || kind == 0xa0 {
      return .text(CharacterText.escaped(Array(known.prefix(Int(known[15] & 0x0f)))))
    }
    guard let head = bytes.part(at: 0, count: 8).number, let object = bytes.part(at: 8, count: 8).number else {
      return .absent(bytes.reason)
    }
    // Literals and native strings have their bytes after a head of 32 bytes; strings of other kinds (bridged, foreign) have not.
    guard kind == 0x80 || kind == 0 else { return .absent(.unknownType) }
    let count = Int(head & 0xffff_ffff_ffff)
    guard count < 1 << 16 else { return .absent(.unknownType) }
    let start = (object & 0x0fff_ffff_ffff_ffff) &+ 32
    let text = state.bytes(at: start, count: min(count, CharacterText.maxCount)).compactMap(\.self)
    guard text.count == min(count, CharacterText.maxCount) else { return .absent(.notInReport) }
    return .text(CharacterText.escaped(text) + (count > text.count ? "…" : ""))
  }
}
