/// The time of a report in the life of its process.
package struct LaunchTiming: Hashable, Sendable {
  /// Seconds from the process's launch to the event.
  package var uptime: Double
  /// Whether the process may have lived longer: the launch time is that of the reporter's own start.
  package var isLowerBound = false
  /// Whether it crashed within the limit (`--launch-seconds`).
  package var isLaunchCrash: Bool
  /// The activity of the main thread, for example `initializer` or `scene`. Only for launch crashes; nil if the stack does not
  /// show it.
  package var phase: String?
  /// The launches since the last recorded crash, this one included (KSCrash): 1 after a crash, and at the first launch of all.
  package var launchesSinceLastCrash: Int?

  /// Records the time since launch.
  package init(uptime: Double, isLaunchCrash: Bool) {
    self.uptime = uptime
    self.isLaunchCrash = isLaunchCrash
  }
}
