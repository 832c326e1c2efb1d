internal import CrashModel

/// Tells that an exception of Objective-C, which nobody caught, ended a process whose report gives no name of one.
enum ThrownException {
  /// The class of such a report.
  static let failure = FailureClass.exception("NSException")

  /// Whether a call stack of the app's own (`Application Specific Backtrace`) is that of an exception: functions that throw are at its
  /// beginning. `symbol` gives the name of a frame.
  static func isThrown(_ frames: some Sequence<Int>, _ symbol: (Int) -> String?) -> Bool {
    frames.prefix(8).contains { symbol($0).map(throwing.contains) ?? false }
  }

  /// Whether the stack that speaks shows it. Only the classes of processes that stopped themselves are asked about.
  static func endedProcess(
    _ failure: FailureClass, _ report: CrashReport, _ speaker: RepresentativeStack, _ entries: [StackEntry]
  ) -> Bool {
    guard [.abort, .trap, .unknown].contains(failure), report.kind == .crash else { return false }
    if report.backtraces.contains(where: { $0.kind == .lastException && $0.frames.first == speaker.frames.first }) { return true }
    let names = Set(entries.prefix(48).flatMap { $0.name?.spellings ?? [] })
    if !names.isDisjoint(with: throwing) || !names.isDisjoint(with: reporting) { return true }
    // The handler of the Objective-C runtime also ends processes for exceptions of C++, which have only the throw of that language.
    return names.contains("_objc_terminate") && !names.contains("__cxa_throw")
  }

  private static let throwing: Set<String> = ["objc_exception_throw", "objc_exception_rethrow", "__exceptionPreprocess"]
  private static let reporting: Set<String> = [
    "-[NSApplication _crashOnException:]", "__handleUncaughtException", "-[NSException raise]", "objc_terminate",
  ]
}
