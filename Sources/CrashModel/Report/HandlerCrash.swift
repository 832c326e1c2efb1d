/// A crash of the crash handler while it wrote the report, as KSCrash records it. The stack is a backtrace of the report, of kind
/// `recrash`.
public struct HandlerCrash: Sendable {
  /// The identifier of the report that tells of it, which is another than that of the app's crash.
  public var identifier: String?
  /// When it happened, as the report prints it.
  public var time: String?
  /// What stopped the handler.
  public var exception: CrashException?
  /// The thread that the handler ran on, with its registers and without frames; nil when the report does not say.
  public var thread: CrashThread?
  /// What the reporter made of it.
  public var diagnosis: String?

  /// Nothing known.
  public init() {}
}
