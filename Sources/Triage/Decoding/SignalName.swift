/// POSIX signals in words.
enum SignalName {
  /// What a signal stands for; nil for an unknown one.
  static func words(_ signal: String) -> String? { table[signal] }

  private static let table: [String: String] = [
    "SIGABRT": "the process aborted itself", "SIGSEGV": "access to memory that is unmapped or protected",
    "SIGBUS": "access that the memory does not allow",
    "SIGILL": "illegal instruction", "SIGTRAP": "trap instruction", "SIGFPE": "arithmetic exception",
    "SIGKILL": "ended from outside, cannot be caught", "SIGTERM": "asked to end", "SIGPIPE": "write to a closed pipe or socket",
    "SIGSYS": "invalid system call", "SIGQUIT": "asked to end with a core dump", "SIGINT": "interrupted",
  ]
}
