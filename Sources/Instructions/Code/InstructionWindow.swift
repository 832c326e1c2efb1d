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

  /// Returns up to `count` instructions of x86-64 that come right before `counter`, the nearest first. Code before `start` is not looked
  /// at: that of another function. These instructions have no marks where they begin; those are taken that most starts agree on.
  package func instructions(before counter: UInt64, count: Int, notBefore start: UInt64?, _ disassembler: Disassembler)
    -> [Instruction]
  {
    guard disassembler.processor == .x86_64 else { return [] }
    let first = max(address, start ?? 0, counter > 128 ? counter - 128 : 0)
    guard first < counter, counter - first <= 128 else { return [] }
    let span = Int(counter - first)
    var decoded = [Instruction?](repeating: nil, count: span)
    // How many starts lead to each position. The function's first byte is a start that is certain.
    let isCertain = start == first
    var votes = [Int](repeating: isCertain ? 0 : 1, count: span + 1)
    votes[0] = 1
    for position in 0..<span where votes[position] > 0 {
      let at = first + UInt64(position)
      guard let next = bytes(from: at).flatMap({ disassembler.decode($0, at: at) }) else { continue }
      decoded[position] = next
      if position + next.size <= span { votes[position + next.size] += votes[position] }
    }
    var result: [Instruction] = []
    var end = counter
    while result.count < count {
      let best = decoded.indices.filter { decoded[$0]?.end == end }.max { (votes[$0], $1) < (votes[$1], $0) }
      guard let best, let next = decoded[best] else { break }
      result.append(next)
      end = next.address
    }
    return result
  }
}
