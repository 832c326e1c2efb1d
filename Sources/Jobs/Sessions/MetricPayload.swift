internal import JSONText
internal import Triage

/// One of MetricKit's metric payloads (`MXMetricPayload`): the launches of an app on one device in one day, and how it ended.
enum MetricPayload {
  /// Returns the row of a payload, or nil if it is none or has no launches.
  static func row(_ value: JSONValue) -> SessionRow? {
    guard let launches = value["applicationLaunchMetrics"] ?? value["launchMetrics"], launches.kind == .object else { return nil }
    let (first, prewarmed) = (launches["histogrammedTimeToFirstDrawKey"], launches["histogrammedOptimizedTimeToFirstDrawKey"])
    let counts = [first, prewarmed, launches["histogrammedTimeToFirstDraw"], launches["histogrammedOptimizedTimeToFirstDraw"]]
    let sessions = counts.compactMap { $0 }.reduce(0) { $0 + count($1) }
    guard sessions > 0 else { return nil }
    let facts = value["metaData"]
    let version = AppVersion.name(
      (value["appVersion"] ?? facts?["appVersion"])?.string,
      build: (facts?["appBuildVersion"] ?? facts?["applicationBuildVersion"])?.string)
    guard version != "?" else { return nil }
    let app = (facts?["bundleIdentifier"]?.string ?? "").lowercased()
    let day = value["timeStampBegin"]?.string.map { String($0.prefix(10)) }.flatMap { DayTrend.number($0) == nil ? nil : $0 }
    let exits = value["applicationExitMetrics"]
    var row = SessionRow(SessionRow.Key(app: app, version: version, day: day ?? "", statesCrashes: exits != nil))
    row.sessions = sessions
    row.devices = 1
    row.crashedSessions = min(crashes(exits), sessions)
    row.crashedDevices = row.crashedSessions > 0 ? 1 : 0
    return row
  }

  /// The number of all values of a histogram.
  private static func count(_ histogram: JSONValue) -> Int {
    let buckets = histogram["histogramValue"]
    let list = buckets?.kind == .object ? buckets?.members.map(\.value) : buckets?.elements.map { $0 }
    return (list ?? []).reduce(0) { sum, bucket in min(sum + number(bucket["bucketCount"]), SessionRow.limit) }
  }

  /// The exits that are crashes; limits of memory and time are not.
  private static func crashes(_ exits: JSONValue?) -> Int {
    let kinds = ["cumulativeBadAccessExitCount", "cumulativeAbnormalExitCount", "cumulativeIllegalInstructionExitCount"]
    return ["foregroundExitData", "backgroundExitData"].reduce(0) { sum, place in
      kinds.reduce(sum) { min($0 + number(exits?[place]?[$1]), SessionRow.limit) }
    }
  }

  private static func number(_ value: JSONValue?) -> Int { min(max(value?.int ?? 0, 0), SessionRow.limit) }
}
