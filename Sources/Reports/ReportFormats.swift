/// The report formats.
enum ReportFormats {
  /// Every format, in the order in which they are asked about an input or a JSON value: the first that recognizes it reads it.
  ///
  /// What states its format comes first: magic numbers, titles, keys that no other format has. Call stacks in a log may be in
  /// anything, and come after all formats that say what they are; text with nothing but threads comes after logs, which have
  /// threads too; JSON of any shape comes last.
  static let all: [any FormatReader.Type] = [
    MeterReport.self, PLCrashReport.self, AppleTextReport.self, IPSReport.self, KSCrashReport.self, SentryReport.self,
    MetricKitReport.self, SwiftBacktraceReport.self, ConsoleReport.self, LLDBReport.self, AppleTextStacks.self,
    FoundReport.self,
  ]
}
