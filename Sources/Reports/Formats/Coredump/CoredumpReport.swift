import AppleLayout
package import CrashModel

/// The stack traces of a core dump that systemd-coredump writes to the journal and `coredumpctl info` prints.
///
/// In: the lines of a log (`LogText`), which may be JSON with such a text in a string. Out: a report with threads, images with the
/// build IDs of `Module` lines, and the facts of coredumpctl's header; `edit` fills names into the lines of frames. A log may have
/// more call stacks around it, so `LogCallStacks` finds the reports and not `ReportFormats`. Start with `CoredumpReader`;
/// `CoredumpLine` reads one line, `CoredumpFrameLine` one frame, `CoredumpHeader` the facts, and `CoredumpWatch` finds the end of a
/// report in a log that is still being written.
///
/// Example: `#0  0x000055d0c0e011a9 n/a (/usr/bin/shopd + 0x11a9)` becomes
/// `#0  0x000055d0c0e011a9 pay + 25 (shopd.c:12) (/usr/bin/shopd + 0x11a9)`.
struct CoredumpReport: FormatReader {
  static let titles = ["PID: "]

  /// What was read, with the lines of its frames.
  let reader: CoredumpReader

  static let formats: [ReportFormat] = [.coredump]

  var isPartOfLog: Bool { true }
  var hasHeader: Bool { reader.hasHeader }

  func read(_ known: KnownImages?) -> CrashReport { reader.report }

  func layout(of report: CrashReport) -> TranslatedText? { nil }

  func edit(_ answers: SymbolicatedReport, _ wording: any FrameWording, onlyCrashed: Bool, _ edits: inout ByteEdits) {
    if onlyCrashed {
      for thread in reader.report.threads where !thread.crashed && !thread.sourceRange.isEmpty {
        edits.replace(thread.sourceRange, with: [])
      }
    }
    LogEditor.fill(reader.slots, of: reader.log, reader.report, crashedTitle: reader.crashedTitle, wording, &edits)
  }
}

extension ReportFormat {
  /// The stack traces of core dumps that systemd-coredump logs and `coredumpctl info` prints.
  package static let coredump = ReportFormat(
    "systemd-coredump", title: "systemd core dump", listing: "core dumps of systemd", traits: .namesImagesOnly)
}
