internal import JSONText
internal import System
package import Triage

/// Reads how often versions ran: CSV with a line for each version and day, KSCrash's summaries of runs, MetricKit's metric payloads.
/// Which it is follows from the contents.
package struct SessionReading: Sendable {
  /// What one file has.
  package struct Result: Sendable {
    /// The rows; several may have the same key.
    package internal(set) var rows: [SessionRow] = []
    /// What could not be used, each a clause; at most `problemLimit`.
    package internal(set) var problems: [String] = []
    /// Whether it is no file of sessions at all.
    package internal(set) var isOther = false

    mutating func note(_ problem: String) { if problems.count < SessionReading.problemLimit { problems.append(problem) } }
  }

  /// The most problems of one file that are named.
  static let problemLimit = 5

  /// The runs that were read, so that a file that is named twice counts once.
  private var runs: Set<String> = []

  package init() {}

  /// Reads the bytes of a file.
  package mutating func read(_ bytes: [UInt8]) -> Result {
    var result = Result()
    guard let first = bytes.first(where: { $0 > 0x20 }), first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
      result = SessionTable.read(bytes)
      return result
    }
    var at = 0
    while at < bytes.count {
      let document = JSONDocument(bytes, in: at..<bytes.count)
      guard let root = document.root, document.end > at else { break }
      take(root, &result)
      at = document.end
      while at < bytes.count, bytes[at] <= 0x20 || bytes[at] == UInt8(ascii: ",") { at += 1 }
    }
    result.isOther = result.rows.isEmpty && result.problems.isEmpty
    return result
  }

  private mutating func take(_ value: JSONValue, _ result: inout Result) {
    if value.kind == .array {
      for element in value.elements where element.kind == .object { take(element, &result) }
    } else if value["run_id"] != nil, value["outcome"] != nil {
      takeRun(value, &result)
    } else if let row = MetricPayload.row(value) {
      result.rows.append(row)
    }
  }

  private mutating func takeRun(_ value: JSONValue, _ result: inout Result) {
    guard let id = value["run_id"]?.string else { return result.note("a run without an ID") }
    do throws(RunRow.Flaw) {
      let row = try RunRow.row(value)
      if runs.insert(id).inserted { result.rows.append(row) }
    } catch {
      result.note("run \(id): \(error.reason)")
    }
  }
}
