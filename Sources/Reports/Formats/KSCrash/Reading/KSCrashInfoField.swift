import JSONText

/// The keys of the crash info that libraries leave for the reporter, in the object of their image.
enum KSCrashInfoField: Int, JSONField {
  /// A message.
  case message
  /// Another message.
  case message2
  /// The crash signature.
  case signature
  /// A stack in the form of `callStackSymbols`.
  case backtrace

  /// The key in the report.
  var name: String {
    switch self {
    case .message: "crash_info_message"
    case .message2: "crash_info_message2"
    case .signature: "crash_info_signature"
    case .backtrace: "crash_info_backtrace"
    }
  }
}
