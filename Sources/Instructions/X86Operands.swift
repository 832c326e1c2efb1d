/// What an x86-64 instruction does, from its text in Intel's syntax.
///
/// Example: `mov eax, dword ptr [rdi + rcx*8 + 8]` reads 4 bytes at rdi + rcx * 8 + 8.
struct X86Operands {
  private let mnemonic: String
  private let operands: [String]
  private let end: UInt64

  /// `end` is the address of the next instruction, from which `rip` counts.
  init(_ mnemonic: String, _ operands: String, end: UInt64) {
    // `lock add`, `rep stosq`: the last word is the operation.
    self.mnemonic = mnemonic.split(separator: " ").last.map(String.init) ?? mnemonic
    self.operands = OperandText.split(operands)
    self.end = end
  }

  private static let sizes: [(word: String, size: Int)] = [
    ("byte", 1), ("word", 2), ("dword", 4), ("fword", 6), ("qword", 8), ("tbyte", 10), ("xword", 10), ("xmmword", 16),
    ("ymmword", 32), ("zmmword", 64),
  ]
  /// Operations that only read their first operand.
  private static let readers: Set = [
    "cmp", "test", "bt", "push", "call", "lcall", "jmp", "ljmp", "div", "idiv", "mul", "imul", "ldmxcsr", "vldmxcsr", "fxrstor",
    "fxrstor64", "xrstor", "xrstor64", "xrstors", "xrstors64", "cmpsb", "cmpsw", "cmpsd", "cmpsq", "verr", "verw", "lgdt", "lidt",
    "lldt", "ltr", "lmsw",
    "fldcw", "fldenv", "frstor", "fnop", "vmptrld", "ptwrite",
  ]
  /// Operations that read and write their first operand.
  private static let modifiers: Set = [
    "add", "sub", "or", "and", "xor", "adc", "sbb", "inc", "dec", "neg", "not", "shl", "shr", "sar", "sal", "rol", "ror", "rcl",
    "rcr", "shld", "shrd", "xadd", "xchg", "cmpxchg", "cmpxchg8b", "cmpxchg16b", "bts", "btr", "btc",
  ]
  /// Operations that name memory without accessing it.
  private static let silent: Set = [
    "lea", "nop", "prefetch", "prefetchw", "prefetchwt1", "prefetchnta", "prefetcht0", "prefetcht1", "prefetcht2", "clflush",
    "clflushopt", "clwb", "invlpg", "bndmk", "cldemote", "bndcl", "bndcu", "bndcn", "ud1", "ud0",
  ]

  /// The accesses, those of named operands first.
  var accesses: [MemoryAccess] {
    var found = Self.silent.contains(mnemonic) ? [] : operands.indices.compactMap(access)
    if let stack = stackAccess { found.append(stack) }
    return found
  }

  private func access(_ position: Int) -> MemoryAccess? {
    let operand = operands[position]
    guard var access = memory(operand) else { return nil }
    access.direction = direction(position)
    let word = operand.prefix { $0 != " " && $0 != "[" }
    access.size = Self.sizes.first { $0.word == word }?.size ?? 0
    return access
  }

  /// Returns the memory operand, or nil for others and for addresses that registers do not give: those relative to a segment
  /// (thread-local), and vectors of addresses.
  private func memory(_ operand: String) -> MemoryAccess? {
    guard let inside = OperandText.inBrackets(operand) else { return nil }
    if operand.contains("fs:") || operand.contains("gs:") { return nil }
    var access = MemoryAccess(.read, size: 0, base: nil)
    for term in Self.terms(inside) {
      if term.text == "rip" || term.text == "eip" {
        access.displacement &+= Int64(bitPattern: end)
      } else if let number = OperandText.number(term.text) {
        access.displacement = term.isNegative ? access.displacement &- number : access.displacement &+ number
      } else {
        let parts = term.text.split(separator: "*")
        guard let register = parts.first.map(String.init), let name = RegisterName(register, .x86_64), name.width >= 4,
          name.width <= 8
        else { return nil }
        if parts.count == 2 {
          guard let scale = Int(parts[1]) else { return nil }
          access.index = MemoryAccess.Index(register: register, scale: scale)
        } else if access.base == nil {
          access.base = register
        } else {
          access.index = MemoryAccess.Index(register: register, scale: 1)
        }
      }
    }
    return access
  }

  private static func terms(_ text: Substring) -> [(text: String, isNegative: Bool)] {
    var terms: [(text: String, isNegative: Bool)] = []
    var isNegative = false
    for word in text.split(separator: " ") {
      if word == "+" || word == "-" {
        isNegative = word == "-"
      } else {
        terms.append((String(word), isNegative))
        isNegative = false
      }
    }
    return terms
  }

  private func direction(_ position: Int) -> MemoryAccess.Direction {
    if mnemonic == "xchg" || mnemonic == "xadd" { return .readWrite }
    guard position == 0 else { return .read }
    if Self.modifiers.contains(mnemonic) { return .readWrite }
    if Self.readers.contains(mnemonic) { return .read }
    if mnemonic.hasPrefix("f") {
      let writes =
        mnemonic.hasPrefix("fst") || mnemonic.hasPrefix("fist") || mnemonic.hasPrefix("fn") || mnemonic.hasPrefix("fxs")
      return writes || mnemonic == "fbstp" ? .write : .read
    }
    return .write
  }

  /// The access to the stack that the operation makes without naming it.
  private var stackAccess: MemoryAccess? {
    switch mnemonic {
    case "push", "call", "pushfq": MemoryAccess(.write, size: 8, base: "rsp", displacement: -8)
    case "pop", "ret", "popfq": MemoryAccess(.read, size: 8, base: "rsp")
    case "leave": MemoryAccess(.read, size: 8, base: "rbp")
    default: nil
    }
  }

  var divisor: Instruction.Divisor? {
    guard mnemonic == "div" || mnemonic == "idiv", let operand = operands.first else { return nil }
    return operand.contains("[") ? .memory : .register(operand)
  }

  var effect: Instruction.Effect {
    switch mnemonic {
    case "call": return .call
    case "jmp", "ret", "ud2", "hlt", "int3": return .jump(isConditional: false)
    case "mov" where operands.count == 2 && width(1) == 8 && operands[0].contains("["):
      guard let access = access(0) else { return .other }
      return .store([Instruction.Load(register: operands[1], access: access)])
    case "movsx", "movsxd", "movzx":
      guard operands.count == 2 else { return .other }
      if let access = access(1) { return .load([Instruction.Load(register: operands[0], access: access)]) }
      return .extend(to: operands[0], from: operands[1])
    case "cdqe": return .extend(to: "rax", from: "eax")
    case "mov" where operands.count == 2 && width(0) == 4 && width(1) == 4: return .extend(to: operands[0], from: operands[1])
    case "mov", "movabs":
      guard operands.count == 2, let width = width(0), width >= 4 else { return .other }
      if let access = access(1) { return .load([Instruction.Load(register: operands[0], access: access)]) }
      return width == 8 && self.width(1) == 8 ? .copy(to: operands[0], from: operands[1]) : .other
    case "lea":
      guard operands.count == 2, width(0) == 8, let address = memory(operands[1]), address.index == nil else { return .other }
      guard let base = address.base else { return .address(to: operands[0], UInt64(bitPattern: address.displacement)) }
      return .add(to: operands[0], from: base, UInt64(bitPattern: address.displacement))
    case "add", "sub":
      guard operands.count == 2, width(0) == 8, let number = OperandText.number(operands[1]) else { return .other }
      return .add(to: operands[0], from: operands[0], UInt64(bitPattern: mnemonic == "add" ? number : 0 &- number))
    default:
      let jumps = mnemonic.hasPrefix("j") || mnemonic.hasPrefix("loop") || mnemonic.hasPrefix("xbegin")
      return jumps ? .jump(isConditional: true) : .other
    }
  }

  private func width(_ position: Int) -> Int? { RegisterName(operands[position], .x86_64)?.width }

  /// The registers among the operands that may be written. Too many do no harm.
  var written: [String] {
    if Self.readers.contains(mnemonic), !mnemonic.hasPrefix("cmps"), mnemonic != "imul" { return [] }
    return mnemonic == "xchg" || mnemonic == "xadd" ? operands : Array(operands.prefix(1))
  }
}
