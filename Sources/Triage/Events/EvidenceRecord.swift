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
  /// The columns of the evidence of a report, in their order.
  private enum EvidenceColumn: CaseIterable {
    case group, cause, path, text, advice, time
  }

  /// Returns the row of the evidence of a report.
  package static func row(of record: EvidenceRecord, _ number: (String?) -> Int) -> [Int] {
    EvidenceColumn.allCases.map { column in
      switch column {
      case .group: number(record.group)
      case .cause: number(record.cause)
      case .path: number(record.path)
      case .text: number(record.text)
      case .advice: number(record.advice)
      case .time: record.time ?? .min
      }
    }
  }

  /// Returns the evidence of a row whose positions are among `texts`.
  package static func evidence(of row: [Int], _ texts: [String]) throws(Problem) -> EvidenceRecord {
    let columns = EvidenceColumn.allCases
    guard row.count == columns.count else { throw .width(row.count, expected: columns.count) }
    var record = EvidenceRecord(group: "", cause: "", path: "", text: "", advice: "", time: nil)
    for (column, value) in zip(columns, row) {
      switch column {
      case .group: record.group = try text(value, column, texts)
      case .cause: record.cause = try text(value, column, texts)
      case .path: record.path = try text(value, column, texts)
      case .text: record.text = try text(value, column, texts)
      case .advice: record.advice = try text(value, column, texts)
      case .time: record.time = value == .min ? nil : value
      }
    }
    return record
  }

  private static func text(_ number: Int, _ column: EvidenceColumn, _ texts: [String]) throws(Problem) -> String {
    guard texts.indices.contains(number) else { throw .noText(column: "\(column)") }
    return texts[number]
  }
}
