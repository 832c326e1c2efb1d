/// The evidence for a cause in a group, and the report that it is from.
package struct EvidenceRecord: Hashable, Sendable {
  package var group: String
  package var cause: String
  package var path: String
  package var text: String
  /// What to do, with the functions and addresses of that report.
  package var advice: String
  /// In milliseconds since 1970; nil when unknown.
  package var time: Int?

  package init(group: String, cause: String, path: String, text: String, advice: String, time: Int?) {
    (self.group, self.cause, self.path, self.text, self.advice, self.time) = (group, cause, path, text, advice, time)
  }
}

extension SummaryEventCodec {
  /// Returns the row of the evidence of a report.
  package static func row(of record: EvidenceRecord, _ number: (String?) -> Int) -> [Int] {
    [record.group, record.cause, record.path, record.text, record.advice].map(number) + [record.time ?? .min]
  }

  /// Returns the evidence of a row whose positions are among `texts`.
  package static func evidence(of row: [Int], _ texts: [String]) throws(Problem) -> EvidenceRecord {
    let words = row.prefix(5).compactMap { texts.indices.contains($0) ? texts[$0] : nil }
    guard row.count == 6, words.count == 5 else { throw .noText(column: "evidence") }
    return EvidenceRecord(
      group: words[0], cause: words[1], path: words[2], text: words[3], advice: words[4], time: row[5] == .min ? nil : row[5])
  }
}
