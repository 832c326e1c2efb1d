/// The kinds of processor that have a fixed order of registers in KSCrash's filter.
enum KSCrashProcessor {
  case arm, arm64, x86, x86_64

  /// Returns the processor for an architecture, or x86 for unknown names.
  init(_ name: String) {
    if name.hasPrefix("arm64") {
      self = .arm64
    } else if name.hasPrefix("arm") {
      self = .arm
    } else {
      self = name.hasPrefix("x86_64") ? .x86_64 : .x86
    }
  }

  /// Whether addresses have 64 bits.
  var is64Bit: Bool { self == .arm64 || self == .x86_64 }

  /// The digits of an address.
  var digits: Int { is64Bit ? 16 : 8 }

  /// The name in `Code Type:`.
  var name: String {
    switch self {
    case .arm: "ARM"
    case .arm64: "ARM-64"
    case .x86: "X86"
    case .x86_64: "X86-64"
    }
  }

  /// The exception registers, in the order of Apple's reports, each with its number of digits.
  var exceptionRegisters: [(name: String, digits: Int)] {
    switch self {
    case .arm: [("far", 8), ("fsr", 8)]
    case .arm64: [("far", 16), ("esr", 8)]
    case .x86, .x86_64: [("trapno", 1), ("err", 8), ("faultvaddr", digits)]
    }
  }

  /// The registers in the order of the text.
  var registers: [String] {
    switch self {
    case .arm: (0...11).map { "r\($0)" } + ["ip", "sp", "lr", "pc", "cpsr"]
    case .arm64: (0...28).map { "x\($0)" } + ["fp", "lr", "sp", "pc", "cpsr"]
    case .x86: ["eax", "ebx", "ecx", "edx", "edi", "esi", "ebp", "esp", "ss", "eflags", "eip", "cs", "ds", "es", "fs", "gs"]
    case .x86_64:
      ["rax", "rbx", "rcx", "rdx", "rdi", "rsi", "rbp", "rsp"] + (8...15).map { "r\($0)" } + ["rip", "rflags", "cs", "fs", "gs"]
    }
  }
}
