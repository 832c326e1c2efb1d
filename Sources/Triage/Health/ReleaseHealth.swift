/// How many sessions and devices of each version of an app were free of crashes.
package struct ReleaseHealth: Sendable {
  /// The sessions and devices of a version, in all or on one day.
  package struct Share: Hashable, Sendable {
    /// The day; nil for all days together.
    package var day: String?
    /// Sessions free of crashes, or nil if they were not counted.
    package var sessions: Proportion?
    /// Devices free of crashes, or nil if they were not counted, or if only the devices of each day are known.
    package var devices: Proportion?
  }

  /// How a version compares with the one before.
  package enum Change: String, Sendable { case worse, better }

  /// One version.
  package struct Version: Sendable {
    /// The bundle identifier in lower case; empty if the source does not say.
    package var app: String
    package var version: String
    /// All days together.
    package var total: Share
    /// The days, in order; none if the source does not divide the time.
    package var days: [Share]
    /// The version of the same app before this one, or nil if there is none.
    package var previous: String?
    /// Nil if the intervals have something in common, so that chance explains the difference.
    package var change: Change?
  }

  /// By app, older versions first.
  package let versions: [Version]
  /// The number of crashes of versions or days without sessions, which no share counts.
  package let unmatched: Int

  /// Whether a version is worse than the one before.
  package var regressions: [Version] { versions.filter { $0.change == .worse } }
}

extension ReleaseHealth {
  /// Divides the crashes of a summary by the sessions that were counted; nil without sessions.
  init?(_ rows: [SessionRow], crashes events: some Sequence<CrashSighting>) {
    guard !rows.isEmpty else { return nil }
    var counts = Dictionary(rows.map { ($0.key, HealthCount($0)) }) { first, _ in first }
    let names = Set(rows.map { AppVersion(app: $0.key.app, version: $0.key.version) })
    var unmatched = 0
    for event in events {
      let key = Self.key(of: event, names).flatMap { name in
        [event.day ?? "", ""].lazy.map { SessionRow.Key(app: name.app, version: name.version, day: $0, statesCrashes: false) }
          .first { counts[$0] != nil }
      }
      if let key { counts[key]?.add(event) } else { unmatched += 1 }
    }
    // Where sources state their crashes, reports tell of the same ones.
    let stated = Set(rows.filter(\.key.statesCrashes).map { AppVersion(app: $0.key.app, version: $0.key.version) })
    self.unmatched = stated.isEmpty ? unmatched : 0
    let byVersion = Dictionary(grouping: counts.values) { AppVersion(app: $0.row.key.app, version: $0.row.key.version) }
    var versions = byVersion.map { name, counts in
      Version(app: name.app, version: name.version, total: Self.share(of: counts, day: nil), days: Self.days(counts))
    }.sorted { AppVersion(app: $0.app, version: $0.version) < AppVersion(app: $1.app, version: $1.version) }
    for position in versions.indices.dropFirst() where versions[position].app == versions[position - 1].app {
      let (before, now) = (versions[position - 1], versions[position])
      versions[position].previous = before.version
      let pairs = [(now.total.sessions, before.total.sessions), (now.total.devices, before.total.devices)]
      let changes = pairs.compactMap { now, before in now.flatMap { now in before.map { now.change(since: $0) } } }
      versions[position].change = changes.contains(-1) ? .worse : changes.contains(1) ? .better : nil
    }
    self.versions = versions
  }

  /// Returns the version as the source of sessions spells it: with the build or without, with the app or without.
  private static func key(of event: CrashSighting, _ names: Set<AppVersion>) -> AppVersion? {
    let versions = [AppVersion.name(event.version, build: event.build), event.version, event.build].compactMap { $0 }
    let spellings = versions.flatMap { version in [event.app, ""].map { AppVersion(app: $0, version: version) } }
    return spellings.first { names.contains($0) }
  }

  private static func days(_ counts: [HealthCount]) -> [Share] {
    Dictionary(grouping: counts) { $0.row.key.day }.filter { !$0.key.isEmpty }.map { share(of: $0.value, day: $0.key) }
      .sorted { ($0.day ?? "") < ($1.day ?? "") }
  }

  private static func share(of counts: [HealthCount], day: String?) -> Share {
    var (sessions, crashed) = (0, 0)
    for count in counts where count.row.sessions > 0 {
      sessions = SessionRow.sum(sessions, count.row.sessions)
      crashed = SessionRow.sum(crashed, min(count.crashedSessions, count.row.sessions))
    }
    return Share(day: day, sessions: Proportion(bad: crashed, of: sessions), devices: devices(counts, isOneDay: day != nil))
  }

  /// Counts each named device once. Numbers of devices of several days are not added: a device is in use on many days.
  private static func devices(_ counts: [HealthCount], isOneDay: Bool) -> Proportion? {
    var named: Set<UInt64> = []
    var crashedNames: Set<UInt64> = []
    var (number, crashed) = (0, 0)
    let withNumbers = counts.filter { $0.row.devices != nil }
    guard isOneDay || Set(withNumbers.map(\.row.key.day)).count <= 1 else { return nil }
    for count in counts {
      named.formUnion(count.row.deviceHashes)
      crashedNames.formUnion(count.row.crashedHashes)
      guard let devices = count.row.devices else { continue }
      number = SessionRow.sum(number, devices)
      crashed = SessionRow.sum(crashed, min(count.crashedDevices, devices))
    }
    return Proportion(bad: SessionRow.sum(crashed, crashedNames.count), of: SessionRow.sum(number, named.count))
  }
}

/// A row with the crashes that belong to it.
private struct HealthCount {
  let row: SessionRow
  private var crashes = 0
  private var devices: Set<UInt64> = []
  private var unknownDevices = 0

  init(_ row: SessionRow) { self.row = row }

  mutating func add(_ event: CrashSighting) {
    crashes += 1
    if event.device == 0 { unknownDevices += 1 } else { devices.insert(event.device) }
  }

  var crashedSessions: Int { row.key.statesCrashes ? row.crashedSessions : crashes }
  /// Every event whose device is unknown counts as another device.
  var crashedDevices: Int { row.key.statesCrashes ? row.crashedDevices : devices.count + unknownDevices }
}
