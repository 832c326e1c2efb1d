internal import Glibc

/// The end of the process when there is no memory left. Swift and the C libraries end it by a signal then, which looks like a
/// fault of the program.
public enum MemoryLimit {
  /// If less memory than this is free, lack of memory is assumed to be the reason.
  private static let margin = 64 << 20

  /// Makes a process whose memory is limited (`ulimit -v`, `ulimit -d`) print the reason before it ends for lack of memory, with
  /// status 1. Does nothing without a limit.
  public static func explainFailures() {
    guard isSet(RLIMIT_AS) || isSet(RLIMIT_DATA) else { return }
    for number in [SIGSEGV, SIGABRT, SIGILL, SIGTRAP] { _ = signal(number) { MemoryLimit.handle($0) } }
  }

  private static func isSet(_ resource: __rlimit_resource) -> Bool {
    var limit = rlimit()
    return unsafe getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 && limit.rlim_cur != ~0
  }

  /// Runs inside a signal handler: nothing may be allocated.
  private static func handle(_ number: CInt) {
    let probe = unsafe mmap(nil, margin, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    if unsafe probe == MAP_FAILED, errno == ENOMEM {
      let message: StaticString = "symbolicate: out of memory; raise the limit (ulimit -v), or use fewer jobs (-j 1)\n"
      message.withUTF8Buffer { _ = unsafe write(2, $0.baseAddress, $0.count) }
      _exit(1)
    }
    // A failed instruction fails again when the handler returns; a raised signal has to be raised again.
    _ = signal(number, SIG_DFL)
    _ = raise(number)
  }
}
