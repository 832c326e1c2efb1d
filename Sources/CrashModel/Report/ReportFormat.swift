/// The supported report formats. The raw value is the name in JSON output.
package enum ReportFormat: String, Sendable, CaseIterable {
  /// Apple's text reports (`.crash`, translated reports, sample, spindump, PLCrashReporter's and KSCrash's text output).
  case appleText = "apple-text"
  /// Apple's two-part JSON reports: a metadata line and a body.
  case ips
  /// KSCrash's JSON reports and those of its forks.
  case kscrash
  /// The Swift runtime's crash reports, as JSON (`SWIFT_BACKTRACE=format=json`) and as text.
  case swiftBacktrace = "swift-backtrace"
  /// Call stacks in console output, analytics events and other text.
  case console
  /// Apple's reports of processes that were terminated to reclaim memory.
  case jetsam
  /// Sentry's JSON events.
  case sentry
  /// MetricKit's JSON diagnostics (`MXDiagnosticPayload`).
  case metricKit = "metrickit"
  /// PLCrashReporter's binary reports.
  case plcrash
  /// JSON of an unknown format with call stacks, and Meter's logs of exceptions.
  case json
  /// The backtraces that LLDB and Xcode print (`bt`).
  case lldb
  /// The stack traces of Firebase Crashlytics and Fabric, as text.
  case crashlytics
  /// The stack traces of core dumps that systemd-coredump logs and `coredumpctl info` prints.
  case coredump = "systemd-coredump"
}

extension ReportFormat {
  /// Whether reports of the format may only name images, as logs do, without IDs and sizes. A debug file of the image's name is used
  /// for such an image if nothing contradicts it and no other one fits. An address is in such an image only if its frame says so.
  package var namesImagesOnly: Bool { self == .console || self == .coredump }
}
