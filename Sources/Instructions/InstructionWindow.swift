/// Code around the program counter of a thread, as far as it is known.
package struct InstructionWindow: Sendable {
  /// The address of the first byte.
  package let address: UInt64
  package let bytes: [UInt8]

  package init(address: UInt64, bytes: [UInt8]) {
    self.address = address
    self.bytes = bytes
  }

  /// Returns the bytes from an address on, or nil if it is outside.
  package func bytes(from start: UInt64) -> ArraySlice<UInt8>? {
    guard start >= address, start - address < UInt64(bytes.count) else { return nil }
    return bytes[Int(start - address)...]
  }

  /// Returns up to `count` instructions that come right before `counter`, the nearest first. Code before `start` is not looked at:
  /// that of another function. Instructions of x86-64 have no marks where they begin; those are taken that most starts agree on.
  package func instructions(before counter: UInt64, count: Int, notBefore start: UInt64?, _ disassembler: Disassembler)
    -> [Instruction]
  {
    guard disassembler.processor == .x86_64 else { return aligned(counter, count, start, disassembler) }
    let first = max(address, start ?? 0, counter > 128 ? counter - 128 : 0)
    guard first < counter else { return [] }
    var decoded: [UInt64: Instruction?] = [:]
    func instruction(_ at: UInt64) -> Instruction? {
      if let known = decoded[at] { return known }
      let found = bytes(from: at).flatMap { disassembler.decode($0, at: at) }
      decoded[at] = .some(found)
      return found
    }
    // The function's first byte is a start that is certain.
    let starts = start == first ? first..<first + 1 : first..<counter
    var votes: [UInt64: Int] = [:]
    for start in starts {
      var path: [UInt64] = []
      var at = start
      while at < counter, let next = instruction(at) {
        path.append(at)
        at = next.end
      }
      if at == counter { for step in path { votes[step, default: 0] += 1 } }
    }
    var result: [Instruction] = []
    var end = counter
    while result.count < count {
      let candidates = votes.filter { step in step.key < end && instruction(step.key)?.end == end }
      guard let best = candidates.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }), let next = instruction(best.key) else {
        break
      }
      result.append(next)
      end = best.key
    }
    return result
  }

  private func aligned(_ counter: UInt64, _ count: Int, _ start: UInt64?, _ disassembler: Disassembler) -> [Instruction] {
    guard disassembler.processor == .arm64 else { return [] }
    var result: [Instruction] = []
    var at = counter
    while result.count < count, at >= 4, at - 4 >= (start ?? 0), let bytes = bytes(from: at - 4),
      let next = disassembler.decode(bytes, at: at - 4)
    {
      result.append(next)
      at -= 4
    }
    return result
  }
}
