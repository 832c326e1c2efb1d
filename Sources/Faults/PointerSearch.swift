internal import CrashModel
internal import DWARF
internal import Instructions
internal import SymbolModel

/// Where the value of a register comes from: the instruction at which the thread crashed, and up to eight before it in its block.
///
/// A value that is stored is never looked for where memory is loaded later: between both, a jump may come from elsewhere. A register
/// that an instruction writes in part, or that a call may change, is not followed any further.
struct PointerSearch {
  /// A place that may be a variable.
  struct Candidate {
    let question: PointerQuestion
    /// Whether the place is the register at the crashed instruction itself.
    let isCertain: Bool
    /// What was added to the pointer to make the base register.
    let added: UInt64
    /// Whether what is at the last offset is the value in question, rather than a pointer to it.
    var isAccess = false
  }

  /// The code in front of the crashed instruction.
  struct Preceding {
    /// The instructions, the nearest first.
    var instructions: [Instruction]
    /// Whether the last of them is the first of the function.
    var reachesStart: Bool

    /// Returns those in front of the first of them.
    func dropping(_ count: Int) -> Preceding {
      Preceding(instructions: Array(instructions.dropFirst(count)), reachesStart: reachesStart)
    }
  }

  /// A register that holds an index at one of the instructions.
  struct Index {
    let register: String
    let address: UInt64
    let preceding: Preceding
  }

  /// What the search begins with.
  enum Goal {
    /// The pointer of an access.
    case base(MemoryAccess)
    /// The number in a register.
    case register(String)
    /// The number in memory.
    case memory(MemoryAccess)
  }

  /// Why no name is known. The raw value is the name in JSON output.
  enum Reason: String {
    case computed = "the address is computed"
    case call = "the pointer is the result of a call"
    case block = "the pointer comes from another block of the function"
    case noCode = "the preceding code is not known"
    case noVariable = "no variable is known to hold the pointer"
    case noDebugInformation = "no debug information"
  }

  /// The candidates, the nearest to the crash first.
  private(set) var candidates: [Candidate] = []
  /// Why the search went no further.
  private(set) var end = Reason.computed
  /// Where the value was before all candidates: memory of the frame, or a register.
  private(set) var origin: Origin?

  /// Where a value came from that no variable of the candidates has.
  struct Origin {
    enum Place {
      case slot(MemoryAccess)
      case register(String, before: UInt64)
    }

    let place: Place
    let offsets: [Int64]
    let added: UInt64
  }

  private static let maxInstructions = 8
  private static let maxOffsets = 4

  private let registers: RegisterFile
  private let link: (UInt64) -> LinkAddress?
  private let indexName: (Index) -> String?
  private var index: PointerQuestion.Index?
  private var offsets: [Int64] = []
  private var added: UInt64 = 0
  /// Whether the value in question is at the last offset.
  private var isAccess = false

  /// Follows a value backwards from the instruction at `counter`. `link` turns runtime addresses into those of the debug file; `indexName`
  /// names an index.
  init(
    _ goal: Goal, at counter: UInt64, _ preceding: Preceding, _ registers: RegisterFile,
    link: @escaping (UInt64) -> LinkAddress?, indexName: @escaping (Index) -> String? = { _ in nil }
  ) {
    self.registers = registers
    self.link = link
    self.indexName = indexName
    switch goal {
    case .base(let access):
      guard let base = access.base, access.index == nil else { return }
      offsets = [access.displacement]
      follow(base, counter, preceding)
    case .register(let name): follow(name, counter, preceding)
    case .memory(let access):
      if load(access, at: counter, preceding, isCertain: true), let base = access.base { follow(base, counter, preceding) }
    }
  }

  private mutating func follow(_ first: String, _ counter: UInt64, _ preceding: Preceding) {
    var (register, used) = (first, counter)
    addRegister(register, at: counter, isCertain: true)
    let instructions = preceding.instructions.prefix(Self.maxInstructions)
    for (position, instruction) in instructions.enumerated() {
      if case .jump(isConditional: false) = instruction.effect {
        end = .block
        return
      }
      guard instruction.writes(register, registers.processor) else { continue }
      switch instruction.effect {
      case .copy(let to, let from) where isSame(to, register): register = from
      case .extend(let to, let from) where isSame(to, register) && offsets.isEmpty: register = from
      case .add(let to, let from, let number) where isSame(to, register) && !offsets.isEmpty:
        if offsets.count == 1, !isAccess { added &+= number }
        offsets[0] = offsets[0] &+ Int64(bitPattern: number)
        register = from
      case .load(let loads):
        guard let found = loads.first(where: { isSame($0.register, register) }),
          offsets.isEmpty || found.access.size == registers.processor.pointerSize,
          load(found.access, at: instruction.address, preceding.dropping(position + 1), isCertain: false),
          let base = found.access.base
        else { return }
        register = base
      case .call:
        end = .call
        return
      default: return
      }
      used = instruction.address
      addRegister(register, at: used, isCertain: false)
    }
    if origin == nil {
      origin = Origin(place: .register(register, before: used), offsets: offsets, added: added)
    }
    let isWhole = preceding.reachesStart || instructions.count == Self.maxInstructions
    end = isWhole ? .noVariable : .noCode
  }

  /// Takes the value from memory. Returns whether its base can be followed.
  private mutating func load(_ access: MemoryAccess, at address: UInt64, _ preceding: Preceding, isCertain: Bool) -> Bool {
    if let part = access.index { return loadElement(access, part, at: address, preceding) }
    guard let base = access.base else {
      end = .noVariable
      if let place = link(UInt64(bitPattern: access.displacement)) {
        add(.address(place.value), at: address, isCertain: isCertain)
      }
      return false
    }
    if registers.isStack(base), let number = Self.number(base, registers.processor) {
      if origin == nil { origin = Origin(place: .slot(access), offsets: offsets, added: added) }
      add(.memory(register: number, offset: access.displacement), at: address, isCertain: isCertain)
      addOtherFrameRegister(base, access.displacement, at: address, isCertain: isCertain)
      // A frame pointer may be any register where functions have none.
      end = .noVariable
      if registers.isStackPointer(base) { return false }
    }
    guard offsets.count < Self.maxOffsets else { return false }
    prepend(access.displacement)
    return true
  }

  private mutating func prepend(_ offset: Int64) {
    if offsets.isEmpty { isAccess = true }
    offsets.insert(offset, at: 0)
    index?.step += 1
  }

  /// Takes the value from an element whose index is known by name.
  private mutating func loadElement(
    _ access: MemoryAccess, _ part: MemoryAccess.Index, at address: UInt64, _ preceding: Preceding
  ) -> Bool {
    guard let base = access.base, !registers.isStack(base), offsets.count < Self.maxOffsets, index == nil, part.scale > 1,
      let name = indexName(Index(register: part.register, address: address, preceding: preceding))
    else { return false }
    prepend(access.displacement)
    index = PointerQuestion.Index(step: 0, stride: UInt64(part.scale), name: name)
    return true
  }

  /// Debug information may name slots relative to the frame pointer, and instructions relative to the stack pointer, or the other way round.
  private mutating func addOtherFrameRegister(_ base: String, _ offset: Int64, at address: UInt64, isCertain: Bool) {
    let frame = registers.processor == .x86_64 ? "rbp" : "x29"
    let stack = registers.processor == .x86_64 ? "rsp" : "sp"
    let other = registers.isStackPointer(base) ? frame : stack
    guard registers.isStack(other), let value = registers.value(of: base), let otherValue = registers.value(of: other),
      let number = Self.number(other, registers.processor)
    else { return }
    let place = PointerQuestion.Place.memory(
      register: number, offset: offset &+ Int64(bitPattern: value &- otherValue))
    add(place, at: address, isCertain: false)
  }

  private mutating func addRegister(_ register: String, at address: UInt64, isCertain: Bool) {
    if let number = Self.number(register, registers.processor) { add(.register(number), at: address, isCertain: isCertain) }
  }

  private mutating func add(_ place: PointerQuestion.Place, at address: UInt64, isCertain: Bool) {
    guard let instruction = link(address) else { return }
    let question = PointerQuestion(instruction: instruction, place: place, offsets: offsets, index: index)
    candidates.append(Candidate(question: question, isCertain: isCertain, added: added, isAccess: isAccess))
  }

  private func isSame(_ one: String, _ other: String) -> Bool {
    Self.number(one, registers.processor).map { $0 == Self.number(other, registers.processor) } ?? false
  }

  /// The number of a general register in DWARF: of x86-64 by the System V ABI, of ARM by its own numbers.
  static func number(_ register: String, _ processor: Processor) -> Int? {
    switch processor {
    case .x86_64: Self.intel[register] ?? Self.intelParts[register]
    case .arm64:
      register == "sp"
        ? 31 : ["x", "w"].contains(register.prefix(1)) ? UInt8(register.dropFirst()).flatMap { $0 < 31 ? Int($0) : nil } : nil
    case .arm, .thumb: register.hasPrefix("r") ? UInt8(register.dropFirst()).flatMap { $0 < 13 ? Int($0) : nil } : nil
    }
  }

  private static let names = [
    "rax", "rdx", "rcx", "rbx", "rsi", "rdi", "rbp", "rsp", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15",
  ]
  private static let intel = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
  /// The lower 32 and 16 bits.
  private static let intelParts = Dictionary(
    uniqueKeysWithValues: names.enumerated().flatMap { number, name in
      number < 8
        ? [("e\(name.dropFirst())", number), (String(name.dropFirst()), number)] : [("\(name)d", number), ("\(name)w", number)]
    })
}
