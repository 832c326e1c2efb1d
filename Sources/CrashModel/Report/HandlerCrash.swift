/// A crash of the crash handler while it wrote the report, as KSCrash records it. Its stack is a backtrace of the report, of kind
/// `recrash`.
public struct HandlerCrash: Sendable {
  /// The identifier of the report that describes it, which differs from that of the app's crash.
  public var identifier: String?
  /// The time, as the report prints it.
  public var time: String?
  /// The exception that stopped the handler.
  public var exception: CrashException?
  /// The thread that the handler ran on, with its registers and without frames, or nil if unknown.
  public var thread: CrashThread?
  /// The reporter's diagnosis.
  public var diagnosis: String?

  /// Creates an empty value.
  public init() {}
}
