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

  /// The code in front of an instruction.
  struct Preceding {
    let instructions: PrecedingInstructions
    /// The address of the function's first instruction, or nil if unknown.
    let start: UInt64?
    /// The position of the nearest instruction.
    var first = 0

    subscript(position: Int) -> Instruction? { instructions[first + position] }

    /// Returns those in front of the first of them.
    func dropping(_ count: Int) -> Preceding { Preceding(instructions: instructions, start: start, first: first + count) }
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
    /// The array in a register.
    case array(String)
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

  /// The function that returned the pointer, if it is the pointer of an access and nothing was loaded through it before.
  private(set) var callee: UInt64?

  private static let maxInstructions = 8
  private static let maxOffsets = 4
  /// `x0` and `rax` in DWARF.
  private static let resultRegister = 0

  private let registers: RegisterFile
  private let link: (UInt64) -> LinkAddress?
  private let indexName: (Index) -> String?
  private var index: PointerQuestion.Index?
  /// Whether the value is used as a pointer.
  private var isPointer = false
  private var offsets: [Int64] = []
  /// What was added to the pointer to make the base register.
  private(set) var added: UInt64 = 0
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
      isPointer = true
      offsets = [access.displacement]
      follow(base, counter, preceding)
    case .register(let name): follow(name, counter, preceding)
    case .array(let name):
      isPointer = true
      follow(name, counter, preceding)
    case .memory(let access):
      if load(access, at: counter, preceding, isCertain: true), let base = access.base { follow(base, counter, preceding) }
    }
  }

  private mutating func follow(_ first: String, _ counter: UInt64, _ preceding: Preceding) {
    var (register, used) = (first, counter)
    addRegister(register, at: counter, isCertain: true)
    var (position, last) = (0, counter)
    while position < Self.maxInstructions, let instruction = preceding[position] {
      position += 1
      last = instruction.address
      if instruction.isFinalJump {
        end = .block
        return
      }
      guard instruction.writes(register) else { continue }
      switch instruction.effect {
      case .copy(let to, let from) where isSame(to, register): register = from
      case .extend(let to, let from) where isSame(to, register) && offsets.isEmpty: register = from
      case .add(let to, let from, let number) where isSame(to, register) && (!offsets.isEmpty || isPointer):
        if offsets.count <= 1, !isAccess { added &+= number }
        if !offsets.isEmpty { offsets[0] = offsets[0] &+ Int64(bitPattern: number) }
        register = from
      case .load(let loads):
        guard let found = loads.first(where: { isSame($0.register, register) }),
          offsets.isEmpty ? added == 0 : found.access.size == registers.processor.pointerSize,
          load(found.access, at: instruction.address, preceding.dropping(position), isCertain: false),
          let base = found.access.base
        else { return }
        register = base
      case .address(_, let address):
        end = .noVariable
        addAddress(address, at: instruction.address)
        return
      case .call:
        end = .call
        if isPointer, offsets.count == 1, !isAccess, registers.debugNumber(of: register) == Self.resultRegister {
          callee = instruction.callee
        }
        return
      default: return
      }
      used = instruction.address
      addRegister(register, at: used, isCertain: false)
    }
    if origin == nil {
      origin = Origin(place: .register(register, before: used), offsets: offsets, added: added)
    }
    let isWhole = last == preceding.start || position == Self.maxInstructions
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
    if registers.isStack(base), let number = registers.debugNumber(of: base) {
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

  /// Takes the value from a variable of the program whose address is a part of the code, or takes the address itself.
  private mutating func addAddress(_ address: UInt64, at instruction: UInt64) {
    if isAccess || offsets.count > 1 {
      // A value was loaded from the first offset.
      let offset = offsets.removeFirst()
      index?.step -= 1
      if offsets.isEmpty { isAccess = false }
      guard index.map({ $0.step >= 0 }) != false, let place = link(address &+ UInt64(bitPattern: offset)) else { return }
      add(.address(place.value), at: instruction, isCertain: false)
    } else if isPointer, index == nil, let place = link(address &+ added) {
      if !offsets.isEmpty { offsets[0] = offsets[0] &- Int64(bitPattern: added) }
      added = 0
      add(.object(place.value), at: instruction, isCertain: false)
    }
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
      let number = registers.debugNumber(of: other)
    else { return }
    let place = PointerQuestion.Place.memory(
      register: number, offset: offset &+ Int64(bitPattern: value &- otherValue))
    add(place, at: address, isCertain: false)
  }

  private mutating func addRegister(_ register: String, at address: UInt64, isCertain: Bool) {
    if let number = registers.debugNumber(of: register) { add(.register(number), at: address, isCertain: isCertain) }
  }

  private mutating func add(_ place: PointerQuestion.Place, at address: UInt64, isCertain: Bool) {
    // A number that is added to an array makes another one.
    guard let instruction = link(address), !offsets.isEmpty || added == 0 else { return }
    let question = PointerQuestion(instruction: instruction, place: place, offsets: offsets, index: index)
    candidates.append(Candidate(question: question, isCertain: isCertain, added: added, isAccess: isAccess))
  }

  private func isSame(_ one: String, _ other: String) -> Bool {
    registers.debugNumber(of: one).map { $0 == registers.debugNumber(of: other) } ?? false
  }
}
