package import CrashModel

/// Sorts registers into the order of debuggers. JSON reports list them in the order of a hash table.
package enum RegisterOrder {
  /// Returns the registers of a report's thread: those with known names first, in their order, then the others in the report's
  /// order. Registers of text reports are in order already and stay as they are.
  package static func sorted(_ registers: [Register], of format: ReportFormat) -> [Register] {
    guard format.has(.hasUnorderedRegisters) else { return registers }
    let ranked = registers.enumerated().map { (rank: ranks[$1.name] ?? ranks.count, position: $0) }
    return ranked.sorted { ($0.rank, $0.position) < ($1.rank, $1.position) }.map { registers[$0.position] }
  }

  /// The names of ARM's and Intel's registers, which share no name at different positions.
  private static let names =
    ["rax", "rbx", "rcx", "rdx", "rdi", "rsi", "rbp", "rsp", "eax", "ebx", "ecx", "edx", "edi", "esi", "ebp", "esp"]
    + (0...30).map { "x\($0)" } + (0...15).map { "r\($0)" }
    + ["fp", "ip", "lr", "sp", "pc", "cpsr", "rip", "eip", "rflags", "rfl", "eflags", "efl", "cs", "ss", "ds", "es", "fs", "gs"]
    + ["cr2", "cpu", "err", "trap", "trapno", "faultvaddr", "far", "esr", "fsr", "exception"]

  private static let ranks = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
}
