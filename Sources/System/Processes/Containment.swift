internal import CSystem
internal import Glibc

/// The walls around a process that reads files of strangers: if such a file takes the process over, it can neither write files nor reach
/// other programs and machines, and lack of memory ends this process only.
package struct Containment: Sendable {
  /// What the kernel refuses the process from now on. Kernels without Landlock and seccomp refuse nothing.
  package struct Walls: OptionSet, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// Opening files for writing, and changes of directories, but for the writable one.
    package static let writes = Walls(rawValue: SYMBOLICATE_NO_WRITES)
    /// Sockets.
    package static let network = Walls(rawValue: SYMBOLICATE_NO_NETWORK)
    /// Starting programs, and watching and ending other processes.
    package static let programs = Walls(rawValue: SYMBOLICATE_NO_PROGRAMS)
  }

  /// The directory below which files may be written, or nil for none.
  package var writable: String?
  /// The most memory in bytes, mapped files apart.
  package var memory: Int

  /// The exit status of a process that needs more memory.
  package static let memoryStatus: Int32 = 75

  /// Describes walls.
  package init(writable: String?, memory: Int) {
    self.writable = writable
    self.memory = memory
  }

  /// Contains this process for the rest of its life. It must have one thread.
  ///
  /// - Returns: The walls that the kernel has.
  @discardableResult
  package func enter() -> Walls {
    for number in [SIGBUS, SIGSEGV, SIGABRT, SIGILL, SIGTRAP] { _ = signal(number, SIG_DFL) }
    var none = rlimit()
    _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    MemoryAllowance.limit(to: memory)
    MemoryLimit.endFailures(status: Self.memoryStatus)
    return Walls(rawValue: unsafe symbolicate_contain(writable?.fileName))
  }

  /// Half of the machine's memory in bytes, at least 1 GB.
  package static var usualMemory: Int { max(1 << 30, Int(sysconf(CInt(_SC_PHYS_PAGES))) / 2 * Int(sysconf(CInt(_SC_PAGESIZE)))) }

  /// Tries what a contained process should not be able to do: the names of what it could do.
  package static func breaches() -> [String] {
    var found: [String] = []
    let path = "/tmp/.symbolicate-\(getpid())"
    let file = unsafe open(path.fileName, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    if file >= 0 {
      found.append("writes")
      _ = unsafe (close(file), unlink(path.fileName))
    }
    if socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0) >= 0 { found.append("network") }
    if kill(getppid(), 0) == 0 { found.append("programs") }
    return found
  }
}
