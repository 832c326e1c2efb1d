/// Mach exceptions and their codes in words. Source: xnu `osfmk/mach/exception_types.h`, `osfmk/mach/arm/exception.h`,
/// `osfmk/mach/kern_return.h`.
enum MachException {
  /// What a type such as `EXC_BAD_ACCESS` stands for; nil for an unknown one.
  static func words(_ type: String) -> String? { types[type] }

  /// What the first code of a bad access stands for; nil for an unknown one.
  static func badAccess(code: UInt64) -> String? {
    if let words = accessCodes[code] { return words }
    return code & 0x200 != 0 ? "possible pointer authentication failure" : nil
  }

  /// What the first code of an arithmetic exception stands for; nil for an unknown one.
  static func arithmetic(code: UInt64) -> String? { arithmeticCodes[code] }

  private static let types: [String: String] = [
    "EXC_BAD_ACCESS": "invalid memory access",
    "EXC_BAD_INSTRUCTION": "invalid instruction (on Intel, also how Swift and __builtin_trap stop)",
    "EXC_ARITHMETIC": "arithmetic exception",
    "EXC_SOFTWARE": "software exception",
    "EXC_BREAKPOINT": "trap instruction (on ARM, how Swift and __builtin_trap stop)",
    "EXC_CRASH": "abnormal exit, usually by a signal",
    "EXC_RESOURCE": "a resource limit was exceeded",
    "EXC_GUARD": "a guarded resource was misused",
    "EXC_CORPSE_NOTIFY": "note of a process that was already ending",
  ]

  private static let accessCodes: [UInt64: String] = [
    1: "KERN_INVALID_ADDRESS: nothing is mapped at the address",
    2: "KERN_PROTECTION_FAILURE: the memory does not allow this access",
    10: "KERN_MEMORY_ERROR: the data of the mapping cannot be read",
    13: "general protection fault (Intel): non-canonical address, or privileged or misaligned instruction",
    0x101: "EXC_ARM_DA_ALIGN: misaligned access",
    0x102: "EXC_ARM_DA_DEBUG: watchpoint",
    0x103: "EXC_ARM_SP_ALIGN: misaligned stack pointer",
    0x104: "EXC_ARM_SWP: SWP instruction",
    0x105: "EXC_ARM_PAC_FAIL: pointer authentication failure",
    0x106: "EXC_ARM_MTE_TAGCHECK_FAIL: the tag of the pointer is not that of the memory",
    0x107: "EXC_ARM_MTE_CANONICAL_FAIL: a tagged pointer to memory without tags",
  ]

  private static let arithmeticCodes: [UInt64: String] = [
    1: "division by zero (Intel) or invalid floating-point operation (ARM)", 2: "floating-point division by zero",
    3: "floating-point overflow", 4: "floating-point underflow", 5: "inexact floating-point result", 6: "denormal operand",
  ]
}
