internal import CSystem
internal import Glibc

/// The end of the process when there is no memory left. The program that `make` links notices an allocation that fails
/// (`CSystem/memory.c`). What is left are large blocks, stacks that cannot grow, and other builds: Swift and the C libraries end the
/// process by a signal then, which looks like a fault of the program.
package enum MemoryLimit {
  /// If less memory than this is free, lack of memory is assumed to be the reason: three quarters of the limit, since a single
  /// allocation may have asked for most of it, and at least 64 MB.
  private static var margin: Int {
    var least = 1 << 46
    for resource in [RLIMIT_AS, RLIMIT_DATA] {
      var limit = rlimit()
      if unsafe getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 {
        least = min(least, Int(clamping: limit.rlim_cur))
      }
    }
    return least < 1 << 46 ? max(64 << 20, least / 4 * 3) : 64 << 20
  }

  /// Makes a process whose memory is limited (`ulimit -v`, `ulimit -d`) print the reason before it ends for lack of memory, with
  /// status 1. Does nothing without a limit.
  package static func explainFailures() {
    if isLimited { watch() }
  }

  /// Whether the memory of this process is limited (`ulimit -v`, `ulimit -d`).
  package static var isLimited: Bool { isSet(RLIMIT_AS) || isSet(RLIMIT_DATA) }

  /// Makes this process end with `status`, and without a message, if it has no memory left.
  static func endFailures(status: Int32) {
    symbolicate_set_memory_status(status)
    watch()
  }

  /// Ends this process for lack of memory, with the reason. Allocates nothing.
  package static func end() -> Never { symbolicate_end_without_memory() }

  private static func watch() {
    makeHandlerStack()
    var action = sigaction()
    action.sa_flags = CInt(truncatingIfNeeded: SA_ONSTACK)
    unsafe action.__sigaction_handler.sa_handler = { MemoryLimit.handle($0) }
    for number in [SIGSEGV, SIGABRT, SIGILL, SIGTRAP] { _ = unsafe sigaction(number, &action, nil) }
  }

  /// Gives this thread a stack for its signal handlers: its own cannot grow when there is no memory left.
  private static func makeHandlerStack() {
    let size = 64 << 10
    let base = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let base = unsafe base, unsafe base != MAP_FAILED else { return }
    var handlerStack = unsafe stack_t()
    unsafe handlerStack.ss_sp = base
    unsafe handlerStack.ss_size = size
    _ = unsafe sigaltstack(&handlerStack, nil)
  }

  private static func isSet(_ resource: __rlimit_resource) -> Bool {
    var limit = rlimit()
    return unsafe getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 && limit.rlim_cur != ~0
  }

  /// Runs inside a signal handler: nothing may be allocated.
  private static func handle(_ number: CInt) {
    let probe = unsafe mmap(nil, margin, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    if unsafe probe == MAP_FAILED, errno == ENOMEM { end() }
    // A failed instruction fails again when the handler returns; a raised signal has to be raised again.
    _ = signal(number, SIG_DFL)
    _ = raise(number)
  }
}
