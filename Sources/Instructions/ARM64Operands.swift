/// What a 64-bit ARM instruction does, from its text.
///
/// Example: `ldr x0, [x8, w9, sxtw #3]` reads 8 bytes at x8 + w9 * 8.
struct ARM64Operands {
  private let mnemonic: String
  private let operands: [String]
  private let isAtomic: Bool

  init(_ mnemonic: String, _ operands: String) {
    self.mnemonic = mnemonic
    self.operands = OperandText.split(operands)
    isAtomic = Self.isAtomic(mnemonic)
  }

  /// The operations of the atomic extension, which read and write.
  private static let atomics = [
    "ldadd", "ldclr", "ldeor", "ldset", "ldsmax", "ldsmin", "ldumax", "ldumin", "stadd", "stclr", "steor", "stset", "stsmax",
    "stsmin", "stumax", "stumin", "swp", "cas",
  ]
  private static func isAtomic(_ mnemonic: String) -> Bool {
    // Most instructions are none of them.
    switch mnemonic {
    case "ldr", "ldp", "ldur", "ldrb", "ldrsw", "str", "stp", "stur", "strb": false
    default:
      switch mnemonic.utf8.first {
      case UInt8(ascii: "l"), UInt8(ascii: "s"), UInt8(ascii: "c"): atomics.contains { mnemonic.hasPrefix($0) }
      default: false
      }
    }
  }
  private static let pairs: Set = ["ldp", "stp", "ldnp", "stnp", "ldpsw", "ldxp", "ldaxp", "stxp", "stlxp"]

  /// Whether the first operand takes the success of a store.
  private var hasStatus: Bool { mnemonic.hasPrefix("stx") || mnemonic.hasPrefix("stlx") }
  private var isPair: Bool { Self.pairs.contains(mnemonic) || mnemonic.hasPrefix("casp") }

  /// The access, or empty if there is none.
  var accesses: [MemoryAccess] { access.map { [$0] } ?? [] }

  private var access: MemoryAccess? {
    guard let direction else { return nil }
    guard let place = operands.first(where: OperandText.isMemory) else {
      // `ldr x0, #0x1008`: a constant beside the code.
      guard operands.count == 2, operands[1].hasPrefix("#"), let address = OperandText.number(operands[1]) else { return nil }
      return MemoryAccess(direction, size: size, base: nil, displacement: address)
    }
    guard let inside = OperandText.inBrackets(place) else { return nil }
    let parts = OperandText.split(inside)
    guard let base = parts.first, RegisterName(base, .arm64)?.width == 8 else { return nil }
    var access = MemoryAccess(direction, size: size, base: base)
    guard parts.count > 1 else { return access }
    if let number = OperandText.number(parts[1]) {
      access.displacement = number
    } else {
      guard RegisterName(parts[1], .arm64) != nil else { return nil }
      let change = parts.count > 2 ? parts[2].split(separator: " ") : []
      let shift = change.count > 1 ? OperandText.number(change[1]) ?? 0 : 0
      guard (0...4).contains(shift) else { return nil }
      access.index = MemoryAccess.Index(
        register: parts[1], scale: 1 << Int(shift), isSigned: change.first?.hasPrefix("sxt") == true)
    }
    return access
  }

  private var direction: MemoryAccess.Direction? {
    if isAtomic { return .readWrite }
    if mnemonic.hasPrefix("ld") { return .read }
    return mnemonic.hasPrefix("st") ? .write : nil
  }

  private var size: Int {
    if let list = operands.first, list.hasPrefix("{") { return Self.vectorSize(list, mnemonic) }
    let element: Int
    if mnemonic.hasSuffix("b") {
      element = 1
    } else if mnemonic.hasSuffix("h") {
      element = 2
    } else if mnemonic.hasSuffix("sw") {
      element = 4
    } else {
      let transfer = operands.dropFirst(hasStatus ? 1 : 0).first ?? ""
      element = RegisterName(transfer, .arm64)?.width ?? 0
    }
    return isPair ? element * 2 : element
  }

  /// The bytes of `{v0.16b, v1.16b}`, or of one lane of each, `{v0.b}[1]`.
  private static func vectorSize(_ list: String, _ mnemonic: String) -> Int {
    let inside = list.dropFirst().prefix { $0 != "}" }
    let registers = inside.split(separator: ",")
    guard let arrangement = registers.first?.split(separator: ".").last, let letter = arrangement.last else { return 0 }
    let element = ["b": 1, "h": 2, "s": 4, "d": 8][letter] ?? 0
    let isLane = arrangement.count == 1 || mnemonic.hasSuffix("r")
    return registers.count * (isLane ? element : element * (Int(arrangement.dropLast()) ?? 0))
  }

  var effect: Instruction.Effect {
    switch mnemonic {
    case "bl", "blr", "blraa", "blrab", "blraaz", "blrabz": return .call
    case "b", "br", "ret", "braa", "brab", "braaz", "brabz", "retaa", "retab", "brk": return .jump(isConditional: false)
    case "cbz", "cbnz", "tbz", "tbnz": return .jump(isConditional: true)
    case "sxtw", "uxtw", "sxth", "sxtb":
      return operands.count == 2 ? .extend(to: operands[0], from: operands[1]) : .other
    case "mov" where operands.count == 2 && RegisterName(operands[0], .arm64)?.width == 4:
      return RegisterName(operands[1], .arm64)?.width == 4 ? .extend(to: operands[0], from: operands[1]) : .other
    case "mov":
      guard operands.count == 2, isWhole(0), isWhole(1) else { return .other }
      return .copy(to: operands[0], from: operands[1])
    case "add", "sub":
      guard operands.count >= 3, isWhole(0), isWhole(1), operands[2].hasPrefix("#"), var number = OperandText.number(operands[2])
      else { return .other }
      if operands.count > 3 {
        guard operands[3] == "lsl #12" || operands[3] == "lsl #0xc" else { return .other }
        number <<= 12
      }
      return .add(to: operands[0], from: operands[1], UInt64(bitPattern: mnemonic == "add" ? number : 0 &- number))
    case "adr", "adrp":
      guard operands.count == 2, let address = OperandText.number(operands[1]) else { return .other }
      return .address(to: operands[0], UInt64(bitPattern: address))
    case "ldr", "ldur", "ldar", "ldapr", "ldapur", "ldrsw", "ldursw":
      guard let access, operands.count >= 2 else { return .other }
      return .load([Instruction.Load(register: operands[0], access: access)])
    case "str", "stur":
      guard let access, operands.count == 2, isWhole(0) else { return .other }
      return .store([Instruction.Load(register: operands[0], access: access)])
    case "stp":
      guard let access, operands.count == 3, isWhole(0), isWhole(1) else { return .other }
      return .store(pair(access))
    case "ldp", "ldnp":
      guard let access, operands.count >= 3 else { return .other }
      return .load(pair(access))
    default:
      return mnemonic.hasPrefix("b.") ? .jump(isConditional: true) : .other
    }
  }

  /// The parts of an access to two registers.
  private func pair(_ access: MemoryAccess) -> [Instruction.Load] {
    var first = access
    first.size /= 2
    var second = first
    second.displacement &+= Int64(first.size)
    return [Instruction.Load(register: operands[0], access: first), Instruction.Load(register: operands[1], access: second)]
  }

  private func isWhole(_ position: Int) -> Bool { RegisterName(operands[position], .arm64)?.width == 8 }

  /// The registers among the operands that may be written. Too many do no harm.
  var written: [String] {
    var names: [String] = []
    if let place = operands.first(where: OperandText.isMemory) {
      let isChanged = place.hasSuffix("!") || operands.last != place
      if isChanged, let base = OperandText.inBrackets(place).flatMap({ OperandText.split($0).first }) { names.append(base) }
    }
    if isAtomic || mnemonic.hasPrefix("ld") {
      names += operands.prefix { !OperandText.isMemory($0) && $0.utf8.first != UInt8(ascii: "#") }
    } else if hasStatus || !mnemonic.hasPrefix("st") && !["cmp", "cmn", "tst", "fcmp", "ccmp"].contains(mnemonic) {
      names += operands.prefix(1)
    }
    return names
  }
}
