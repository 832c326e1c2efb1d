package import CrashModel

/// The report formats. A new one is registered here.
package enum ReportFormats {
  /// Every format, in the order in which they are asked about an input or a JSON value: the first that recognizes it reads it.
  ///
  /// Formats that identify themselves come first: by magic numbers, titles, or keys that no other format has; then whole reports
  /// inside JSON of any shape, or behind a prefix of every line. Logs come after them, because anything can contain call stacks.
  /// Text with nothing but threads comes after logs, which have threads, too. JSON of any shape comes last.
  static let all: [any FormatReader.Type] = [
    MeterReport.self, PLCrashReport.self, MinidumpReport.self, MinidumpTableReport.self, MinidumpTextReport.self,
    PanicReport.self, AppleTextReport.self, IPSReport.self, KSCrashReport.self,
    KSCrashRunSummary.self, SentryReport.self, MetricKitReport.self, SwiftBacktraceReport.self, CrashlyticsReport.self,
    NestedReport.self, ConsoleReport.self, LLDBReport.self, AppleTextStacks.self, GenericJSONReport.self,
  ]

  /// The formats that `LogCallStacks` finds among the lines of a log.
  private static let inLogs: [any FormatReader.Type] = [CoredumpReport.self, DartReport.self, TombstoneReport.self]

  /// Finds reports behind prefixes, below other text and in strings by the titles and marks of all formats.
  static let prefixes = PrefixSearch(titles: (all + inLogs).flatMap { $0.titles }, marks: all.flatMap { $0.marks })

  /// What reports may be, each format once.
  package static let known: [ReportFormat] = (all + inLogs).flatMap { $0.formats }
}
