internal import Instructions

/// The comparison of two numbers because of which a trap was reached.
///
/// Example: `cmp x1, x8; b.hs trap`. The search follows all ways to the trap. It finds nothing if two of them are possible, if a register
/// may have changed since the comparison, or if the numbers do not meet the condition.
struct FailedCheck {
  let comparison: Comparison
  /// How the numbers are related.
  let condition: Comparison.Condition
  /// The address of the comparison.
  let address: UInt64

  private enum Way {
    case impossible, unknown
    case possible(FailedCheck)
  }

  /// A jump, or the instruction in front of its target.
  private struct Branch {
    let instruction: Instruction
    let isTaken: Bool
  }

  /// The maximum number of jumps to one address, and of jumps in a row.
  private static let maxJumps = 16
  private static let deepest = 2

  /// Looks for the comparison in front of the trap at `trap`.
  init?(_ code: FunctionCode, _ disassembler: Disassembler, _ registers: RegisterFile, before trap: UInt64) {
    guard let branches = Self.branches(to: trap, code, disassembler, registers.processor, depth: 0) else { return nil }
    var found: FailedCheck?
    for branch in branches {
      switch Self.way(branch, code, disassembler, registers) {
      case .impossible: continue
      case .unknown: return nil
      case .possible(let check):
        if found != nil { return nil }
        found = check
      }
    }
    guard let found else { return nil }
    self = found
  }

  private init(_ comparison: Comparison, _ condition: Comparison.Condition, at address: UInt64) {
    (self.comparison, self.condition, self.address) = (comparison, condition, address)
  }

  /// Returns what may lead to an address, jumps that are always taken replaced by what leads to them; nil if that is too much.
  private static func branches(
    to target: UInt64, _ code: FunctionCode, _ disassembler: Disassembler, _ processor: Processor, depth: Int
  ) -> [Branch]? {
    guard depth <= deepest, let previous = code.preceding(target, disassembler)[0] else { return nil }
    let jumps = code.jumps(processor) { $0 == target }
    guard jumps.count <= maxJumps else { return nil }
    var found: [Branch] = previous.isFinalJump ? [] : [Branch(instruction: previous, isTaken: false)]
    for jump in jumps {
      guard let instruction = code.instruction(at: jump, disassembler) else { return nil }
      guard instruction.isJump else {
        found.append(Branch(instruction: instruction, isTaken: true))
        continue
      }
      guard let more = branches(to: jump, code, disassembler, processor, depth: depth + 1) else { return nil }
      found += more
    }
    return found
  }

  private static func way(
    _ branch: Branch, _ code: FunctionCode, _ disassembler: Disassembler, _ registers: RegisterFile
  ) -> Way {
    if let test = branch.instruction.signTest {
      let check = FailedCheck(
        test.comparison, branch.isTaken ? test.condition : test.condition.inverse, at: branch.instruction.address)
      return check.holds(registers) == false ? .impossible : .possible(check)
    }
    guard let taken = branch.instruction.condition else {
      return branch.isTaken && branch.instruction.isNotTaken(registers) ? .impossible : .unknown
    }
    let preceding = code.preceding(branch.instruction.address, disassembler)
    var passed: [Instruction] = []
    while let instruction = preceding[passed.count] {
      if let comparison = instruction.comparison {
        if passed.contains(where: { other in comparison.registers.contains { other.writes($0) } }) { return .unknown }
        // The sign of a difference says nothing of the order of numbers that are far apart.
        if comparison.second != .number(0), branch.instruction.dependsOnSign { return .unknown }
        let check = FailedCheck(comparison, branch.isTaken ? taken : taken.inverse, at: instruction.address)
        return check.holds(registers) == false ? .impossible : .possible(check)
      }
      guard instruction.keepsComparison else { return .unknown }
      passed.append(instruction)
    }
    return .unknown
  }

  /// Returns bits as a signed number.
  static func signed(_ bits: UInt64, _ size: Int) -> Int64 {
    let shift = UInt64(64 - min(size, 8) * 8)
    return Int64(bitPattern: bits << shift) >> Int64(shift)
  }

  /// Whether the numbers are related so, or nil if one of them is not known.
  private func holds(_ registers: RegisterFile) -> Bool? {
    guard case (let first?, let second?) = comparison.numbers(registers) else { return nil }
    if first == second { return condition.isMetByEqual }
    let size = comparison.size
    let isGreater = condition.isSigned ? Self.signed(first, size) > Self.signed(second, size) : first > second
    return isGreater == condition.isGreater
  }
}
