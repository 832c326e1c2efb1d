import CrashModel

/// When a process ended after its launch, for people.
enum LaunchWords {
  /// `Crashed 0.2 s after launch, during scene setup`; of a process that lived longer, `Ran 17 h 37 min`.
  static func sentence(_ launch: LaunchTiming) -> String {
    let bound = launch.isLowerBound ? "at least " : ""
    guard launch.isLaunchCrash else { return "Ran \(bound)\(NumberFormat.duration(launch.uptime))" }
    return "Crashed \(bound)\(seconds(launch.uptime)) after launch" + (launch.phase.map { ", during \(phase($0))" } ?? "")
  }

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
