package import CrashModel

/// When a process ended after its launch, for people.
package enum LaunchWords {
  /// `Crashed 0.2 s after launch, during scene setup`; of a process that lived longer, `Ran 17 h 37 min`.
  package static func sentence(_ launch: LaunchTiming) -> String {
    guard launch.isLaunchCrash else { return "Ran \(bound(launch))\(NumberFormat.duration(launch.uptime))" }
    return clause(launch) + (launch.phase.map { ", during \(phase($0))" } ?? "")
  }

  /// `Crashed 0.2 s after launch`.
  static func clause(_ launch: LaunchTiming) -> String { "Crashed \(bound(launch))\(seconds(launch.uptime)) after launch" }

  private static func bound(_ launch: LaunchTiming) -> String { launch.isLowerBound ? "at least " : "" }

  /// A time of a few seconds, with a tenth below ten.
  private static func seconds(_ uptime: Double) -> String {
    guard uptime < 10 else { return NumberFormat.duration(uptime) }
    let tenths = Int((max(uptime, 0) * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
  }

  private static func phase(_ name: String) -> String {
    switch name {
    case "scene": "scene setup"
    case "load": "+load"
    case "initializer": "initializers"
    case "dyld": "loading of libraries"
    default: name
    }
  }
}
