/// The report formats.
enum ReportFormats {
  /// Every format, in the order in which they are asked about an input or a JSON value: the first that recognizes it reads it.
  ///
  /// Formats that identify themselves come first: by magic numbers, titles, or keys that no other format has. Logs come after
  /// them, because anything can contain call stacks. Text with nothing but threads comes after logs, which have threads, too.
  /// JSON of any shape comes last, after whole reports inside such JSON.
  static let all: [any FormatReader.Type] = [
    MeterReport.self, PLCrashReport.self, PanicReport.self, AppleTextReport.self, IPSReport.self, KSCrashReport.self,
    SentryReport.self, MetricKitReport.self, SwiftBacktraceReport.self, CrashlyticsReport.self, ConsoleReport.self,
    LLDBReport.self, AppleTextStacks.self, NestedReport.self, GenericJSONReport.self,
  ]
}
