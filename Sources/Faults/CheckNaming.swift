internal import CrashModel
internal import Instructions

/// Puts a failed check into words: the index and its bound, or the numbers that were compared.
struct CheckNaming {
  private let check: FailedCheck
  private let registers: RegisterFile
  private let naming: PointerNaming

  init(_ check: FailedCheck, _ registers: RegisterFile, _ naming: PointerNaming) {
    (self.check, self.registers, self.naming) = (check, registers, naming)
  }

  private var size: Int { check.comparison.size }

  private func name(_ value: Comparison.Value) -> String? {
    guard case .register(let register) = value else { return nil }
    return naming.name(of: register, at: check.address)
  }

  /// A number as the comparison takes it. Whether one that is compared without a sign has one, only its type says.
  private func number(_ bits: UInt64) -> String {
    let signed = FailedCheck.signed(bits, size)
    if check.condition.isSigned { return "\(signed)" }
    return signed < 0 ? "\(bits) (or \(signed))" : "\(bits)"
  }

  /// The index 7, the bound 5. Fills in both; returns nil if the check is none of an index in a register.
  func index(_ result: inout FaultInstruction) -> String? {
    let comparison = check.comparison
    let numbers = comparison.numbers(registers)
    // An index is not below its bound, or it is below 0.
    let isFirst = check.condition.isGreater || check.condition == .less && comparison.second == .number(0)
    let (index, value) = isFirst ? (comparison.first, numbers.first) : (comparison.second, numbers.second)
    guard case .register(let register) = index, let value else { return nil }
    result.index = FaultInstruction.Operand(register: register, value: value)
    result.indexName = name(index)
    let subject = result.indexName.map { "the index `\($0)`" } ?? "the index"
    // A count that needs all bits of an address fits nowhere.
    let words = "\(subject) is \(size == 8 ? "\(FailedCheck.signed(value, size))" : number(value))"
    let (limit, bits) = isFirst ? (comparison.second, numbers.second) : (comparison.first, numbers.first)
    guard check.condition.isGreater || !isFirst, let bound = bound(limit, bits) else { return words }
    result.bound = bound
    return "\(words), the bound \(bound.name.map { "`\($0)` " } ?? "")is \(bound.value)"
  }

  private func bound(_ limit: Comparison.Value, _ bits: UInt64?) -> FaultInstruction.Bound? {
    guard let bits, FailedCheck.signed(bits, size) >= 0 else { return nil }
    // An index that must not be greater than 4 has the bound 5.
    guard check.condition.isMetByEqual else { return FaultInstruction.Bound(value: bits + 1) }
    guard case .register(let register) = limit else { return FaultInstruction.Bound(value: bits) }
    return FaultInstruction.Bound(value: bits, register: register, name: name(limit))
  }

  /// `count` is 7, not greater than 100; nil if one of the numbers is not known.
  var relation: String? {
    let comparison = check.comparison
    guard case .register(let register) = comparison.first, case (let first?, let second?) = comparison.numbers(registers) else {
      return nil
    }
    let words: String
    switch check.condition {
    case .above, .greater: words = "greater than"
    case .aboveOrEqual, .greaterOrEqual: words = "not less than"
    case .below, .less: words = "less than"
    case .belowOrEqual, .lessOrEqual: words = "not greater than"
    }
    var other = number(second)
    if case .register(let register) = comparison.second {
      other = "\(name(comparison.second).map { "`\($0)`" } ?? register), which is \(other)"
    }
    return "\(name(comparison.first).map { "`\($0)`" } ?? register) is \(number(first)), \(words) \(other)"
  }
}
