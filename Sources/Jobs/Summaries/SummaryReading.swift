internal import JSONText
internal import Reports
package import Triage

/// Reads earlier output of this program: summaries, and reports as JSON. Their events no longer need debug files.
package enum SummaryReading {
  /// Returns the events of a file, or nil if it is neither a summary nor JSON of reports by this program. Throws if its events
  /// cannot be read.
  package static func builder(_ bytes: [UInt8], path: String) throws(SummaryEventCodec.Problem) -> SummaryBuilder? {
    guard isOurs(bytes) else { return nil }
    var builder = SummaryBuilder()
    var at = 0
    var values = 0
    while at < bytes.count {
      let document = JSONDocument(bytes, in: at..<bytes.count)
      guard let root = document.root, document.end > at else { break }
      if !(try take(root, path, &builder)) { builder.counts.unreadable += 1 }
      values += 1
      at = document.end
      while at < bytes.count, bytes[at] <= 0x20 || bytes[at] == UInt8(ascii: ",") { at += 1 }
    }
    return values > 0 ? builder : nil
  }

  /// Returns whether one of the schemas is named near the beginning.
  private static func isOurs(_ bytes: [UInt8]) -> Bool {
    let head = String(decoding: bytes.prefix(512), as: UTF8.self)
    return schemas.contains { $0.matches(head) }
  }

  private static let schemas = [Pattern("*\"symbolicate.summary/1\"*"), Pattern("*\"symbolicate.report/1\"*")]

  /// Adds a value. Returns false if it is not in a known schema.
  private static func take(
    _ value: JSONValue, _ path: String, _ builder: inout SummaryBuilder
  ) throws(SummaryEventCodec.Problem) -> Bool {
    if value.kind == .array {
      for element in value.elements {
        if !(try take(element, path, &builder)) { builder.counts.unreadable += 1 }
      }
      return true
    }
    // `stream` prints this for a line with an ID.
    if let report = value["report"] { return try take(report, path, &builder) }
    if let reports = value["reports"], reports.kind == .array { return try take(reports, path, &builder) }
    switch value["schema"]?.string {
    case "symbolicate.summary/1":
      try SummaryFile.take(value, &builder)
      return true
    case "symbolicate.report/1":
      ReportFile.take(value, &builder)
      return true
    default: return false
    }
  }
}
