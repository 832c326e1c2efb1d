internal import CrashModel

extension GroupSummary {
  /// Names what was counted of a group, which has at least one event. The flags that depend on other groups are added later.
  init?(_ tally: GroupTally, of events: EventTable, _ evidence: EvidenceTable) {
    guard let first = tally.newest.first else { return nil }
    var newest = events[first]
    newest.evidence = evidence.entry(newest.group, newest.cause)?.text
    (group, app, fingerprint, key) = (newest.group, newest.app, newest.fingerprint, newest.key)
    (failure, quality, table) = (newest.failure, newest.quality, newest.table)
    self.newest = newest
    (count, devices, unknownDevices) = (tally.count, tally.devices.count, tally.unknownDevices)
    let texts = events.texts
    versions = Self.counts(tally.versions) { AppVersion.name(texts[$0.first], build: texts[$0.second]) }
      .map { (share: $0, order: VersionOrder($0.name)) }.sorted { $0.order < $1.order }.map(\.share)
    systems = Self.byCount(Self.counts(tally.systems) { Self.system(texts[$0.first], version: texts[$0.second]) })
    models = Self.byCount(Self.counts(tally.models) { texts[$0] })
    days = Self.counts(tally.days) { texts[$0] }.sorted { $0.name < $1.name }
    let issues = events.issues
    variants = Self.byCount(Self.counts(tally.issues) { issues[Int($0)].variant })
    let cause = Self.byCount(Self.counts(tally.issues) { issues[Int($0)].cause }).first
    self.cause = cause
    confidence =
      tally.issues.keys.map { issues[Int($0)] }.filter { $0.cause == cause?.name }
      .compactMap(\.confidence).min()
    let found = evidence.entry(newest.group, cause?.name)
    (self.evidence, advice) = (found?.text, found?.advice.isEmpty == false ? found?.advice : nil)
    examples = tally.newest.map { events.path(of: events.rows[$0]) }
    flags = []
    if tally.hasLaunchCrash { flags.append(.launch) }
    if quality == .unsymbolicated { flags.append(.unsymbolicated) }
    if quality.isLow { flags.append(.lowQuality) }
  }

  /// The system with its major version.
  static func system(_ name: String?, version: String?) -> String? {
    guard let name else { return nil }
    return version.map { "\(name) \($0.prefix { $0 != "." })" } ?? name
  }

  /// Counts by names; several keys may have one name, and those without a name are left out.
  static func counts<Key>(_ counts: [Key: Int], _ name: (Key) -> String?) -> [Count] {
    var byName: [String: Int] = [:]
    for (key, count) in counts { if let name = name(key) { byName[name, default: 0] += count } }
    return byName.map { Count(name: $0.key, count: $0.value) }
  }

  static func byCount(_ shares: [Count]) -> [Count] { shares.sorted { ($1.count, $0.name) < ($0.count, $1.name) } }

  /// Whether at least 10 events are known, 9 of 10 of them are on one system, and less than half of all events of the app are. `all` has
  /// the events of the app by system.
  func isSystemSpecific(_ all: [Count]) -> Bool {
    guard count >= 10, let first = systems.first, first.count * 10 >= count * 9 else { return false }
    let onIt = all.first { $0.name == first.name }?.count ?? 0
    return onIt * 2 < all.reduce(0) { $0 + $1.count }
  }

  /// Whether a version between the first and the last one had 20 events or more, and none of these. `totals` has the number of events of
  /// each version of the app.
  func isRegressed(_ totals: [String: Int]) -> Bool {
    guard let first = versions.first?.name, let last = versions.last?.name, first != last else { return false }
    let present = Set(versions.map(\.name))
    let (oldest, newest) = (VersionOrder(first), VersionOrder(last))
    return totals.contains { version, count in
      guard count >= 20, version != "?", !present.contains(version) else { return false }
      let order = VersionOrder(version)
      return oldest < order && order < newest
    }
  }
}

extension UInt64 {
  /// The numbers of two texts that one key holds.
  fileprivate var first: UInt32 { UInt32(truncatingIfNeeded: self >> 32) }
  fileprivate var second: UInt32 { UInt32(truncatingIfNeeded: self) }
}
