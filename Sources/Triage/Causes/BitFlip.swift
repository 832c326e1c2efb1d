internal import CrashModel

/// Looks for addresses that differ in one bit from one that makes sense, as faulty memory makes them.
///
/// Only a bit above all memory of the process counts: lower ones lead from any address of the heap to some other one.
struct BitFlip {
  /// Processes have memory below this bit, wherever their images are; on Intel processors below the other one.
  private static let lowestBit = 40
  private static let lowestBitOfIntel = 47
  /// Memory within this many bytes of a register's value belongs together.
  private static let nearby: UInt64 = 0x1000
  /// The bytes around the stack pointer that are taken for the stack.
  private static let stackReach: UInt64 = 0x10_0000
  /// The bits that pointer authentication (53 to 56, 61, 62) and tagged pointers (60, 63) set on ARM.
  private static let bitsOfARM: Set<Int> = [53, 54, 55, 56, 60, 61, 62, 63]

  private let facts: CauseInput

  /// Prepares to look at addresses of a report.
  init(_ facts: CauseInput) { self.facts = facts }

  /// The fault address, or a register that holds no address at all, with its right value; nil when no flipped bit explains it.
  var evidence: TriageCause.Evidence? {
    if let fault = facts.fault, fault >= Self.nearby {
      return words(fault).map { TriageCause.Evidence(path: "exception.faultAddress", text: $0) }
    }
    // Intel processors report 0 for what is no address.
    guard facts.isProtectionFault, let (register, path) = facts.nonCanonicalRegister else { return nil }
    return words(register.value).map { TriageCause.Evidence(path: path, text: "\(register.name) = \($0)") }
  }

  private func words(_ value: UInt64) -> String? {
    let lowest = facts.isIntel64 ? Self.lowestBitOfIntel : lowestBit
    guard lowest < 64, (value >> UInt64(lowest)).nonzeroBitCount == 1 else { return nil }
    let bit = 63 - value.leadingZeroBitCount
    guard facts.isIntel64 || !Self.bitsOfARM.contains(bit) else { return nil }
    let right = value ^ 1 << UInt64(bit)
    guard right >= Self.nearby, let place = place(right) else { return nil }
    return "\(NumberParser.hex(value)) is \(NumberParser.hex(right)) with bit \(bit) flipped: \(place)"
  }

  /// The first bit above all images and the stack.
  private var lowestBit: Int {
    let highest = facts.report.images.lazy.compactMap { $0.loadAddress?.value }.max() ?? 0
    return max(64 - max(highest, facts.stackPointer ?? 0).leadingZeroBitCount, Self.lowestBit)
  }

  private func place(_ address: UInt64) -> String? {
    if let image = facts.image(at: address) { return "an address in \(image.name ?? "an image")" }
    if let stack = facts.stackPointer, distance(stack, address) < Self.stackReach { return "an address of the stack" }
    let known = facts.registers.first { $0.value >= 0x1_0000 && distance($0.value, address) < Self.nearby }
    return known.map { "near the address in \($0.name)" }
  }

  private func distance(_ one: UInt64, _ other: UInt64) -> UInt64 { one > other ? one - other : other - one }
}
