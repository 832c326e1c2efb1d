internal import SymbolModel

/// Evaluates location expressions (DWARF 5, 2.5 and 2.6) with what a report knows of a thread. Damaged expressions end in a reason.
struct LocationMachine {
  /// Why an expression has no result.
  struct Failure: Error {
    let reason: VariableValue.Reason
  }

  /// Where a variable or a piece of one is.
  enum Place {
    case register(Int)
    case memory(UInt64)
    /// The bytes themselves, and what they were computed from.
    case bytes([UInt8], origins: [String])
    case absent(VariableValue.Reason)
  }

  struct Piece {
    var place: Place
    /// The number of bits, or nil for all that there are.
    var bits: UInt64?
    /// The first bit of the place that belongs to the piece.
    var bitOffset: UInt64 = 0
  }

  private static let maxOperations = 512
  private static let maxSteps = 4_096
  private static let maxDepth = 64
  private static let maxPieces = 64

  private let state: CapturedState
  /// The frame base, or why it is unknown; nil inside of the expression of the frame base itself.
  private let frameBase: Result<UInt64, Failure>?
  /// The canonical frame address, or nil if unknown.
  private let frameAddress: UInt64?

  private var stack: [TypedNumber] = []
  private var origins: [String] = []
  /// The place that a piece would have, if an operation names one.
  private var place: Place?
  private var pieces: [Piece] = []

  init(_ state: CapturedState, frameBase: Result<UInt64, Failure>?, frameAddress: UInt64?) {
    self.state = state
    self.frameBase = frameBase
    self.frameAddress = frameAddress
  }

  /// Evaluates an expression. An empty one says that there is no value.
  mutating func run(_ operations: [LocationOperation]) throws(Failure) -> [Piece] {
    guard operations.count <= Self.maxOperations else { throw Failure(reason: .unknownLocation) }
    (stack, origins, place, pieces) = ([], [], nil, [])
    var next = 0
    var steps = 0
    while operations.indices.contains(next) {
      steps += 1
      guard steps <= Self.maxSteps, stack.count <= Self.maxDepth else { throw Failure(reason: .unknownLocation) }
      let operation = operations[next]
      next += 1
      if isWideLoad(operation, before: operations.dropFirst(next).first) {
        place = .memory(state.address(try pop().extended))
        next += 1
      } else if operation.code == Operation.skip || operation.code == Operation.bra {
        let jumps = operation.code == Operation.skip ? true : try pop().bits != 0
        if jumps { next = try target(of: operation, in: operations) }
      } else {
        try perform(operation)
      }
    }
    if pieces.isEmpty { return [Piece(place: try finished())] }
    // A description after the last piece belongs to none.
    guard place == nil, stack.isEmpty else { throw Failure(reason: .unknownLocation) }
    return pieces
  }

  /// Evaluates the expression of a frame base.
  mutating func frameBase(_ operations: [LocationOperation]) throws(Failure) -> UInt64 {
    let pieces = try run(operations)
    guard pieces.count == 1 else { throw Failure(reason: .unknownLocation) }
    switch pieces[0].place {
    case .register(let number): return try register(number).value
    case .memory(let address): return address
    case .bytes: throw Failure(reason: .unknownLocation)
    case .absent(let reason): throw Failure(reason: reason)
    }
  }

  /// Whether an operation loads the value of a vector register from where it was saved, of which the variable is the beginning: clang
  /// writes `DW_OP_deref_size 16, DW_OP_stack_value`.
  private func isWideLoad(_ operation: LocationOperation, before next: LocationOperation?) -> Bool {
    operation.code == Operation.derefSize && (9...64).contains(operation.first) && next?.code == Operation.stackValue
      && place == nil
  }

  private func target(of operation: LocationOperation, in operations: [LocationOperation]) throws(Failure) -> Int {
    // The distance counts from the end of the operation, which has three bytes.
    let distance = UInt64(bitPattern: Int64(Int16(truncatingIfNeeded: operation.first)))
    let position = operation.position &+ 3 &+ distance
    if let found = operations.firstIndex(where: { $0.position == position }) { return found }
    guard let last = operations.last, position > last.position else { throw Failure(reason: .unknownLocation) }
    return operations.count
  }

  /// Ends a piece or the whole expression.
  private mutating func finished() throws(Failure) -> Place {
    defer { (place, stack, origins) = (nil, [], []) }
    if let place { return place }
    guard let address = stack.last else { return .absent(.optimizedOut) }
    return .memory(state.address(address.extended))
  }

  private mutating func perform(_ operation: LocationOperation) throws(Failure) {
    switch operation.code {
    case Operation.piece, Operation.bitPiece: return try endPiece(operation)
    case Operation.nop, Operation.gnuUninit: return
    default: break
    }
    // After the name of a place nothing but a piece may follow.
    guard place == nil else { throw Failure(reason: .unknownLocation) }
    switch operation.code {
    case Operation.registers: place = .register(Int(operation.code - Operation.registers.lowerBound))
    case Operation.regx: place = .register(try Self.number(operation.first))
    case Operation.implicitValue: place = .bytes(operation.block, origins: ["constant"])
    case Operation.stackValue: place = try stackValue()
    case Operation.implicitPointer, Operation.gnuImplicitPointer: place = .absent(.optimizedOut)
    case Operation.entryValue, Operation.gnuEntryValue: throw Failure(reason: .entryValue)
    case Operation.formTLSAddress, Operation.gnuPushTLSAddress: throw Failure(reason: .threadLocal)
    case Operation.constType, Operation.gnuConstType, Operation.regvalType, Operation.gnuRegvalType, Operation.derefType,
      Operation.gnuDerefType, Operation.convert, Operation.gnuConvert, Operation.reinterpret, Operation.gnuReinterpret:
      try performTyped(operation)
    default: try performOnStack(operation)
    }
  }

  private mutating func endPiece(_ operation: LocationOperation) throws(Failure) {
    let isBits = operation.code == Operation.bitPiece
    let (bits, overflow) = operation.first.multipliedReportingOverflow(by: isBits ? 1 : 8)
    guard pieces.count < Self.maxPieces, !overflow else { throw Failure(reason: .unknownLocation) }
    pieces.append(Piece(place: try finished(), bits: bits, bitOffset: isBits ? operation.second : 0))
  }

  private mutating func stackValue() throws(Failure) -> Place {
    let value = try pop()
    let bytes = (0..<value.size).map { UInt8(truncatingIfNeeded: value.bits >> UInt64(8 * $0)) }
    return .bytes(bytes, origins: origins.isEmpty ? ["constant"] : origins)
  }

  /// Operations that have numbers of the generic type as operands.
  private mutating func performOnStack(_ operation: LocationOperation) throws(Failure) {
    switch operation.code {
    case Operation.addr, Operation.addrx, Operation.gnuAddrIndex: try push(operation.first &+ state.slide)
    case Operation.const1u...Operation.consts, Operation.constx, Operation.gnuConstIndex: try push(operation.first)
    case Operation.literals: try push(UInt64(operation.code - Operation.literals.lowerBound))
    case Operation.baseRegisters:
      try push(register(Int(operation.code - Operation.baseRegisters.lowerBound)), operation.first)
    case Operation.bregx: try push(register(try Self.number(operation.first)), operation.second)
    case Operation.fbreg: try pushFrame(operation.first)
    case Operation.callFrameCFA:
      guard let frameAddress else { throw Failure(reason: .notInReport) }
      try push(frameAddress)
    case Operation.deref: try load(state.addressSize, nil)
    case Operation.derefSize: try load(try Self.number(operation.first), nil)
    case Operation.dup: stack.append(try element(0))
    case Operation.over: stack.append(try element(1))
    case Operation.pick: stack.append(try element(try Self.number(operation.first)))
    case Operation.drop: _ = try pop()
    case Operation.swap: stack.insert(try pop(), at: try depth(1))
    case Operation.rot: stack.insert(try pop(), at: try depth(2))
    default: try compute(operation)
    }
  }

  private mutating func compute(_ operation: LocationOperation) throws(Failure) {
    let top = try pop()
    switch operation.code {
    case Operation.abs: stack.append(top.with(top.signed.magnitude))
    case Operation.neg: stack.append(top.with(0 &- top.bits))
    case Operation.not: stack.append(top.with(~top.bits))
    case Operation.plusUconst: stack.append(top.with(top.bits &+ operation.first))
    case Operation.and, Operation.div, Operation.minus, Operation.mod, Operation.mul, Operation.or, Operation.plus,
      Operation.shl, Operation.shr, Operation.shra, Operation.xor, Operation.eq...Operation.ne:
      guard let result = try pop().combined(operation.code, top, addressSize: state.addressSize) else {
        throw Failure(reason: .unknownLocation)
      }
      stack.append(result)
    default: throw Failure(reason: .unknownLocation)
    }
  }

  private mutating func performTyped(_ operation: LocationOperation) throws(Failure) {
    switch operation.code {
    case Operation.constType, Operation.gnuConstType:
      guard operation.block.count <= 8 else { throw Failure(reason: .unknownLocation) }
      let bits = operation.block.enumerated().reduce(UInt64(0)) { $0 | UInt64($1.element) << UInt64(8 * $1.offset) }
      try push(bits, operation.type)
    case Operation.regvalType, Operation.gnuRegvalType:
      let source = try register(try Self.number(operation.first))
      note(source.name)
      try push(source.value, operation.type)
    case Operation.derefType, Operation.gnuDerefType: try load(try Self.number(operation.first), operation.type)
    case Operation.convert, Operation.gnuConvert: try push(try pop().extended, operation.type)
    default:
      let top = try pop()
      guard (operation.type?.size ?? state.addressSize) == top.size else { throw Failure(reason: .unknownLocation) }
      try push(top.bits, operation.type)
    }
  }

  private mutating func pushFrame(_ offset: UInt64) throws(Failure) {
    switch frameBase {
    case .success(let base)?: try push(base &+ offset)
    case .failure(let failure)?: throw failure
    case nil: throw Failure(reason: .unknownLocation)
    }
  }

  private mutating func load(_ size: Int, _ type: LocationOperation.BaseType?) throws(Failure) {
    let address = state.address(try pop().extended)
    guard (1...8).contains(size) else { throw Failure(reason: .unknownLocation) }
    guard let number = state.number(at: address, size: size) else { throw Failure(reason: .notInReport) }
    note(state.isStack(address) ? "stack" : "memory")
    try push(number, type)
  }

  private mutating func note(_ origin: String) { if !origins.contains(origin) { origins.append(origin) } }

  private mutating func push(_ source: ValueQuestion.Register, _ offset: UInt64) throws(Failure) {
    note(source.name)
    try push(source.value &+ offset)
  }

  private mutating func push(_ bits: UInt64, _ type: LocationOperation.BaseType? = nil) throws(Failure) {
    guard let number = TypedNumber(bits, type, addressSize: state.addressSize) else { throw Failure(reason: .unknownLocation) }
    stack.append(number)
  }

  private mutating func pop() throws(Failure) -> TypedNumber {
    guard let top = stack.popLast() else { throw Failure(reason: .unknownLocation) }
    return top
  }

  /// Returns the number that is `below` others.
  private func element(_ below: Int) throws(Failure) -> TypedNumber { stack[try depth(below + 1)] }

  /// Returns the position of the element that, with those above it, is the last `count`.
  private func depth(_ count: Int) throws(Failure) -> Int {
    guard count > 0, count <= stack.count else { throw Failure(reason: .unknownLocation) }
    return stack.count - count
  }

  private func register(_ number: Int) throws(Failure) -> ValueQuestion.Register {
    guard let register = state.register(number) else { throw Failure(reason: .notInReport) }
    return register
  }

  private static func number(_ value: UInt64) throws(Failure) -> Int {
    guard value < 1 << 16 else { throw Failure(reason: .unknownLocation) }
    return Int(value)
  }
}
