/// A crash of the crash handler while it wrote the report, as KSCrash records it. Its stack is a backtrace of the report, of kind
/// `recrash`.
package struct HandlerCrash: Sendable {
  /// The identifier of the report that describes it, which differs from that of the app's crash.
  package var identifier: String?
  /// The time, as the report prints it.
  package var time: String?
  /// The exception that stopped the handler.
  package var exception: CrashException?
  /// The thread that the handler ran on, with its registers and without frames, or nil if unknown.
  package var thread: CrashThread?
  /// The reporter's diagnosis.
  package var diagnosis: String?

  /// Creates an empty value.
  package init() {}
}
