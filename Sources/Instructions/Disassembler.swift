internal import CCapstone
internal import Synchronization

/// Decodes instructions with Capstone, which is loaded when the first one is made. The front of the module `Instructions`.
///
/// In: bytes of code, or the registers of a thread. Out: an `Instruction`, whose `MemoryAccess` has the address that it accesses
/// with the values of a `RegisterFile`. `TrapInstruction` knows what instructions that stop a process say; it needs no library.
///
/// Used by one thread at a time: `with` gives each to one.
@safe package final class Disassembler: @unchecked Sendable {
  package let processor: Processor
  private let handle: OpaquePointer
  /// Instructions of 64-bit ARM that are the same at every address: reports of a batch often crash in the same code.
  private var known: [UInt32: Instruction] = [:]

  /// The maximum number of instructions that are remembered; then all are dropped.
  private static let maxKnown = 4096
  /// Disassemblers that nobody uses: Capstone prepares its tables anew for each.
  private static let unused = Mutex<[Disassembler]>([])

  /// Passes a disassembler to `body`. Returns nil if Capstone is not installed.
  package static func with<Result>(_ processor: Processor, _ body: (Disassembler) -> Result) -> Result? {
    let kept = unused.withLock { all in
      all.firstIndex { $0.processor == processor }.map { all.remove(at: $0) }
    }
    guard let disassembler = kept ?? Disassembler(processor) else { return nil }
    defer { unused.withLock { $0.append(disassembler) } }
    return body(disassembler)
  }

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
    decode(Array(bytes.prefix(16)), at: address)
  }

  private func decode(_ bytes: [UInt8], at address: UInt64) -> Instruction? {
    guard processor == .arm64, bytes.count >= 4 else { return decoded(bytes, at: address) }
    let word = bytes.prefix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    if let known = known[word] { return known.moved(to: address) }
    let found = decoded(bytes, at: address) ?? extended(word, at: address)
    if let found, !Self.isRelative(word) {
      if known.count >= Self.maxKnown { known = [:] }
      known[word] = found
    }
    return found
  }

  /// Whether a word of 64-bit ARM means another instruction at another address: branches, `adr`, `adrp`, and loads of constants beside the
  /// code.
  private static func isRelative(_ word: UInt32) -> Bool {
    word & 0x1c00_0000 == 0x1400_0000 || word & 0x1f00_0000 == 0x1000_0000 || word & 0x3b00_0000 == 0x1800_0000
  }

  private func decoded(_ bytes: [UInt8], at address: UInt64) -> Instruction? {
    var found = unsafe symbolicate_instruction()
    guard unsafe symbolicate_disassemble(handle, bytes, bytes.count, address, &found) != 0 else { return nil }
    var instruction = unsafe Instruction(
      processor, String(cString: found.mnemonic), String(cString: found.operands), size: Int(found.size), at: address)
    for position in unsafe 0..<found.written_count {
      if let name = unsafe symbolicate_written_register(&found, position) { instruction.addWritten(unsafe String(cString: name)) }
    }
    return instruction
  }

  private func extended(_ word: UInt32, at address: UInt64) -> Instruction? {
    ARM64Extensions.decode(word).map { Instruction(.arm64, $0.mnemonic, $0.operands, size: 4, at: address) }
  }
}
