import AppleLayout
import CrashModel
import JSONText
import SymbolModel

/// KSCrash's summaries of runs (version 3.9): how one run of the app ended, in a file of its own (`.run`). It is no crash report and
/// has no call stacks; the report of a crash has the same `run_id`.
struct KSCrashRunSummary: FormatReader {
  /// The object.
  let body: JSONValue

  static let earlyKeys = ["schema_version", "run_id"]

  static func recognize(_ candidate: JSONCandidate) -> [any FormatReader]? {
    let keys = candidate.keys
    guard keys.has("schema_version"), keys.has("run_id"), candidate.value["outcome"]?.kind == .object else { return nil }
    return [KSCrashRunSummary(body: candidate.value)]
  }

  var source: JSONSource? { JSONSource(body, dropping: .ksCrash) }

  func read(_ known: KnownImages?) -> CrashReport {
    var report = CrashReport(format: .kscrash, kind: .other)
    let (app, system, outcome) = (body["app"], body["os"], body["outcome"])
    report.identifier = body["run_id"]?.string
    report.process.bundleID = app?["bundle_id"]?.string
    report.process.version = app?["short_version"]?.string
    report.process.build = app?["version"]?.string
    report.device.model = body["device"]?["model"]?.string
    report.device.cpuType = body["device"]?["architecture"]?.string
    report.device.reporterKey = body["device_id"]?.string.flatMap(ReporterKey.useful)
    report.system.name = system?["name"]?.string
    report.system.version = system?["version"]?.string
    report.system.build = system?["build"]?.string
    readTimes(into: &report)
    let reason = outcome?["termination_reason"]?.string ?? "unknown"
    report.event = "summary of a run that ended by \(reason)"
    var termination = Termination()
    termination.indicator = reason
    report.termination = termination
    if let flag = outcome?["clean_shutdown"], flag.kind != .bool {
      report.diagnostics.append(
        ReportDiagnostic(.warning, "clean_shutdown is neither true nor false", byte: flag.range.lowerBound))
    }
    return report
  }

  private func readTimes(into report: inout CrashReport) {
    let (start, end) = (body["started_at_ms"]?.int64, body["ended_at_ms"]?.int64)
    report.launchTime = start.map { CivilTime(secondsSince1970: $0 / 1_000).text }
    report.time = end.map { CivilTime(secondsSince1970: $0 / 1_000).text }
    if let start, let end, end >= start { report.lifetime = Double(end - start) / 1_000 }
  }

  func edit(_ answers: SymbolicatedReport, _ wording: any FrameWording, onlyCrashed: Bool, _ edits: inout ByteEdits) {}
}
