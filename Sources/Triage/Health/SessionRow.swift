/// How often one version of an app ran on one day.
package struct SessionRow: Hashable, Sendable {
  /// What numbers are added up by.
  package struct Key: Hashable, Comparable, Sendable {
    /// The bundle identifier in lower case; empty if the source does not say.
    package var app: String
    /// The version with its build as summaries name it, or the version alone.
    package var version: String
    /// The day, or empty for a time that is not divided into days.
    package var day: String
    /// Whether the source says itself how many of the sessions crashed; otherwise reports are counted.
    package var statesCrashes: Bool

    package init(app: String, version: String, day: String, statesCrashes: Bool) {
      (self.app, self.version, self.day, self.statesCrashes) = (app, version, day, statesCrashes)
    }

    /// By app, version, day.
    package static func < (left: Key, right: Key) -> Bool {
      if left.app != right.app { return left.app < right.app }
      if left.version != right.version { return VersionOrder(left.version) < VersionOrder(right.version) }
      return (left.day, left.statesCrashes ? 1 : 0) < (right.day, right.statesCrashes ? 1 : 0)
    }
  }

  package var key: Key
  /// The number of sessions or launches; 0 if the source counts devices alone.
  package var sessions = 0
  /// The number of those that crashed, if the source says so.
  package var crashedSessions = 0
  /// The number of devices, or nil if the source does not say.
  package var devices: Int?
  /// The number of devices with a crash, if the source says so.
  package var crashedDevices = 0
  /// The hashes of devices, where the source names them; `devices` is then nil.
  package var deviceHashes: Set<UInt64> = []
  /// The hashes of those with a crash.
  package var crashedHashes: Set<UInt64> = []

  package init(_ key: Key) { self.key = key }

  /// Adds another row with the same key.
  mutating func add(_ other: SessionRow) {
    sessions = Self.sum(sessions, other.sessions)
    crashedSessions = Self.sum(crashedSessions, other.crashedSessions)
    if let more = other.devices { devices = Self.sum(devices ?? 0, more) }
    crashedDevices = Self.sum(crashedDevices, other.crashedDevices)
    deviceHashes.formUnion(other.deviceHashes)
    crashedHashes.formUnion(other.crashedHashes)
  }

  /// The largest number that a source may state; sums of many stay in range.
  package static let limit = 1 << 50

  static func sum(_ one: Int, _ other: Int) -> Int { min(one + other, limit) }
}
