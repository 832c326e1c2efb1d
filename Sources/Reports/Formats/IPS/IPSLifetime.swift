import JSONText

/// Reads how long a process lived, from the absolute times of an `.ips` report.
///
/// `procStartAbsTime` and `procExitAbsTime` are values of `mach_absolute_time`: ticks of 24 MHz on ARM, nanoseconds on Intel
/// processors. Rosetta's processes (`translated`) have those of the machine. Unlike `procLaunch` and `captureTime` they are
/// independent of changes of the clock.
enum IPSLifetime {
  private static let ticksPerSecond = 24e6

  /// The seconds, or nil if the report does not have both times, or the end before the start.
  static func seconds(_ body: JSONValue) -> Double? {
    guard let start = body["procStartAbsTime"]?.bits, let end = body["procExitAbsTime"]?.bits, start > 0, end >= start else {
      return nil
    }
    guard let processor = body["cpuType"]?.string?.uppercased() else { return nil }
    let isIntel = processor.hasPrefix("X86") && body["translated"]?.bool != true
    return Double(end - start) / (isIntel ? 1e9 : ticksPerSecond)
  }
}
