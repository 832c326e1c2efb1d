import CrashModel
import JSONText

/// A report inside a KSCrash report that is a string. Usually the reporter could not parse it as JSON, because it was cut off,
/// and kept its text in `json_data` beside an `error`; otherwise whoever forwarded it stored it that way.
struct KSCrashContainer {
  let string: JSONValue
  /// The path to the string.
  let path: String
  /// The report in the string, as a separate document.
  let report: JSONValue

  /// Reads the report inside `body`. Returns nil if there is none or it is not a string with a part of a report.
  init?(_ body: JSONValue) {
    guard let inner = body["recrash_report"], let string = inner.kind == .string ? inner : inner["json_data"],
      let text = string.string, let report = JSONDocument(Array(text.utf8)).root,
      ["report", "binary_images", "crash", "system"].contains(where: { report[$0] != nil })
    else { return nil }
    self.string = string
    path = inner.kind == .string ? "recrash_report" : "recrash_report.json_data"
    self.report = report
  }

  /// Plans the edits of the string for the answers of the frames inside it.
  func fill(_ answers: SymbolicatedReport, of body: JSONValue, _ edits: inout ByteEdits) {
    let inside = KSCrashReader.readInside(body).frames
    var placed = answers
    for position in placed.report.frames.indices {
      let isInside = placed.report.frames[position].sourceRange == string.range && inside.indices.contains(position)
      placed.report.frames[position].sourceRange = isInside ? inside[position].sourceRange : 0..<0
      placed.report.frames[position].otherPlaces = []
    }
    var inner = ByteEdits()
    JSONAnswerEditor.fill(placed, in: report.document, &inner, keys: KSCrashKeys.set)
    guard !inner.isEmpty else { return }
    let text = String(decoding: inner.applied(to: report.document.bytes), as: UTF8.self)
    edits.replace(string.range, with: Array(JSONString.encode(text).utf8))
  }
}
