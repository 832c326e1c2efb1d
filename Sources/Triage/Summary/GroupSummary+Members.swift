internal import CrashModel

extension GroupSummary {
  /// Puts the events of one group together, of which there is at least one. `versionTotals` has the number of events of each version of
  /// the app.
  init(_ members: [Incident], versionTotals: [String: Int]) {
    let sorted = members.sorted { ($1.time ?? 0, $0.path) < ($0.time ?? 0, $1.path) }
    let newest = sorted[0]
    (group, app, fingerprint, key) = (newest.group, newest.app, newest.fingerprint, newest.key)
    (failure, quality, table) = (newest.failure, newest.quality, newest.table)
    self.newest = newest
    count = members.count
    devices = Set(members.compactMap(\.device)).count
    unknownDevices = members.count { $0.device == nil }
    versions = Self.shares(members.map(Self.version)).sorted { VersionOrder.isBefore($0.name, $1.name) }
    systems = Self.byCount(Self.shares(members.compactMap(Self.system)))
    models = Self.byCount(Self.shares(members.compactMap(\.model)))
    days = Self.shares(members.compactMap(\.day)).sorted { $0.name < $1.name }
    cause = Self.byCount(Self.shares(members.compactMap(\.cause))).first
    let name = cause?.name
    confidence =
      members.filter { $0.cause == name }.compactMap { $0.confidence.flatMap(TriageCause.Confidence.init) }.min()?.rawValue
    variants = Self.byCount(Self.shares(members.map(\.variant)))
    examples = Array(sorted.prefix(5).map(\.path))
    flags = []
    if Self.isRegressed(versions, versionTotals) { flags.append(.regressed) }
    if members.contains(where: \.isLaunchCrash) { flags.append(.launch) }
    if quality == "unsymbolicated" { flags.append(.unsymbolicated) }
    if ["system", "machinery", "empty", "idle"].contains(quality) { flags.append(.lowQuality) }
  }

  /// `1.4 (2291)`; `?` when unknown.
  static func version(_ incident: Incident) -> String {
    switch (incident.version, incident.build) {
    case (let version?, let build?) where version != build: "\(version) (\(build))"
    case (let version?, _): version
    case (nil, let build?): build
    case (nil, nil): "?"
    }
  }

  /// The system with its major version.
  static func system(_ incident: Incident) -> String? {
    guard let name = incident.system else { return nil }
    let major = incident.systemVersion?.prefix { $0 != "." }
    return major.map { "\(name) \($0)" } ?? name
  }

  static func shares(_ names: [String]) -> [Share] {
    var counts: [String: Int] = [:]
    for name in names { counts[name, default: 0] += 1 }
    return counts.map { Share(name: $0.key, count: $0.value) }
  }

  static func byCount(_ shares: [Share]) -> [Share] { shares.sorted { ($1.count, $0.name) < ($0.count, $1.name) } }

  /// Whether a version between the first and the last one had 20 events or more, and none of these.
  private static func isRegressed(_ versions: [Share], _ totals: [String: Int]) -> Bool {
    guard let first = versions.first?.name, let last = versions.last?.name, first != last else { return false }
    let present = Set(versions.map(\.name))
    return totals.contains { version, count in
      count >= 20 && version != "?" && !present.contains(version) && VersionOrder.isBefore(first, version)
        && VersionOrder.isBefore(version, last)
    }
  }
}
