/// Finds crash loops among events.
enum LoopFinder {
  /// A pause of more than a day ends a loop.
  static let gap = 86_400_000

  /// The loops of all apps and devices, the longest first. Only the events of devices with launch crashes are looked at one by one.
  static func loops(_ events: EventTable, isAdmitted: (Int) -> Bool) -> [CrashLoop] {
    func owner(_ row: EventRow) -> Owner { Owner(app: events.issues[Int(row.issue)].app, device: row.device) }
    var owners: Set<Owner> = []
    for row in events.rows where row.counts && row.device != 0 && (row.isLaunchCrash || row.consecutive > 1) {
      owners.insert(owner(row))
    }
    var incidents: [CrashEvent] = []
    for (position, row) in events.rows.enumerated() where row.device != 0 || row.consecutive > 1 {
      guard owners.contains(owner(row)) || row.device == 0, isAdmitted(position) else { continue }
      incidents.append(events[position])
    }
    return incidents.isEmpty ? [] : loops(incidents)
  }

  private struct Owner: Hashable {
    var app: String
    var device: UInt64
  }

  /// The loops of all apps and devices among some events.
  static func loops(_ incidents: [CrashEvent]) -> [CrashLoop] {
    var byDevice: [String: [CrashEvent]] = [:]
    for incident in incidents {
      guard let device = incident.device, incident.time != nil, incident.table != .other, incident.table != .simulated else {
        continue
      }
      byDevice["\(incident.app)\n\(device)", default: []].append(incident)
    }
    let launches = byDevice.values.filter { list in list.contains(where: \.isLaunchCrash) }.flatMap(loops(ofDevice:))
    return joined(launches, counted(incidents)).sorted {
      ($1.length, $0.app, $0.device ?? "", $0.reports.joined()) < ($0.length, $1.app, $1.device ?? "", $1.reports.joined())
    }
  }

  /// The loops that the system counted itself (`consecutiveCrashCount` of `.ips`): one report is enough.
  private static func counted(_ incidents: [CrashEvent]) -> [CrashLoop] {
    let failures = incidents.filter { $0.table != .other && $0.table != .simulated }
    let byOwner = Dictionary(grouping: failures) { "\($0.app)\n\($0.device ?? $0.path)\n\($0.version ?? "")\n\($0.build ?? "")" }
    return byOwner.values.compactMap { list in
      let sorted = list.sorted { ($0.time ?? 0, $0.path) < ($1.time ?? 0, $1.path) }
      let run = sorted.filter { $0.consecutive ?? 0 > 1 }
      guard let length = run.compactMap(\.consecutive).max() else { return nil }
      var result = loop(run, isOpen: run.last == sorted.last)
      (result.length, result.certainty) = (length, .certain)
      result.isAtLaunch = run.allSatisfy(\.isLaunchCrash)
      return result
    }
  }

  /// Joins the loops that launch crashes make with those that the system counted: reports are in one of them only.
  private static func joined(_ launches: [CrashLoop], _ counted: [CrashLoop]) -> [CrashLoop] {
    var (result, others) = (counted, [CrashLoop]())
    for loop in launches {
      guard let position = counted.firstIndex(where: { !Set($0.reports).isDisjoint(with: loop.reports) }) else {
        others.append(loop)
        continue
      }
      result[position].length = max(result[position].length, loop.length)
      result[position].groups += loop.groups.filter { !result[position].groups.contains($0) }
      result[position].reports += loop.reports.filter { !result[position].reports.contains($0) }
    }
    return result + others
  }

  private static func loops(ofDevice list: [CrashEvent]) -> [CrashLoop] {
    let sorted = list.sorted { ($0.time ?? 0, $0.path) < ($1.time ?? 0, $1.path) }
    var runs: [[CrashEvent]] = []
    for incident in sorted {
      // A longer session ends a loop, whatever ended the session.
      guard incident.isLaunchCrash else {
        runs.append([])
        continue
      }
      if let last = runs.last?.last, follows(incident, last) {
        runs[runs.count - 1].append(incident)
      } else {
        runs.append([incident])
      }
    }
    return runs.filter { $0.count > 1 }.map { loop($0, isOpen: $0.last == sorted.last) }
  }

  /// Whether a launch crash goes on with the loop that the one before it belongs to.
  private static func follows(_ incident: CrashEvent, _ last: CrashEvent) -> Bool {
    if let launches = incident.launches, launches > 1 { return false }
    if (incident.version, incident.build) != (last.version, last.build) { return false }
    return (incident.time ?? 0) - (last.time ?? 0) <= gap
  }

  private static func loop(_ run: [CrashEvent], isOpen: Bool) -> CrashLoop {
    var seen: Set<String> = []
    let groups = run.map(\.group).filter { seen.insert($0).inserted }
    let isCounted = run.dropFirst().allSatisfy { $0.launches == 1 }
    return CrashLoop(
      app: run[0].app, device: run[0].device, version: run[0].version, length: run.count, isAtLaunch: true,
      certainty: isCounted ? .certain : .likely, isOpen: isOpen, groups: groups, reports: run.map(\.path))
  }
}
extension CrashLoop.Certainty {
  /// Whether the reporter's own counter stands behind it.
  package var isCertain: Bool { self == .certain }
}
