import JSONText
import Triage

/// Writes the keys `health` and `sessions` of a summary.
enum JSONHealth {
  /// Writes the shares, unless sessions were not counted.
  static func write(_ health: ReleaseHealth?, to writer: inout JSONWriter) {
    guard let health else { return }
    writer.object("health") { writer in
      writer.array("versions", health.versions) { writer, version in
        if !version.app.isEmpty { writer.member("app", version.app) }
        writer.member("version", version.version)
        write(version.total, to: &writer)
        writer.member("previous", version.previous)
        writer.member("change", version.change?.rawValue)
        writer.array("days", version.days) { writer, share in
          writer.member("day", share.day)
          write(share, to: &writer)
        }
      }
      if health.unmatched > 0 { writer.member("unmatched", health.unmatched) }
    }
  }

  private static func write(_ share: ReleaseHealth.Share, to writer: inout JSONWriter) {
    for (name, proportion) in [("sessions" as StaticString, share.sessions), ("devices", share.devices)] {
      guard let proportion else { continue }
      writer.object(name) { writer in
        writer.member("total", proportion.total)
        writer.member("crashed", proportion.bad)
        // Six digits after the point, as text: no digits of a binary fraction.
        writer.member("free", decimal(proportion.value))
        writer.member("lower", decimal(proportion.lower))
        writer.member("upper", decimal(proportion.upper))
      }
    }
  }

  private static func decimal(_ share: Double) -> String {
    let millionths = Int((share * 1_000_000).rounded())
    let digits = String(millionths % 1_000_000)
    return "\(millionths / 1_000_000).\(String(repeating: "0", count: 6 - digits.count))\(digits)"
  }

  /// Writes the counts that were read, so that summaries can be joined.
  static func write(_ sessions: [SessionRow], to writer: inout JSONWriter) {
    guard !sessions.isEmpty else { return }
    writer.array("sessions", sessions) { writer, row in
      if !row.key.app.isEmpty { writer.member("app", row.key.app) }
      writer.member("version", row.key.version)
      if !row.key.day.isEmpty { writer.member("day", row.key.day) }
      if row.key.statesCrashes { writer.member("statesCrashes", true) }
      writer.member("sessions", row.sessions)
      if row.key.statesCrashes { writer.member("crashedSessions", row.crashedSessions) }
      writer.member("devices", row.devices)
      if row.key.statesCrashes { writer.member("crashedDevices", row.crashedDevices) }
      if !row.deviceHashes.isEmpty { writer.member("deviceHashes", row.deviceHashes.sorted().map { String($0, radix: 16) }) }
      if !row.crashedHashes.isEmpty { writer.member("crashedHashes", row.crashedHashes.sorted().map { String($0, radix: 16) }) }
    }
  }
}
