import JSONText

/// What libraries left for the reporter, in the object of their image in a KSCrash report.
enum KSCrashInfoField: Int, JSONField {
  /// A message.
  case message
  /// Another message.
  case message2
  /// What tells the crash from others.
  case signature
  /// A stack in the form of `callStackSymbols`.
  case backtrace

  /// The name in the report.
  var name: String {
    switch self {
    case .message: "crash_info_message"
    case .message2: "crash_info_message2"
    case .signature: "crash_info_signature"
    case .backtrace: "crash_info_backtrace"
    }
  }
}
