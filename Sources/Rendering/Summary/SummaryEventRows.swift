import CrashModel
import JSONText
import Triage

/// Writes the events of a summary in a compact form: each string once, events as lists of positions among the strings.
enum SummaryEventRows {
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
    writer.member("version", SummaryEventCodec.version)
    writer.list("events", builder.sorted) { $0.values(SummaryEventCodec.row(of: $1, position)) }
    writer.list("evidence", builder.evidenceRecords) { $0.values(SummaryEventCodec.row(of: $1, position)) }
    writer.member("texts", texts)
    writer.array("causes", builder.causes.values.sorted { $0.id < $1.id }) { JSONTriage.write($1, to: &$0) }
    writer.endObject()
  }
}
