import CrashModel
import JSONText

/// The JSON that a report was read from. What its reader did not take is shown as `CrashReport.other`, so that no fact is lost.
struct JSONSource {
  /// One value that belongs to the report.
  struct Part {
    /// The path to the value.
    var path = ""
    let value: JSONValue
    /// Values in it that belong to other reports.
    var skipping: [JSONValue] = []
  }

  /// The values, in the order of the text.
  let parts: [Part]
  /// What of them is deliberately not shown.
  let dropped: DroppedKeys

  /// A report that is one value.
  init(_ value: JSONValue, dropping dropped: DroppedKeys) { self.init([Part(value: value)], dropping: dropped) }

  /// A report that is several values.
  init(_ parts: [Part], dropping dropped: DroppedKeys) {
    self.parts = parts
    self.dropped = dropped
  }

  /// The maximum number of bytes that are kept of a report.
  private static let maxBytes = 16 << 20

  /// Adds to a report what its reader left.
  func addOthers(to report: inout CrashReport) {
    var room = Self.maxBytes
    for part in parts {
      for unread in part.value.unread(
        at: part.path, skipping: part.skipping, dropping: dropped.patterns(in: part.value, at: part.path))
      {
        room -= unread.value.range.count + unread.path.utf8.count
        guard room > 0 else {
          let byte = unread.value.range.lowerBound
          report.diagnostics.append(ReportDiagnostic(.warning, "values without a field are left out from here on", byte: byte))
          return
        }
        report.other.append(OtherValue(path: unread.path, value: ReportValue(unread.value)))
      }
    }
  }
}
