/// Two numbers that an instruction compares, so that the next branch depends on them: `cmp x1, x8`, `cmp rsi, qword ptr [rdi + 0x10]`,
/// `subs w19, w20, w19`, `test rsi, rsi`.
package struct Comparison: Hashable, Sendable {
  /// One of the numbers.
  package enum Value: Hashable, Sendable {
    case register(String)
    case number(Int64)
    case memory
  }

  package let first: Value
  package let second: Value
  /// The size of the numbers in bytes.
  package let size: Int
  /// The register that gets the difference, or nil if nothing but the branch uses it.
  package let difference: String?

  /// Reads a comparison, or returns nil for other instructions, and for those that change one of the numbers before.
  init?(_ mnemonic: String, _ operands: [String], _ processor: Processor) {
    switch (mnemonic, processor) {
    case ("cmp", .arm64), ("cmp", .x86_64): self.init(operands, difference: nil, processor)
    case ("subs", .arm64) where operands.count == 3: self.init(Array(operands[1...]), difference: operands[0], processor)
    case ("sub", .x86_64): self.init(operands, difference: operands.first, processor)
    case ("test", .x86_64) where operands.count == 2 && operands[0] == operands[1]:
      self.init([operands[0], "0"], difference: nil, processor)
    default: return nil
    }
  }

  private init?(_ operands: [String], difference: String?, _ processor: Processor) {
    guard operands.count == 2, let size = operands.lazy.compactMap({ RegisterName($0, processor)?.width }).first, size <= 8,
      let first = Self.value(operands[0], processor), let second = Self.value(operands[1], processor)
    else { return nil }
    (self.first, self.second, self.size, self.difference) = (first, second, size, difference)
    // Both numbers are lost.
    if let difference, first == second, first == .register(difference) { return nil }
    if let difference, RegisterName(difference, processor) == nil { return nil }
  }

  /// A register compared with 0.
  init(isNegative register: String, size: Int) {
    (first, second, self.size, difference) = (.register(register), .number(0), size, nil)
  }

  private static func value(_ operand: String, _ processor: Processor) -> Value? {
    if let register = RegisterName(operand, processor) { return register.shift == 0 ? .register(operand) : nil }
    if let number = OperandText.number(operand) { return .number(number) }
    return operand.hasSuffix("]") && operand.utf8.contains(UInt8(ascii: "[")) ? .memory : nil
  }

  /// The registers that are compared or get the difference.
  package var registers: [String] {
    [first, second].compactMap { if case .register(let name) = $0 { name } else { nil } } + [difference].compactMap { $0 }
  }

  /// Returns both numbers with the values that registers have after the comparison, nil for one that is not known.
  package func numbers(_ registers: RegisterFile) -> (first: UInt64?, second: UInt64?) {
    let mask = size >= 8 ? UInt64.max : UInt64(1) << UInt64(size * 8) - 1
    func bits(_ value: Value) -> UInt64? {
      switch value {
      case .register(let name): registers.value(of: name).map { $0 & mask }
      case .number(let number): UInt64(bitPattern: number) & mask
      case .memory: nil
      }
    }
    let (one, other) = (bits(first), bits(second))
    guard let difference, let rest = bits(.register(difference)) else { return (one, other) }
    // The difference has replaced one of them.
    if first == .register(difference) { return (other.map { (rest &+ $0) & mask }, other) }
    if second == .register(difference) { return (one, one.map { ($0 &- rest) & mask }) }
    return (one, other)
  }

  /// When a branch is taken after a comparison.
  package enum Condition: Sendable {
    case below, belowOrEqual, above, aboveOrEqual
    case less, lessOrEqual, greater, greaterOrEqual

    /// Reads the condition of a branch, or returns nil for those that are no order.
    init?(_ mnemonic: String, _ processor: Processor) {
      guard let found = processor == .arm64 ? Self.arm64[mnemonic] : processor == .x86_64 ? Self.x86[mnemonic] : nil else {
        return nil
      }
      self = found
    }

    private static let arm64: [String: Condition] = [
      "b.lo": .below, "b.cc": .below, "b.ls": .belowOrEqual, "b.hi": .above, "b.hs": .aboveOrEqual, "b.cs": .aboveOrEqual,
      "b.lt": .less, "b.le": .lessOrEqual, "b.gt": .greater, "b.ge": .greaterOrEqual,
    ]
    private static let x86: [String: Condition] = [
      "js": .less, "jns": .greaterOrEqual, "jb": .below, "jbe": .belowOrEqual, "ja": .above, "jae": .aboveOrEqual, "jl": .less,
      "jle": .lessOrEqual, "jg": .greater,
      "jge": .greaterOrEqual,
    ]

    /// The condition when a branch is not taken.
    package var inverse: Condition {
      switch self {
      case .below: .aboveOrEqual
      case .belowOrEqual: .above
      case .above: .belowOrEqual
      case .aboveOrEqual: .below
      case .less: .greaterOrEqual
      case .lessOrEqual: .greater
      case .greater: .lessOrEqual
      case .greaterOrEqual: .less
      }
    }

    package var isSigned: Bool {
      switch self {
      case .less, .lessOrEqual, .greater, .greaterOrEqual: true
      default: false
      }
    }

    /// Whether equal numbers meet it.
    package var isMetByEqual: Bool {
      switch self {
      case .belowOrEqual, .aboveOrEqual, .lessOrEqual, .greaterOrEqual: true
      default: false
      }
    }

    /// Whether the first number is the greater one.
    package var isGreater: Bool {
      switch self {
      case .above, .aboveOrEqual, .greater, .greaterOrEqual: true
      default: false
      }
    }
  }
}
