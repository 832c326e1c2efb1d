package import Triage

/// Words the health of releases: shares free of crashes with their intervals, and how versions compare.
package struct HealthWords: Sendable {
  /// One line of a table.
  package struct Row: Sendable {
    /// The version, and the app if there are several; empty on lines of days.
    package var version: String
    /// The day; empty on lines of versions.
    package var day: String
    /// `12,000`, `99.90% (99.83–99.94%)`; empty if they were not counted.
    package var sessions: String
    package var sessionShare: String
    package var devices: String
    package var deviceShare: String
    /// `worse than 4.1.0`; empty if it is neither worse nor better.
    package var change: String

    /// The columns in order.
    package var cells: [String] { [version + day, sessions, sessionShare, devices, deviceShare, change] }
  }

  /// The title of the table.
  package static let title = "Free of crashes, with 95% intervals"
  /// The names of the columns.
  package static let columns = ["version", "sessions", "free of crashes", "devices", "free of crashes", "compared"]

  private let health: ReleaseHealth
  private let namesApps: Bool

  package init(_ health: ReleaseHealth) {
    self.health = health
    namesApps = Set(health.versions.map(\.app)).count > 1
  }

  /// Returns a line for each version and, below it, one for each of its last days.
  package func rows(days: Int) -> [Row] {
    health.versions.flatMap { version in
      [row(version.total, name(version), change(version))] + version.days.suffix(max(days, 0)).map { row($0, "", "") }
    }
  }

  /// Whether each column has a value in these rows; the first one is always shown.
  package func shownColumns(of rows: [Row]) -> [Bool] {
    Self.columns.indices.map { column in column == 0 || rows.contains { !$0.cells[column].isEmpty } }
  }

  /// `4.2.0 is worse than 4.1.0: 99.00% (98.76–99.20%) of 8,000 sessions free of crashes, 99.90% (99.83–99.94%) of 12,000 before`.
  package func sentence(_ version: ReleaseHealth.Version) -> String? {
    guard let change = version.change, let previous = version.previous,
      let before = health.versions.first(where: { $0.app == version.app && $0.version == previous })
    else { return nil }
    let parts = [
      ("sessions", version.total.sessions, before.total.sessions), ("devices", version.total.devices, before.total.devices),
    ]
    .compactMap { noun, now, before -> String? in
      guard let now, let before, now.change(since: before) == (change == .worse ? -1 : 1) else { return nil }
      return "\(Self.share(now)) of \(NumberFormat.grouped(now.total)) \(noun) free of crashes, "
        + "\(Self.share(before)) of \(NumberFormat.grouped(before.total)) before"
    }
    return "\(name(version)) is \(change.rawValue) than \(previous): \(parts.joined(separator: "; "))"
  }

  /// The sentences of versions that differ from the one before.
  package var sentences: [String] { health.versions.compactMap(sentence) }

  /// `3 crashes of versions or days without sessions are in no share`; nil if there are none.
  package var unmatched: String? {
    guard health.unmatched > 0 else { return nil }
    let verb = health.unmatched == 1 ? "is" : "are"
    return
      "\(NumberFormat.counted(health.unmatched, "crash", plural: "crashes")) of versions or days without sessions \(verb) in no share"
  }

  private func name(_ version: ReleaseHealth.Version) -> String {
    namesApps && !version.app.isEmpty ? "\(version.app) \(version.version)" : version.version
  }

  private func change(_ version: ReleaseHealth.Version) -> String {
    guard let change = version.change, let previous = version.previous else { return "" }
    return "\(change.rawValue) than \(previous)"
  }

  private func row(_ share: ReleaseHealth.Share, _ version: String, _ change: String) -> Row {
    Row(
      version: version, day: share.day ?? "", sessions: share.sessions.map { NumberFormat.grouped($0.total) } ?? "",
      sessionShare: share.sessions.map(Self.share) ?? "", devices: share.devices.map { NumberFormat.grouped($0.total) } ?? "",
      deviceShare: share.devices.map(Self.share) ?? "", change: change)
  }

  /// `99.90% (99.83–99.94%)`.
  package static func share(_ share: Proportion) -> String {
    "\(percent(share.value))% (\(percent(share.lower))–\(percent(share.upper))%)"
  }

  /// Returns a share in percent with two digits, cut off: 100% means all.
  static func percent(_ share: Double) -> String {
    let hundredths = Int((min(max(share, 0), 1) * 10_000 + 1e-7).rounded(.down))
    let digits = hundredths % 100
    return hundredths == 10_000 ? "100" : "\(hundredths / 100).\(digits < 10 ? "0" : "")\(digits)"
  }
}
