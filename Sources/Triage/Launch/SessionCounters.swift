internal import CrashModel

/// What KSCrash counts of an app's sessions (`application_stats`).
struct SessionCounters: Hashable, Sendable {
  /// The launches since the last recorded crash, this one included.
  let launchesSinceLastCrash: Int?
  /// Seconds that the app was active, and in the background, since its launch.
  let activeTime: Double?
  let backgroundTime: Double?
  /// Why the run before ended (KSCrash 3): `clean`, `crash`, `os_upgrade` and the like.
  let previousEnd: String?

  /// Reads the counters of a report.
  init(_ report: CrashReport) {
    var members: [ReportValue.Member] = []
    for detail in report.details where detail.key == "applicationStats" {
      if case .object(let found) = detail.value { members = found }
    }
    func number(_ name: String) -> Double? {
      guard case .number(let digits)? = members.first(where: { $0.name == name })?.value, let value = Double(digits), value >= 0
      else { return nil }
      return value
    }
    launchesSinceLastCrash = number("launches_since_last_crash").flatMap { Int(exactly: $0) }
    activeTime = number("active_time_since_launch")
    backgroundTime = number("background_time_since_launch")
    if case .text(let reason)? = members.first(where: { $0.name == "previous_run_reason" })?.value {
      previousEnd = reason
    } else {
      previousEnd = nil
    }
  }
}
