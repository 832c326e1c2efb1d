/// An instruction that stops the process on purpose: a check that failed, a breakpoint. Known without a disassembler.
package struct TrapInstruction: Hashable, Sendable {
  /// The instruction in assembler: `brk #0x1`.
  package let text: String
  /// The number of bytes.
  package let size: Int
  package private(set) var bytes: [UInt8] = []
  /// Why compilers put it there, as a noun phrase; nil if they do not.
  package let meaning: String?
  package let kind: Kind

  /// What stops the process.
  package enum Kind: Sendable {
    case other
    /// The authentication of a pointer failed.
    case authentication
    /// A check of -fsanitize-trap failed.
    case sanitizer
  }

  /// Whether compilers put it where a check of the program failed.
  package var isCheck: Bool { meaning == Self.check || kind == .sanitizer }
  /// Whether it says that an index was out of bounds.
  package var isIndexCheck: Bool { meaning == Self.sanitizer(0x12) }

  private init(_ text: String, size: Int, _ meaning: String?, _ kind: Kind = .other) {
    self.text = text
    self.size = size
    self.meaning = meaning
    self.kind = kind
  }

  /// Reads the instruction at the start of `bytes`, or returns nil if it is another one.
  package init?(_ bytes: [UInt8], _ processor: Processor) {
    let found =
      switch processor {
      case .arm64: Self.arm64(bytes)
      case .x86_64: Self.x86(bytes)
      case .arm: Self.arm(bytes)
      case .thumb: Self.thumb(bytes)
      }
    guard let found else { return nil }
    self = found
    self.bytes = Array(bytes.prefix(size))
  }

  /// `int3` of x86-64, which stops behind itself.
  package static let breakpoint: UInt8 = 0xcc

  private static let check = "a check that the compiler inserted: a precondition of Swift, __builtin_trap or unreachable code"
  private static let debugger = "a stop for a debugger (__builtin_debugtrap)"

  private static func word(_ bytes: [UInt8]) -> UInt32? {
    bytes.count < 4 ? nil : bytes.prefix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
  }

  private static func arm64(_ bytes: [UInt8]) -> TrapInstruction? {
    guard let word = word(bytes) else { return nil }
    if word >> 16 == 0 { return TrapInstruction("udf #\(hex(word))", size: 4, nil) }
    guard word & 0xffe0_001f == 0xd420_0000 else { return nil }
    let number = word >> 5 & 0xffff
    let text = "brk #\(hex(number))"
    switch number {
    case 1: return TrapInstruction(text, size: 4, check)
    case 0xf000: return TrapInstruction(text, size: 4, debugger)
    case 0xc470...0xc473:
      let key = ["IA", "IB", "DA", "DB"][Int(number - 0xc470)]
      return TrapInstruction(text, size: 4, "a pointer whose authentication failed (key \(key))", .authentication)
    case 0xc474: return TrapInstruction(text, size: 4, "a pointer whose authentication failed", .authentication)
    case 0x5500...0x55ff: return TrapInstruction(text, size: 4, sanitizer(Int(number - 0x5500)), .sanitizer)
    default: return TrapInstruction(text, size: 4, nil)
    }
  }

  private static func x86(_ bytes: [UInt8]) -> TrapInstruction? {
    if bytes.starts(with: [0x0f, 0x0b]) { return TrapInstruction("ud2", size: 2, check) }
    if bytes.first == breakpoint { return TrapInstruction("int3", size: 1, debugger) }
    // `ud1l 18(%eax), %eax` of -fsanitize-trap, with the address-size prefix; the displacement is the kind.
    guard bytes.starts(with: [0x67, 0x0f, 0xb9]), bytes.count >= 4 else { return nil }
    if bytes[3] == 0x00 { return TrapInstruction("ud1 eax, dword ptr [eax]", size: 4, sanitizer(0), .sanitizer) }
    guard bytes[3] == 0x40, bytes.count >= 5 else { return nil }
    return TrapInstruction("ud1 eax, dword ptr [eax + \(hex(UInt32(bytes[4])))]", size: 5, sanitizer(Int(bytes[4])), .sanitizer)
  }

  private static func arm(_ bytes: [UInt8]) -> TrapInstruction? {
    guard let word = word(bytes) else { return nil }
    if word == 0xe7ff_defe { return TrapInstruction("trap", size: 4, check) }
    if word & 0xfff0_00f0 == 0xe120_0070 {
      return TrapInstruction("bkpt #\(hex(word >> 4 & 0xfff0 | word & 15))", size: 4, debugger)
    }
    guard word & 0xfff0_00f0 == 0xe7f0_00f0 else { return nil }
    return TrapInstruction("udf #\(hex(word >> 4 & 0xfff0 | word & 15))", size: 4, nil)
  }

  private static func thumb(_ bytes: [UInt8]) -> TrapInstruction? {
    guard bytes.count >= 2 else { return nil }
    switch (bytes[1], bytes[0]) {
    case (0xde, 0xfe): return TrapInstruction("trap", size: 2, check)
    case (0xde, let number): return TrapInstruction("udf #\(hex(UInt32(number)))", size: 2, nil)
    case (0xbe, let number): return TrapInstruction("bkpt #\(hex(UInt32(number)))", size: 2, debugger)
    default: return nil
    }
  }

  private static func hex(_ number: UInt32) -> String { "0x" + String(number, radix: 16) }

  /// The checks of -fsanitize-trap by the number in the instruction (clang, lib/CodeGen/CodeGenFunction.h, `LIST_SANITIZER_CHECKS`).
  private static let checks = [
    "overflow of an addition", "unreachable code", "failed control flow integrity", "overflow of a division",
    "object of another type", "overflow of a conversion from floating point", "function of another type",
    "lossy implicit conversion", "invalid argument of a builtin", "invalid cast of an Objective-C object",
    "load of an invalid value", "missing return", "overflow of a multiplication", "overflow of a negation",
    "null argument", "null return value", "null argument", "null return value", "index out of bounds",
    "overflow of pointer arithmetic", "shift out of bounds", "overflow of a subtraction",
    "misaligned or null pointer, or one to an object that is too small", "wrong assumption of alignment",
    "array size that is not positive", "access out of bounds (-fbounds-safety)",
  ]

  private static func sanitizer(_ kind: Int) -> String {
    checks.indices.contains(kind) ? "a failed check of -fsanitize-trap: \(checks[kind])" : "a failed check of -fsanitize-trap"
  }
}
