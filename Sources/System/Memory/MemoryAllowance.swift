internal import Glibc
internal import Synchronization

/// The limit of memory that a contained process has (`RLIMIT_DATA`), mapped files apart. The system counts private mappings as memory,
/// whether or not they are written: the limit grows with every file that is mapped.
enum MemoryAllowance {
  private static let isSet = Atomic<Bool>(false)
  private static let changes = Mutex(())

  /// Limits the memory of this process. Leaves it as it was if no memory is left then: sanitizers take terabytes of addresses before the
  /// program begins.
  static func limit(to bytes: Int) {
    guard let old = current, old.rlim_cur > rlim_t(bytes) else { return }
    set(rlim_t(bytes), old)
    if hasMemory { isSet.store(true, ordering: .relaxed) } else { set(old.rlim_cur, old) }
  }

  /// Raises the limit by the size of a file that is mapped, or lowers it again by a negative size.
  static func allow(mapping bytes: Int) {
    guard isSet.load(ordering: .relaxed) else { return }
    changes.withLock { _ in
      guard let old = current, let now = Int(exactly: old.rlim_cur) else { return }
      set(min(rlim_t(max(0, now.addingReportingOverflow(bytes).partialValue)), old.rlim_max), old)
    }
  }

  private static var current: rlimit? {
    var limit = rlimit()
    return unsafe getrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit) == 0 ? limit : nil
  }

  private static func set(_ bytes: rlim_t, _ old: rlimit) {
    var new = rlimit(rlim_cur: bytes, rlim_max: old.rlim_max)
    _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &new)
  }

  private static var hasMemory: Bool {
    let size = 1 << 20
    let probe = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard unsafe probe != MAP_FAILED else { return false }
    return unsafe munmap(probe, size) == 0
  }
}
