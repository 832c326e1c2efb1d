internal import Glibc

/// The time of day.
public enum Clock {
  /// Nanoseconds since 1970 (clock_gettime(2)).
  public static var now: Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
