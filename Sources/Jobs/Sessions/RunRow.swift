internal import JSONText
internal import Triage

/// One run of an app as KSCrash's summary has it: a session that crashed or not.
enum RunRow {
  /// A summary that cannot be counted.
  struct Flaw: Error {
    let reason: String
  }

  /// Returns the row of a run.
  static func row(_ value: JSONValue) throws(Flaw) -> SessionRow {
    let (app, outcome) = (value["app"], value["outcome"])
    for flag in ["clean_shutdown", "fatal_reported"] {
      if let found = outcome?[flag], found.kind != .bool { throw Flaw(reason: "\(flag) is neither true nor false") }
    }
    guard let ended = value["ended_at_ms"]?.int64 ?? value["started_at_ms"]?.int64, ended > 0 else {
      throw Flaw(reason: "it has no time")
    }
    let version = AppVersion.name(app?["short_version"]?.string, build: app?["version"]?.string)
    guard version != "?" else { throw Flaw(reason: "it has no version") }
    let day = DayTrend.name(Int(ended / 86_400_000))
    let name = app?["bundle_id"]?.string?.lowercased() ?? ""
    var row = SessionRow(SessionRow.Key(app: name, version: version, day: day, statesCrashes: true))
    row.sessions = 1
    let crashed = outcome?["termination_reason"]?.string == "crash" || outcome?["fatal_reported"]?.bool == true
    row.crashedSessions = crashed ? 1 : 0
    if let device = value["device_id"]?.string {
      let hash = Fingerprint.number("device\n\(name)\n\(device)")
      row.deviceHashes = [hash]
      if crashed { row.crashedHashes = [hash] }
    }
    return row
  }
}
