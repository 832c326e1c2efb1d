internal import Glibc

/// The time of day.
package enum Clock {
  /// Nanoseconds since 1970 (clock_gettime(2)).
  package static var now: Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  /// Nanoseconds since the machine started, which nobody sets.
  package static var sinceStart: Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}

/// The processor time of one thread (pthread_getcpuclockid(3)). Waiting takes none, nor does the work of other threads and
/// processes.
package struct ThreadClock: Sendable {
  private let id: clockid_t

  /// Opens the clock of the calling thread. Returns nil if the system has none for it.
  package init?() {
    var id = clockid_t()
    guard unsafe pthread_getcpuclockid(pthread_self(), &id) == 0 else { return nil }
    self.id = id
  }

  /// The milliseconds of processor time so far; 0 if the thread has ended.
  package var milliseconds: Int {
    var time = timespec()
    guard unsafe clock_gettime(id, &time) == 0 else { return 0 }
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
