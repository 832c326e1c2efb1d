import CrashModel
import JSONText

/// The facts of a report that has no crash: libraries on top of KSCrash store a whole event in the app's own data (`user.event`)
/// instead, also for errors that the app handled.
enum KSCrashEvent {
  /// Fills the facts that the report itself lacks.
  static func fill(_ report: inout CrashReport, _ main: JSONValue) {
    guard main["crash"] == nil, let event = main["user"]?["event"], event.kind == .object else { return }
    var facts = CrashReport(format: .json)
    GenericJSONMetadata(event).fill(&facts)
    if event["unhandled"]?.bool == false { report.kind = .user }
    report.exception = report.exception ?? facts.exception
    report.device.model = report.device.model ?? facts.device.model
    if report.system.version == nil { report.system = facts.system }
    report.process.bundleID = report.process.bundleID ?? facts.process.bundleID ?? event["app"]?["id"]?.string
    report.process.version = report.process.version ?? facts.process.version
    report.process.build = report.process.build ?? facts.process.build ?? event["app"]?["bundleVersion"]?.string
  }
}
