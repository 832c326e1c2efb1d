import CrashModel
import JSONText

/// A part of an input that is not a report, beside reports.
struct SkippedInput: Sendable {
  /// Its bytes.
  let range: Range<Int>
  /// A description for people: `text`, `JSON (level, message)`.
  let what: String
  /// The number of reports that are before it.
  let reportsBefore: Int

  /// The maximum number of parts that are reported one by one.
  private static let maxListed = 8

  /// Adds a warning for each part to the report before it, or to the first report.
  static func tell(_ skipped: [Self], in reports: inout [CrashReport], of bytes: [UInt8]) {
    guard !reports.isEmpty else { return }
    for part in skipped.prefix(maxListed) {
      let size = part.range.count == 1 ? "1 byte" : "\(part.range.count) bytes"
      let line = JSONDocument.line(ofByte: part.range.lowerBound, in: bytes)
      reports[min(max(part.reportsBefore - 1, 0), reports.count - 1)].diagnostics.append(
        ReportDiagnostic(
          .warning, "\(part.what), \(size), is not a crash report and was skipped", line: line, byte: part.range.lowerBound))
    }
    guard skipped.count > maxListed, let next = skipped.dropFirst(maxListed).first else { return }
    let rest = skipped.count - maxListed
    reports[reports.count - 1].diagnostics.append(
      ReportDiagnostic(
        .warning, "\(rest) more part\(rest == 1 ? " is not a crash report and was" : "s are not crash reports and were") skipped",
        byte: next.range.lowerBound))
  }

  /// Returns whether an object is one of MetricKit's daily reports of metrics (MXMetricPayload, or MetricReport of iOS 27).
  static func isMetrics(_ value: JSONValue) -> Bool {
    value["timeStampBegin"] != nil && value["timeStampEnd"] != nil || value["timeRange"] != nil && value["environment"] != nil
  }

  /// Returns a description of a JSON value, with the first keys of an object.
  static func describe(_ value: JSONValue) -> String {
    switch value.kind {
    case .object:
      let names = value.members.prefix(5).map { $0.key.string }
      guard !names.isEmpty else { return "an empty JSON object" }
      if isMetrics(value) { return "a MetricKit report of metrics without call stacks" }
      return "JSON (\(names.prefix(4).joined(separator: ", "))\(names.count > 4 ? ", ..." : ""))"
    case .array: return "a JSON array"
    case .string: return "a string"
    case .number: return "a number"
    case .bool, .null: return "the value \(value.text)"
    case .missing: return "something that is not JSON"
    }
  }
}
