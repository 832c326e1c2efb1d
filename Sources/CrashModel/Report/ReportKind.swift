/// The event that a report is about. The raw value is the name in JSON output.
package enum ReportKind: String, Sendable {
  /// The process crashed.
  case crash
  /// The process, or its main thread, stopped responding.
  case hang
  /// The process used too much processor time.
  case cpu
  /// The process wrote too much to disk.
  case diskWrite = "disk-write"
  /// The system terminated processes to reclaim memory.
  case jetsam
  /// The app itself requested the report.
  case user
  /// Call stacks were sampled (sample, spindump).
  case sample
  /// Leaked memory was listed with the stacks that allocated it.
  case leak
  /// The system wrote the report on request; the process did not crash.
  case simulated
  /// The system reported a condition, and the process went on.
  case nonFatal = "non-fatal"
  /// Anything else.
  case other
}
