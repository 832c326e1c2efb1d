internal import CrashModel
internal import Instructions
internal import SymbolModel

/// Compares the addresses that an instruction uses with the one that the report states.
struct FaultAddress {
  private let report: CrashReport
  private let registers: RegisterFile

  init(_ report: CrashReport, _ registers: RegisterFile) {
    self.report = report
    self.registers = registers
  }

  /// Fills in the access that explains the stated address, else the first one. Returns it if it explains the address.
  func explain(_ instruction: Instruction, _ result: inout FaultInstruction) -> MemoryAccess? {
    let accesses = instruction.accesses
    guard let access = accesses.first(where: { explains($0) == true }) ?? accesses.first else { return nil }
    Self.set(access, registers, &result)
    result.explains = explains(access)
    guard result.explains == true else { return nil }
    result.finding = finding(access, result)
    return access
  }

  /// Fills in an access.
  static func set(_ access: MemoryAccess, _ registers: RegisterFile, _ result: inout FaultInstruction) {
    result.access = access.direction.rawValue
    result.size = access.size == 0 ? nil : access.size
    result.offset = access.displacement
    result.address = access.address(registers)
    if let base = access.base, let value = registers.value(of: base) {
      result.base = FaultInstruction.Operand(register: base, value: value)
    }
    if let index = access.index, let value = registers.value(of: index.register) {
      result.index = FaultInstruction.Operand(register: index.register, value: value)
      result.scale = index.scale
    }
  }

  /// The bits of an address that count: those above may be a signature or a tag.
  private var mask: UInt64 {
    switch registers.processor {
    case .arm64: 1 << 47 - 1
    case .x86_64: .max
    case .arm, .thumb: 0xffff_ffff
    }
  }

  /// Whether an access is the one that failed, or nil if the report does not say which address failed.
  private func explains(_ access: MemoryAccess) -> Bool? {
    guard let address = access.address(registers) else { return nil }
    let stated = report.exception?.wholeFaultAddress?.value
    // The processor does not say which address is none.
    if registers.processor == .x86_64, Self.isNoAddress(address) { return stated == nil || stated == 0 || stated == address }
    guard let stated else { return nil }
    return (stated &- address) & mask < UInt64(max(access.size, 1))
  }

  /// Whether the upper bits of an address differ, so that x86-64 processors reject it.
  static func isNoAddress(_ value: UInt64) -> Bool {
    let high = value >> 47
    return high != 0 && high != 0x1_ffff
  }

  /// Whether an address that cannot be accessed belongs to the stack, which therefore has ended: it is below the stack pointer, on its page,
  /// or in the frame of the function. Above the frame, memory that is not the function's was overrun.
  private func isExhaustedStack(_ address: UInt64, base: String, _ value: UInt64, hasIndex: Bool) -> Bool {
    guard let stack = registers.stackPointer, stack >= 0x1000, value >= stack &- Self.stackReach, value < stack &+ Self.stackReach
    else { return false }
    if registers.isStackPointer(base), !hasIndex {
      return address < stack ? stack - address < Self.stackReach : address - stack < Self.stackReach
    }
    if address >> 12 == stack >> 12 { return true }
    if address < stack { return !hasIndex && stack - address < Self.stackReach }
    let frame = registers.value(of: registers.processor == .x86_64 ? "rbp" : "x29") ?? 0
    return address < frame && frame - stack < Self.stackReach
  }

  /// The maximum distance of memory that is counted to a frame from the stack pointer.
  private static let stackReach: UInt64 = 1 << 20

  private func finding(_ access: MemoryAccess, _ result: FaultInstruction) -> FaultInstruction.Finding {
    guard let base = access.base, let value = result.base?.value else {
      return access.isConstant ? .constant : BaseFinding.of(result.index?.value ?? 1, registers.processor, hasIndex: true)
    }
    if let address = result.address, isExhaustedStack(address, base: base, value, hasIndex: access.index != nil) {
      return .stackOverflow
    }
    if registers.isStack(base) { return .none }
    return BaseFinding.of(value, registers.processor, hasIndex: access.index != nil)
  }
}
