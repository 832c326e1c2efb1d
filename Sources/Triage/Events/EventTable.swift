internal import Bytes

/// The distinct events of a summary. Each takes some 80 bytes, its path, and 16 to 48 bytes for what it is recognized by; all that
/// events share is kept once.
struct EventTable: Sendable {
  private(set) var rows: [EventRow] = []
  private(set) var issues: [IssueRecord] = []
  private(set) var texts = TextTable()
  private var issueNumbers: [IssueRecord: UInt32] = [:]
  private var paths: [UInt8] = []
  private var positions: [UInt64: UInt32] = [:]
  /// The events that turned out to be others: two events are one when a third has the identities of both.
  private var forwards: [UInt32: UInt32] = [:]
  /// The number of events that count.
  private(set) var count = 0

  /// Adds an event, or joins it with all that share an identity with it: the better symbolicated one stays.
  mutating func add(_ incident: CrashEvent) {
    let identities = incident.identities.map(Self.identity)
    let known = Set(identities.compactMap { positions[$0].map(resolved) }).sorted()
    let position = known.first ?? UInt32(clamping: rows.count)
    for identity in identities { positions[identity] = position }
    guard !known.isEmpty else {
      rows.append(row(of: incident))
      count += 1
      return
    }
    var best = (incident: incident, row: EventRow?.none)
    for other in known where self[Int(other)].isBetter(than: best.incident) { best = (self[Int(other)], rows[Int(other)]) }
    for other in known.dropFirst() {
      rows[Int(other)].counts = false
      forwards[other] = position
      count -= 1
    }
    rows[Int(position)] = best.row ?? row(of: incident)
  }

  private func resolved(_ position: UInt32) -> UInt32 {
    var at = position
    while let next = forwards[at] { at = next }
    return at
  }

  /// The event of a row, without identities and evidence.
  subscript(position: Int) -> CrashEvent {
    let row = rows[position]
    var incident = CrashEvent()
    issues[Int(row.issue)].fill(&incident)
    (incident.version, incident.build, incident.model) = (texts[row.version], texts[row.build], texts[row.model])
    (incident.system, incident.systemVersion, incident.day) = (texts[row.system], texts[row.systemVersion], texts[row.day])
    incident.launches = row.launches < 0 ? nil : Int(row.launches)
    incident.consecutive = row.consecutive < 0 ? nil : Int(row.consecutive)
    incident.device = row.device == 0 ? nil : Fingerprint.hex(row.device)
    incident.time = row.time == .min ? nil : row.time
    incident.uptime = row.uptime < 0 ? nil : row.uptime
    incident.isLaunchCrash = row.isLaunchCrash
    incident.path = path(of: row)
    return incident
  }

  /// The path of an event.
  func path(of row: EventRow) -> String {
    String(decoding: paths[row.path..<(row.path + Int(row.pathLength))], as: UTF8.self)
  }

  /// The identities of the events, by row.
  var identities: [Int: [String]] {
    var result: [Int: [String]] = [:]
    for (identity, position) in positions { result[Int(resolved(position)), default: []].append(Fingerprint.hex(identity)) }
    return result.mapValues { $0.sorted() }
  }

  private mutating func row(of incident: CrashEvent) -> EventRow {
    let issue = IssueRecord(incident)
    let number = issueNumbers[issue] ?? UInt32(clamping: issues.count)
    if number == issues.count {
      issueNumbers[issue] = number
      issues.append(issue)
    }
    let start = paths.count
    paths += incident.path.utf8
    return EventRow(
      issue: number, version: texts.number(of: incident.version), build: texts.number(of: incident.build),
      system: texts.number(of: incident.system.map { Self.systemNames[$0] ?? $0 }),
      systemVersion: texts.number(of: incident.systemVersion),
      model: texts.number(of: incident.model), day: texts.number(of: incident.day),
      launches: Int32(clamping: incident.launches ?? -1), device: incident.device.map(Self.identity) ?? 0,
      time: incident.time ?? .min, uptime: incident.uptime ?? -1, path: start, pathLength: UInt32(clamping: paths.count - start),
      consecutive: Int32(clamping: incident.consecutive ?? -1), isLaunchCrash: incident.isLaunchCrash)
  }

  /// What reporters call one system, by other names of it.
  private static let systemNames = [
    "iPhone OS": "iOS", "Mac OS X": "macOS", "OS X": "macOS", "Mac OS": "macOS", "Watch OS": "watchOS", "Apple tvOS": "tvOS",
    "Apple TVOS": "tvOS", "xrOS": "visionOS",
  ]

  /// The value of 16 hexadecimal digits, never 0; of other texts a hash.
  private static func identity(_ text: String) -> UInt64 {
    let value = text.utf8.count == 16 ? UInt64(text, radix: 16) : nil
    return max(value ?? SHA256.prefix(of: text.utf8.span), 1)
  }
}
