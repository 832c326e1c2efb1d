internal import CrashModel
internal import Instructions

/// What the value of a base register looks like.
enum BaseFinding {
  /// The register is the base of an address that cannot be accessed. With an index, the fault may be the index's: only values
  /// that are no pointer at all are named.
  static func of(_ value: UInt64, _ processor: Processor, hasIndex: Bool) -> FaultInstruction.Finding {
    if value == 0 { return hasIndex ? .none : .null }
    if value < 0x1000 { return hasIndex ? .none : .smallNumber }
    if isPattern(value, processor) { return .pattern }
    if text(value) != nil { return .text }
    return processor == .x86_64 && FaultAddress.isNoAddress(value) ? .noAddress : .none
  }

  /// Whether a value is one that memory is filled with: one byte again and again, or a word of that kind.
  private static func isPattern(_ value: UInt64, _ processor: Processor) -> Bool {
    if [0xdead_beef, 0xbaad_f00d, 0xfeed_face, 0xdead_dead, 0xcafe_babe, 0xdead_c0de].contains(value & 0xffff_ffff) {
      return true
    }
    let bytes = (0..<processor.pointerSize).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
    // The lowest byte may have an offset or flags.
    guard let fill = bytes.last, fill != 0, fill != 0xff else { return false }
    return bytes.count { $0 == fill } >= bytes.count - 1
  }

  /// The bytes of a value in memory order if all are printable, or nil.
  static func text(_ value: UInt64) -> String? {
    let bytes = (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
    let text = bytes.prefix { $0 != 0 }
    // Shorter ones are addresses that look like text by chance.
    guard text.count >= 7, text.allSatisfy({ $0 >= 0x20 && $0 < 0x7f }), bytes.dropFirst(text.count).allSatisfy({ $0 == 0 })
    else {
      return nil
    }
    return String(decoding: text, as: UTF8.self)
  }
}
