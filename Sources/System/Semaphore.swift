internal import Glibc

/// A count that threads wait for (sem_init(3)).
@safe public final class Semaphore: @unchecked Sendable {
  private let semaphore: UnsafeMutablePointer<sem_t>

  /// Starts with a count.
  public init(value: Int) {
    unsafe semaphore = .allocate(capacity: 1)
    _ = unsafe sem_init(semaphore, 0, UInt32(clamping: value))
  }

  deinit {
    _ = unsafe sem_destroy(semaphore)
    unsafe semaphore.deallocate()
  }

  /// Waits until the count is not zero, and takes one off.
  public func wait() { while unsafe sem_wait(semaphore) != 0 {} }

  /// Adds one.
  public func signal() { _ = unsafe sem_post(semaphore) }
}
