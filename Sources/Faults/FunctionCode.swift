internal import Instructions

/// The code of the function in which a thread crashed, from its first instruction on, with what follows it.
struct FunctionCode {
  let window: InstructionWindow

  /// The maximum number of bytes in front of the instruction and after it.
  private static let maxBefore: UInt64 = 32_768
  private static let maxAfter = 16_384

  /// Returns nil if the program is not there, or the function is long.
  init?(_ context: FaultContext, at counter: UInt64) {
    guard let start = context.runtimeStart, start <= counter, counter - start <= Self.maxBefore,
      let code = context.program?.bytes(around: counter, before: Int(counter - start), after: Self.maxAfter), code.first == start
    else { return nil }
    window = InstructionWindow(address: code.first, bytes: code.bytes)
  }

  /// Returns the addresses of the jumps to addresses that `isTarget` accepts; of x86-64 also of bytes that only look like them.
  func jumps(_ processor: Processor, to isTarget: (UInt64) -> Bool) -> [UInt64] {
    JumpScan.jumps(in: window.bytes, at: window.address, processor, to: isTarget)
  }

  /// Returns the instructions in front of an address.
  func preceding(_ address: UInt64, _ disassembler: Disassembler) -> PrecedingInstructions {
    PrecedingInstructions(in: window, before: address, count: 8, notBefore: window.address, disassembler)
  }

  func instruction(at address: UInt64, _ disassembler: Disassembler) -> Instruction? {
    window.bytes(from: address).flatMap { disassembler.decode($0.prefix(16), at: address) }
  }
}
