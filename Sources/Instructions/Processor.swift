/// The instruction sets that can be decoded.
package enum Processor: Sendable, CaseIterable {
  case arm64
  case x86_64
  case arm
  case thumb

  /// The instruction set of an architecture by its name (`arm64e`, `x86_64h`, `armv7`), or nil for all others. `isThumb` selects
  /// between the two sets of a 32-bit ARM processor.
  package init?(architecture name: String, isThumb: Bool) {
    switch name {
    case "arm64", "arm64e", "aarch64": self = .arm64
    case "x86_64", "x86_64h", "amd64", "x86-64": self = .x86_64
    default:
      guard name == "arm" || name.hasPrefix("armv") else { return nil }
      self = isThumb ? .thumb : .arm
    }
  }

  /// The size of a pointer in bytes.
  package var pointerSize: Int { self == .arm64 || self == .x86_64 ? 8 : 4 }

  /// The smallest size of an instruction in bytes; every instruction begins at a multiple of it.
  package var alignment: Int {
    switch self {
    case .arm64, .arm: 4
    case .thumb: 2
    case .x86_64: 1
    }
  }

  /// The maximum size of an instruction in bytes.
  package var longestInstruction: Int { self == .x86_64 ? 15 : 4 }

  /// Decides by the packed names of the registers, which every report with an instruction has; nil if they are of no known processor.
  init?(_ registers: [(name: UInt64, value: UInt64)]) {
    var (hasCounter, hasX0, hasR0, isThumb) = (false, false, false, false)
    for (name, value) in registers {
      if name == Self.rip {
        self = .x86_64
        return
      }
      if name == Self.pc { hasCounter = true }
      if name == Self.x0 { hasX0 = true }
      if name == Self.r0 { hasR0 = true }
      if name == Self.cpsr, value & 0x20 != 0 { isThumb = true }
    }
    guard hasCounter, hasX0 || hasR0 else { return nil }
    self = hasX0 ? .arm64 : isThumb ? .thumb : .arm
  }

  private static let rip = RegisterName.packed("rip")
  private static let pc = RegisterName.packed("pc")
  private static let x0 = RegisterName.packed("x0")
  private static let r0 = RegisterName.packed("r0")
  private static let cpsr = RegisterName.packed("cpsr")
}
