import CrashModel
import JSONText
import Triage

/// Writes the events of a summary in a compact form: each string once, events as lists of positions among the strings.
enum SummaryPartial {
  /// Writes one object.
  static func write(_ builder: SummaryBuilder, to writer: inout JSONWriter) {
    // The order of events must not depend on the order in which they were collected.
    var texts: [String] = []
    var positions: [String: Int] = [:]
    func position(_ text: String?) -> Int {
      guard let text else { return -1 }
      if let known = positions[text] { return known }
      positions[text] = texts.count
      texts.append(text)
      return texts.count - 1
    }
    writer.beginObject()
    writer.list("events", builder.sorted) { $0.values(row($1, position)) }
    writer.list("evidence", builder.evidenceList) { writer, entry in
      let texts = [entry.group, entry.cause, entry.path, entry.text, entry.advice]
      writer.values(texts.map(position) + [entry.time ?? Int.min])
    }
    writer.member("texts", texts)
    writer.array("causes", builder.causes.values.sorted { $0.id < $1.id }) { JSONTriage.write($1, to: &$0) }
    writer.endObject()
  }

  /// Returns the numbers of an event, in the order in which `SummaryReading` takes them.
  static func row(_ incident: CrashEvent, _ position: (String?) -> Int) -> [Int] {
    let texts: [String?] = [
      incident.group, incident.app, incident.failure.name, incident.fingerprint, incident.variant, incident.quality.rawValue,
      incident.table.rawValue, incident.function, incident.image, incident.file, incident.cause, incident.evidence,
      incident.device,
      incident.version, incident.build, incident.system, incident.systemVersion, incident.model, incident.day, incident.phase,
      incident.path, incident.key.joined(separator: "\n"), incident.identities.joined(separator: "\n"),
      incident.confidence?.rawValue,
    ]
    let numbers = [
      incident.line ?? -1, incident.time ?? Int.min, incident.uptime ?? -1, incident.isLaunchCrash ? 1 : 0,
      incident.launches ?? -1,
    ]
    return texts.map(position) + numbers
  }
}
