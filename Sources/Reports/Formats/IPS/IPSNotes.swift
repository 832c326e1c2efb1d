import CrashModel
import JSONText

/// The notes of an `.ips` report that say whether it is about a crash at all.
enum IPSNotes {
  /// Returns the notes in Apple's words, one a line, or nil if there are none.
  static func lines(_ body: JSONValue) -> String? {
    var notes: [String] = []
    let caller = body["simulatedCaller"].flatMap { $0.kind == .string ? $0.string : $0.text }
    if isSimulated(body) { notes.append(ExceptionNote.simulated + (caller.map { " requested by \($0)" } ?? "")) }
    if body["isCorpse"]?.bool == true { notes.append(ExceptionNote.corpse) }
    if body["isNonFatal"]?.bool == true { notes.append(ExceptionNote.nonFatal) }
    return notes.isEmpty ? nil : notes.joined(separator: "\n")
  }

  /// Returns the kind of a report that is about no crash, or nil for any other.
  static func kind(_ body: JSONValue) -> ReportKind? {
    if isSimulated(body) { return .simulated }
    return body["isNonFatal"]?.bool == true ? .nonFatal : nil
  }

  private static func isSimulated(_ body: JSONValue) -> Bool {
    body["isSimulated"]?.bool == true || body["simulatedCaller"] != nil
  }
}
