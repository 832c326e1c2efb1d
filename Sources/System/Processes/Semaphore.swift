internal import CSystem
internal import Glibc

/// A count that threads wait for (sem_init(3)).
@safe package final class Semaphore: @unchecked Sendable {
  private let semaphore: UnsafeMutablePointer<sem_t>

  /// Starts with a count.
  package init(value: Int) {
    unsafe semaphore = .allocate(capacity: 1)
    _ = unsafe sem_init(semaphore, 0, UInt32(clamping: value))
  }

  deinit {
    _ = unsafe sem_destroy(semaphore)
    unsafe semaphore.deallocate()
  }

  /// Waits until the count is not zero, and subtracts one.
  package func wait() { while unsafe sem_wait(semaphore) != 0 {} }

  /// Waits at most this many milliseconds. Returns false if the count was zero all the time.
  package func wait(milliseconds: Int) -> Bool {
    var end = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &end)
    let nanoseconds = end.tv_nsec + milliseconds % 1000 * 1_000_000
    end.tv_sec += milliseconds / 1000 + nanoseconds / 1_000_000_000
    end.tv_nsec = nanoseconds % 1_000_000_000
    while unsafe symbolicate_semaphore_wait(semaphore, &end) != 0 {
      if errno != EINTR { return false }
    }
    return true
  }

  /// Adds one.
  package func signal() { _ = unsafe sem_post(semaphore) }
}
