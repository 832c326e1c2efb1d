/// The events of one group, counted. Its size depends on the versions, systems, days and devices of the group, not on its events.
struct GroupTally {
  /// How many examples are kept.
  private static let exampleLimit = 5

  private(set) var count = 0
  private(set) var devices: Set<UInt64> = []
  private(set) var unknownDevices = 0
  private(set) var hasLaunchCrash = false
  /// By the numbers of two texts.
  private(set) var versions: [UInt64: Int] = [:]
  private(set) var systems: [UInt64: Int] = [:]
  /// By the number of a text.
  private(set) var models: [UInt32: Int] = [:]
  private(set) var days: [UInt32: Int] = [:]
  /// By the position of an `IssueRecord`.
  private(set) var issues: [UInt32: Int] = [:]
  /// The positions of the newest events, the newest first.
  private(set) var newest: [Int] = []

  /// Counts the event at a position of a table.
  mutating func add(_ position: Int, of events: EventTable) {
    let row = events.rows[position]
    count += 1
    if row.device == 0 { unknownDevices += 1 } else { devices.insert(row.device) }
    hasLaunchCrash = hasLaunchCrash || row.isLaunchCrash
    versions[UInt64(row.version) << 32 | UInt64(row.build), default: 0] += 1
    systems[UInt64(row.system) << 32 | UInt64(row.systemVersion), default: 0] += 1
    models[row.model, default: 0] += 1
    days[row.day, default: 0] += 1
    issues[row.issue, default: 0] += 1
    let place = newest.firstIndex { Self.isNewer(position, than: $0, events) } ?? newest.count
    guard place < Self.exampleLimit else { return }
    newest.insert(position, at: place)
    if newest.count > Self.exampleLimit { newest.removeLast() }
  }

  /// Later events come first; of the same time the first by path.
  private static func isNewer(_ position: Int, than other: Int, _ events: EventTable) -> Bool {
    let (one, two) = (events.rows[position], events.rows[other])
    if one.time != two.time { return (one.time == .min ? 0 : one.time) > (two.time == .min ? 0 : two.time) }
    return events.path(of: one) < events.path(of: two)
  }
}
