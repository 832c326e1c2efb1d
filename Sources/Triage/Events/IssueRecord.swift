internal import CrashModel

/// What the events of one group that look alike have in common. Their number is about that of the groups.
struct IssueRecord: Hashable, Sendable {
  var group: String
  var app: String
  var key: [String]
  var failure: FailureClass
  var fingerprint: String
  var variant: String
  var quality: GroupQuality
  var table: CrashEvent.Table
  var function: String?
  var image: String?
  var file: String?
  var line: Int?
  var cause: String?
  var confidence: TriageCause.Confidence?
  var phase: String?

  /// Takes it from an event.
  init(_ incident: CrashEvent) {
    (group, app, key, failure) = (incident.group, incident.app, incident.key, incident.failure)
    (fingerprint, variant, quality, table) = (incident.fingerprint, incident.variant, incident.quality, incident.table)
    (function, image, file, line) = (incident.function, incident.image, incident.file, incident.line)
    (cause, confidence, phase) = (incident.cause, incident.confidence, incident.phase)
  }

  /// Gives it to an event.
  func fill(_ incident: inout CrashEvent) {
    (incident.group, incident.app, incident.key, incident.failure) = (group, app, key, failure)
    (incident.fingerprint, incident.variant, incident.quality, incident.table) = (fingerprint, variant, quality, table)
    (incident.function, incident.image, incident.file, incident.line) = (function, image, file, line)
    (incident.cause, incident.confidence, incident.phase) = (cause, confidence, phase)
  }
}
