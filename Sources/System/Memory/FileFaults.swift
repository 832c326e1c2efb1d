internal import Glibc
internal import Synchronization

/// Protects the process from the loss of mapped files. Reading a page that a file no longer has, because it was cut off or its
/// disk fails, raises SIGBUS. After `survive` was called, such a page reads as zeros instead, and the mapping records it, see
/// `PageLoss`. (Wayland's servers do the same for the memory of their clients, wl_shm_buffer_begin_access.)
package enum FileFaults {
  /// A watched mapping; the end is 0 if the slot is free. The end is written last and removed first: with an end, the start is its own.
  struct Slot: ~Copyable {
    let start = Atomic<UInt>(0)
    let end = Atomic<UInt>(0)
    let faults = Atomic<Int>(0)

    /// Whether an address is in the mapping. Another thread may put another mapping here meanwhile.
    func contains(_ address: UInt) -> Bool {
      let end = self.end.load(ordering: .acquiring)
      guard address < end, start.load(ordering: .acquiring) <= address else { return false }
      return self.end.load(ordering: .relaxed) == end
    }
  }

  /// The maximum number of watched mappings.
  private static let capacity = 4096
  /// Read by the signal's handler, which several threads may run at once.
  nonisolated(unsafe) private static let slots: UnsafeMutablePointer<Slot> = {
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: capacity)
    for slot in 0..<capacity { unsafe (slots + slot).initialize(to: Slot()) }
    return unsafe slots
  }()
  private static let free = Mutex(Array((0..<capacity).reversed()))

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
    unsafe slots[slot].faults.store(0, ordering: .relaxed)
    unsafe slots[slot].start.store(start, ordering: .releasing)
    unsafe slots[slot].end.store(start + UInt(region.count), ordering: .releasing)
    return slot
  }

  /// Stops watching a mapping, before it is unmapped.
  static func forget(_ slot: Int) {
    unsafe slots[slot].end.store(0, ordering: .releasing)
    free.withLock { $0.append(slot) }
  }

  /// Returns whether a page of a mapping was lost.
  static func hasFault(_ slot: Int) -> Bool { unsafe slots[slot].faults.load(ordering: .relaxed) > 0 }

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
    for slot in 0..<capacity where unsafe slots[slot].contains(address) {
      let page = unsafe UnsafeMutableRawPointer(bitPattern: address / size * size)
      let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED
      guard unsafe mmap(page, Int(size), PROT_READ | PROT_WRITE, flags, -1, 0) != MAP_FAILED else { return false }
      unsafe slots[slot].faults.add(1, ordering: .relaxed)
      return true
    }
    return false
  }
}
