internal import Glibc
internal import Synchronization

/// Protects the process from the loss of mapped files. Reading a page that a file no longer has, because it was cut off or its
/// disk fails, raises SIGBUS. After `survive` was called, such a page reads as zeros instead, and the mapping records it, see
/// `MappedMemory.hasChanged`. (Wayland's servers do the same for the memory of their clients, wl_shm_buffer_begin_access.)
package enum FileFaults {
  /// A watched mapping; both ends are 0 if the slot is free.
  @unsafe struct Slot {
    var start: UInt
    var end: UInt
    var faults: Int
  }

  /// The maximum number of watched mappings.
  private static let capacity = 4096
  /// Changed under the lock, and read by the signal's handler.
  nonisolated(unsafe) private static let slots: UnsafeMutablePointer<Slot> = {
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: capacity)
    unsafe slots.initialize(repeating: Slot(start: 0, end: 0, faults: 0), count: capacity)
    return unsafe slots
  }()
  private static let free = Mutex(Array((0..<capacity).reversed()))
  private static let total = Atomic<Int>(0)

  /// The number of pages that were lost so far.
  package static var count: Int { total.load(ordering: .relaxed) }

  /// Handles SIGBUS, for the rest of the process.
  package static func survive() {
    _ = unsafe slots
    var action = sigaction()
    action.sa_flags = CInt(truncatingIfNeeded: SA_SIGINFO)
    unsafe action.__sigaction_handler.sa_sigaction = { _, info, _ in unsafe FileFaults.handle(info) }
    _ = unsafe sigaction(SIGBUS, &action, nil)
  }

  /// Watches a mapping. Returns its slot, or nil if there are too many.
  static func watch(_ region: UnsafeMutableRawBufferPointer) -> Int? {
    guard let base = region.baseAddress, let slot = free.withLock({ $0.popLast() }) else { return nil }
    let start = UInt(bitPattern: base)
    unsafe slots[slot] = Slot(start: start, end: start + UInt(region.count), faults: 0)
    return slot
  }

  /// Stops watching a mapping, before it is unmapped.
  static func forget(_ slot: Int) {
    unsafe slots[slot] = Slot(start: 0, end: 0, faults: 0)
    free.withLock { $0.append(slot) }
  }

  /// Returns whether a page of a mapping was lost.
  static func hasFault(_ slot: Int) -> Bool { unsafe slots[slot].faults > 0 }

  /// Runs inside the signal: nothing may be allocated or locked. Faults elsewhere end the process as usual, when the instruction
  /// is tried again.
  private static func handle(_ info: UnsafeMutablePointer<siginfo_t>?) {
    let code = errno
    guard let info = unsafe info, let address = unsafe info.pointee._sifields._sigfault.si_addr,
      replacePage(at: UInt(bitPattern: address))
    else {
      _ = signal(SIGBUS, SIG_DFL)
      return
    }
    errno = code
  }

  private static func replacePage(at address: UInt) -> Bool {
    let size = UInt(sysconf(CInt(_SC_PAGESIZE)))
    for slot in 0..<capacity where unsafe slots[slot].start <= address && address < slots[slot].end {
      let page = unsafe UnsafeMutableRawPointer(bitPattern: address / size * size)
      let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED
      guard unsafe mmap(page, Int(size), PROT_READ | PROT_WRITE, flags, -1, 0) != MAP_FAILED else { return false }
      unsafe slots[slot].faults += 1
      total.add(1, ordering: .relaxed)
      return true
    }
    return false
  }
}
