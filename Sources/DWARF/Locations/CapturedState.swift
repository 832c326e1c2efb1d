/// The registers and the memory of a thread, as far as a report has them.
struct CapturedState {
  let slide: UInt64
  /// The number of bytes of an address, 4 or 8.
  let addressSize: Int
  private let registers: [Int: ValueQuestion.Register]
  private let memory: [ValueQuestion.Memory]
  private let stack: ClosedRange<UInt64>?

  /// Memory further away from the stack pointer is not called stack.
  private static let stackSize: UInt64 = 8 << 20
  /// The memory below the stack pointer that functions may use (System V ABI of x86-64).
  private static let redZone: UInt64 = 128

  init(_ question: ValueQuestion, addressSize: Int) {
    slide = question.slide
    self.addressSize = addressSize
    registers = Dictionary(question.registers.map { ($0.number, $0) }) { first, _ in first }
    memory = question.memory
    stack = question.stackPointer.flatMap { [registers] number in registers[number]?.value }.map { top in
      top - min(top, Self.redZone)...top + min(UInt64.max - top, Self.stackSize)
    }
  }

  func register(_ number: Int) -> ValueQuestion.Register? { registers[number] }

  /// Returns whether an address is in the thread's stack, as far as its pointer tells.
  func isStack(_ address: UInt64) -> Bool { stack?.contains(address) ?? false }

  /// Returns bytes of memory, nil for each that the report does not have. `count` is small.
  func bytes(at address: UInt64, count: Int) -> [UInt8?] {
    var result = [UInt8?](repeating: nil, count: count)
    for piece in memory {
      // The distance wraps, as addresses do: what is not inside the piece is far away.
      for index in 0..<count where result[index] == nil {
        let distance = address &+ UInt64(index) &- piece.address
        if distance < UInt64(piece.bytes.count) { result[index] = piece.bytes[Int(distance)] }
      }
    }
    return result
  }

  /// Returns a number of up to 8 bytes in memory, or nil if the report lacks one of them.
  func number(at address: UInt64, size: Int) -> UInt64? {
    guard (1...8).contains(size) else { return nil }
    var value: UInt64 = 0
    for (index, byte) in bytes(at: address, count: size).enumerated() {
      guard let byte else { return nil }
      value |= UInt64(byte) << UInt64(8 * index)
    }
    return value
  }

  /// Limits a number to the size of an address.
  func address(_ value: UInt64) -> UInt64 { addressSize == 8 ? value : value & 0xffff_ffff }
}
