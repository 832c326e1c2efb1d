/// Names of what stops a process on Apple's systems, where a reporter gives only the number.
enum DarwinNames {
  /// The name of a signal (`sys/signal.h`); nil for numbers that are none.
  static func signal(_ number: UInt64?) -> String? { name(number, signals) }

  /// The name of a Mach exception (`mach/exception_types.h`); nil for numbers that are none.
  static func exception(_ number: UInt64?) -> String? { name(number, exceptions) }

  /// The name of the code of a bad access (`mach/kern_return.h`); nil for others than the two that the kernel gives.
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
