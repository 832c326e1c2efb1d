internal import CCapstone

/// Decodes instructions with Capstone, which is loaded when the first one is made. The front of the module `Instructions`.
///
/// In: bytes of code, or the registers of a thread. Out: an `Instruction`, whose `MemoryAccess` has the address that it accesses
/// with the values of a `RegisterFile`. `TrapInstruction` knows what instructions that stop a process say; it needs no library.
///
/// Used by one thread at a time.
@safe package final class Disassembler {
  package let processor: Processor
  private let handle: OpaquePointer

  /// Whether Capstone is installed, in a version that this program understands.
  package static var isInstalled: Bool { symbolicate_capstone_is_installed() != 0 }

  /// Returns nil if Capstone is not installed.
  package init?(_ processor: Processor) {
    let kind =
      switch processor {
      case .arm64: SYMBOLICATE_ARM64
      case .x86_64: SYMBOLICATE_X86_64
      case .arm: SYMBOLICATE_ARM
      case .thumb: SYMBOLICATE_THUMB
      }
    guard let handle = unsafe symbolicate_disassembler_open(kind) else { return nil }
    unsafe self.handle = unsafe handle
    self.processor = processor
  }

  deinit { unsafe symbolicate_disassembler_close(handle) }

  /// Decodes the instruction that begins at the first of `bytes`, which are at `address`. Returns nil if they are no instruction.
  package func decode(_ bytes: some Collection<UInt8>, at address: UInt64) -> Instruction? {
    let bytes = Array(bytes.prefix(16))
    var found = unsafe symbolicate_instruction()
    guard unsafe symbolicate_disassemble(handle, bytes, bytes.count, address, &found) != 0 else {
      return extended(bytes, at: address)
    }
    var written: [String] = []
    for position in unsafe 0..<found.written_count {
      if let name = unsafe symbolicate_written_register(&found, position) { written.append(unsafe String(cString: name)) }
    }
    return unsafe instruction(
      String(cString: found.mnemonic), String(cString: found.operands), size: Int(found.size), at: address, written)
  }

  private func extended(_ bytes: [UInt8], at address: UInt64) -> Instruction? {
    guard processor == .arm64, bytes.count >= 4 else { return nil }
    let word = bytes.prefix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return ARM64Extensions.decode(word).map { instruction($0.mnemonic, $0.operands, size: 4, at: address, []) }
  }

  private func instruction(_ mnemonic: String, _ operands: String, size: Int, at address: UInt64, _ written: [String])
    -> Instruction
  {
    let text = operands.isEmpty ? mnemonic : "\(mnemonic) \(operands)"
    func make(_ accesses: [MemoryAccess], _ effect: Instruction.Effect, _ more: [String], _ divisor: Instruction.Divisor? = nil)
      -> Instruction
    {
      let names = (written + more).compactMap { RegisterName($0.lowercased(), processor)?.whole }
      return Instruction(
        address: address, size: size, text: text, accesses: accesses, effect: effect, divisor: divisor, written: Set(names))
    }
    switch processor {
    case .arm64:
      let parts = ARM64Operands(mnemonic, operands)
      return make(parts.accesses, parts.effect, parts.written)
    case .x86_64:
      let parts = X86Operands(mnemonic, operands, end: address &+ UInt64(size))
      return make(parts.accesses, parts.effect, parts.written, parts.divisor)
    case .arm, .thumb:
      let parts = ARMOperands(mnemonic, operands, at: address, processor)
      return make(parts.accesses, parts.effect, [])
    }
  }
}
