import JSONText

/// The keys of threads in KSCrash reports.
enum KSCrashThreadField: Int, JSONField {
  /// The list of frames.
  case backtrace
  /// The registers, in groups since version 2.
  case registers
  /// The thread's number.
  case index
  /// The thread's name.
  case name
  /// The dispatch queue's label.
  case queue
  /// Whether the thread crashed.
  case crashed
  /// Whether the thread wrote the report.
  case current
  /// The number of omitted frames, if the thread has it.
  case skipped

  /// The key in the report.
  var name: String {
    switch self {
    case .backtrace: "backtrace"
    case .registers: "registers"
    case .index: "index"
    case .name: "name"
    case .queue: "dispatch_queue"
    case .crashed: "crashed"
    case .current: "current_thread"
    case .skipped: "backtrace_skipped"
    }
  }
}
