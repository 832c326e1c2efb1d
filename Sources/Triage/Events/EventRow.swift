/// One event of an `EventTable`: what differs from event to event, in 80 bytes.
struct EventRow: Sendable {
  /// The position of the `IssueRecord`.
  var issue: UInt32
  /// Numbers of texts: the app's version and build, the system's name and version, the device's model, the day.
  var version: UInt32
  var build: UInt32
  var system: UInt32
  var systemVersion: UInt32
  var model: UInt32
  var day: UInt32
  /// The launches since the last recorded crash; -1 when unknown.
  var launches: Int32
  /// The hash of the device; 0 when unknown.
  var device: UInt64
  /// Milliseconds since 1970; `Int.min` when unknown.
  var time: Int
  /// Milliseconds since launch; -1 when unknown.
  var uptime: Int
  /// Where the path begins, and its length in bytes.
  var path: Int
  var pathLength: UInt32
  /// The crashes in a row by the system's count; -1 when unknown.
  var consecutive: Int32
  var isLaunchCrash: Bool
  /// Whether the event counts; false for those that others tell better.
  var counts = true
}
