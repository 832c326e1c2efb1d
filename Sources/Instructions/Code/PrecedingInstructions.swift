/// The instructions in front of one, the nearest first. On 64-bit ARM each is decoded when it is asked for.
package final class PrecedingInstructions {
  private let window: InstructionWindow
  private let disassembler: Disassembler
  private let counter: UInt64
  private let count: Int
  private let start: UInt64?
  private var known: [Instruction] = []
  private var isComplete = false

  /// Up to `count` instructions that come right before `counter`. Code before `start` is not looked at: that of another function.
  package init(
    in window: InstructionWindow, before counter: UInt64, count: Int, notBefore start: UInt64?, _ disassembler: Disassembler
  ) {
    self.window = window
    self.disassembler = disassembler
    self.counter = counter
    self.count = count
    self.start = start
  }

  /// Returns the instruction at a position, counted from the nearest, or nil if it is not known.
  package subscript(position: Int) -> Instruction? {
    while known.count <= position, !isComplete { decode() }
    return known.indices.contains(position) ? known[position] : nil
  }

  private func decode() {
    guard disassembler.processor == .arm64 else {
      known = window.instructions(before: counter, count: count, notBefore: start, disassembler)
      isComplete = true
      return
    }
    let at = (known.last?.address ?? counter) &- 4
    guard known.count < count, at < counter, at >= (start ?? 0), let bytes = window.bytes(from: at),
      let next = disassembler.decode(bytes, at: at)
    else {
      isComplete = true
      return
    }
    known.append(next)
  }
}
