internal import CrashModel
internal import Instructions
internal import SymbolModel

/// The code around the program counter.
struct CodeBytes {
  let source: FaultInstruction.Source
  let window: InstructionWindow
  /// The bytes from the program counter on.
  let atCounter: [UInt8]

  /// Returns nil if nobody has the bytes, or if the report and the program differ: one of them belongs to another build, or the
  /// code was changed.
  init?(_ report: CrashReport, _ program: ProgramCode?, at counter: UInt64) {
    let captured = report.memoryBytes.first { $0.contains(RuntimeAddress(counter)) }
    let own = captured.map { InstructionWindow(address: $0.address.value, bytes: $0.bytes) }
    let other = program?.bytes(around: counter, before: 128, after: 16).map {
      InstructionWindow(address: $0.first, bytes: $0.bytes)
    }
    let ownBytes = own?.bytes(from: counter).map { Array($0.prefix(16)) }
    let otherBytes = other?.bytes(from: counter).map { Array($0.prefix(16)) }
    if let ownBytes, let otherBytes {
      let count = min(ownBytes.count, otherBytes.count)
      guard ownBytes.prefix(count) == otherBytes.prefix(count) else { return nil }
    }
    guard let bytes = ownBytes ?? otherBytes, let window = other ?? own else { return nil }
    // All zeros are memory that could not be read.
    guard bytes.contains(where: { $0 != 0 }) else { return nil }
    source = ownBytes == nil ? .program : .report
    self.window = window
    atCounter = bytes
  }
}
