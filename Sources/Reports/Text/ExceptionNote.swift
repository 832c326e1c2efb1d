internal import Bytes
import CrashModel

/// Apple's notes on an exception that say whether the process crashed.
enum ExceptionNote {
  /// The system wrote the report on request, and the process went on.
  static let simulated = "SIMULATED (this is NOT a crash)"
  /// The report is about a process that was already ending.
  static let corpse = "EXC_CORPSE_NOTIFY"
  /// The process went on.
  static let nonFatal = "NON-FATAL CONDITION (this is NOT a crash)"

  /// Returns a detail with notes, one a line. The usual note of a crash says nothing about it.
  static func detail(_ notes: String?) -> ReportDetail? {
    notes.map { ReportDetail(key: "exceptionNote", title: "Exception Note", value: .text($0), isMinor: $0 == corpse) }
  }

  /// Returns whether an exception is a fault of memory tagging in its soft mode, after which the process goes on.
  static func isSoftFault(_ exception: CrashException?) -> Bool {
    [exception?.subtype, exception?.message, exception?.codes].contains { $0?.containsBytes(of: "GUARD_EXC_MTE_") == true }
  }

  /// Returns the kind of a report with a note, or nil if the note says nothing about it.
  static func kind(of note: String) -> ReportKind? {
    if note.containsBytes(of: "SIMULATED (this is NOT a crash)") { return .simulated }
    return note.containsBytes(of: "NON-FATAL CONDITION") ? .nonFatal : nil
  }
}
