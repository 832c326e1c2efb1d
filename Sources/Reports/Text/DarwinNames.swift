/// Names of signals and exceptions of Apple's systems, for reporters that give only the number.
enum DarwinNames {
  /// Returns the name of a signal (`sys/signal.h`), or nil for unknown numbers.
  static func signal(_ number: UInt64?) -> String? { name(number, signals) }

  /// Returns the name of a Mach exception (`mach/exception_types.h`), or nil for unknown numbers.
  static func exception(_ number: UInt64?) -> String? { name(number, exceptions) }

  /// Returns the name of the code of a bad access (`mach/kern_return.h`), or nil for any but the two that the kernel uses.
  static func badAccess(_ number: UInt64?) -> String? { name(number, ["KERN_INVALID_ADDRESS", "KERN_PROTECTION_FAILURE"]) }

  /// Numbers begin with 1.
  private static func name(_ number: UInt64?, _ names: [String]) -> String? {
    guard let number, number > 0, number <= UInt64(names.count) else { return nil }
    return names[Int(number) - 1]
  }

  private static let signals = [
    "SIGHUP", "SIGINT", "SIGQUIT", "SIGILL", "SIGTRAP", "SIGABRT", "SIGEMT", "SIGFPE", "SIGKILL", "SIGBUS", "SIGSEGV", "SIGSYS",
    "SIGPIPE", "SIGALRM", "SIGTERM", "SIGURG", "SIGSTOP", "SIGTSTP", "SIGCONT", "SIGCHLD", "SIGTTIN", "SIGTTOU", "SIGIO",
    "SIGXCPU", "SIGXFSZ",
  ]

  private static let exceptions = [
    "EXC_BAD_ACCESS", "EXC_BAD_INSTRUCTION", "EXC_ARITHMETIC", "EXC_EMULATION", "EXC_SOFTWARE", "EXC_BREAKPOINT", "EXC_SYSCALL",
    "EXC_MACH_SYSCALL", "EXC_RPC_ALERT", "EXC_CRASH", "EXC_RESOURCE", "EXC_GUARD", "EXC_CORPSE_NOTIFY",
  ]
}
