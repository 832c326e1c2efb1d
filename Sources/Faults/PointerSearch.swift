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
  }

  /// The candidates, the nearest to the crash first.
  private(set) var candidates: [Candidate] = []
  /// Why the search went no further.
  private(set) var end = Reason.computed

  /// Why no name is known. The raw value is the name in JSON output.
  enum Reason: String {
    case computed = "the address is computed"
    case call = "the pointer is the result of a call"
    case block = "the pointer comes from another block of the function"
    case noCode = "the preceding code is not known"
    case noVariable = "no variable is known to hold the pointer"
    case noDebugInformation = "no debug information"
  }

  private static let maxInstructions = 8

  private let registers: RegisterFile
  private let frameAddress: PointerQuestion.FrameAddress?
  private let link: (UInt64) -> LinkAddress?

  /// Follows the base of an access backwards. `preceding` are the instructions before, the nearest first; `link` turns runtime
  /// addresses into those of the debug file.
  init(
    _ access: MemoryAccess, at counter: UInt64, _ preceding: [Instruction], _ registers: RegisterFile,
    frameAddress: PointerQuestion.FrameAddress?, link: @escaping (UInt64) -> LinkAddress?
  ) {
    self.registers = registers
    self.frameAddress = frameAddress
    self.link = link
    guard let base = access.base, access.index == nil else { return }
    follow(base, [access.displacement], counter, preceding)
  }

  /// Asks for the variable in a register, or in memory, at the instruction itself: a divisor.
  init(
    _ access: MemoryAccess?, register: String?, at counter: UInt64, _ registers: RegisterFile,
    frameAddress: PointerQuestion.FrameAddress?, link: @escaping (UInt64) -> LinkAddress?
  ) {
    self.registers = registers
    self.frameAddress = frameAddress
    self.link = link
    end = .noVariable
    if let register, let number = Self.number(register, registers.processor) {
      add(.register(number), [], counter, isCertain: true, 0)
    } else if let access, let place = slot(access) {
      add(place, [], counter, isCertain: true, 0)
    }
  }

  private mutating func follow(_ base: String, _ offsets: [Int64], _ counter: UInt64, _ preceding: [Instruction]) {
    var (register, offsets, added) = (base, offsets, UInt64(0))
    if let number = Self.number(register, registers.processor) { add(.register(number), offsets, counter, isCertain: true, 0) }
    var position = 0
    while position < min(preceding.count, Self.maxInstructions) {
      let instruction = preceding[position]
      if case .jump(isConditional: false) = instruction.effect {
        end = .block
        return
      }
      guard instruction.writes(register, registers.processor) else {
        position += 1
        continue
      }
      switch instruction.effect {
      case .copy(let to, let from) where Self.isSame(to, register, registers.processor):
        register = from
      case .add(let to, let from, let number) where Self.isSame(to, register, registers.processor):
        if offsets.count == 1 { added &+= number }
        offsets[0] = offsets[0] &+ Int64(bitPattern: number)
        register = from
      case .load(let loads):
        guard let load = loads.first(where: { Self.isSame($0.register, register, registers.processor) }),
          load.access.size == registers.processor.pointerSize, load.access.index == nil
        else { return }
        if let place = slot(load.access) {
          add(place, offsets, instruction.address, isCertain: false, added)
          end = .noVariable
          return
        }
        guard let from = load.access.base, offsets.count < 4 else { return }
        offsets.insert(load.access.displacement, at: 0)
        register = from
      case .call:
        end = .call
        return
      default: return
      }
      if let number = Self.number(register, registers.processor) {
        add(.register(number), offsets, instruction.address, isCertain: false, added)
      }
      position += 1
    }
    end = preceding.isEmpty ? .noCode : position < Self.maxInstructions ? .block : .noVariable
  }

  private mutating func add(
    _ place: PointerQuestion.Place, _ offsets: [Int64], _ address: UInt64, isCertain: Bool, _ added: UInt64
  ) {
    guard let instruction = link(address) else { return }
    let question = PointerQuestion(instruction: instruction, place: place, offsets: offsets, frameAddress: frameAddress)
    candidates.append(Candidate(question: question, isCertain: isCertain, added: added))
  }

  /// The place of memory that an access reads if it belongs to the function's frame or to the program.
  private func slot(_ access: MemoryAccess) -> PointerQuestion.Place? {
    guard access.index == nil else { return nil }
    guard let base = access.base else { return link(UInt64(bitPattern: access.displacement)).map { .address($0.value) } }
    guard registers.isStack(base) || base == "rbp" || base == "x29",
      let number = Self.number(base, registers.processor)
    else { return nil }
    return .memory(register: number, offset: access.displacement)
  }

  private static func isSame(_ one: String, _ other: String, _ processor: Processor) -> Bool {
    number(one, processor).map { $0 == number(other, processor) } ?? false
  }

  /// The number of a general register in DWARF: of x86-64 by the System V ABI, of ARM by its own numbers.
  static func number(_ register: String, _ processor: Processor) -> Int? {
    switch processor {
    case .x86_64: Self.intel[register] ?? Self.intelHalves[register]
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
  private static let intelHalves = Dictionary(
    uniqueKeysWithValues: names.enumerated().map { number, name in
      (number < 8 ? "e\(name.dropFirst())" : "\(name)d", number)
    })
}
