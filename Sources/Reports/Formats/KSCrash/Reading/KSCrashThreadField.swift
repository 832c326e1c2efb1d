import JSONText

/// What is looked for in every thread of a KSCrash report.
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
  /// Whether it is the thread that crashed.
  case crashed
  /// Whether it is the thread that wrote the report.
  case current
  /// How many frames were left out, where the thread itself says so.
  case skipped

  /// The name in the report.
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
