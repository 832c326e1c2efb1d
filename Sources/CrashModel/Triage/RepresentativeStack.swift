/// The call stack that represents a report.
package struct RepresentativeStack: Hashable, Sendable {
  /// Why it is this stack, or none.
  package enum Reason: Hashable, Sendable {
    case endedBySystem
    case panic, exception, scriptException, dartException
    /// The stack of an exception that the app recorded.
    case recordedException
    case mainThread
    /// The app asked for the report with this stack.
    case reported
    case crashedThread
    /// A thread that the report marks although nothing crashed.
    case markedThread
    case onlyThread
    case firstLeak
    case mostSamples
    /// The only call stack of a text.
    case text
    case recorded
    /// The crash handler's own stack; whether the report has others, without a mark.
    case handler(hasOthers: Bool)
    /// The thread with this number is missing.
    case lostCrashedThread(Int)
    case noMark
    case noStack
  }

  /// The stack, or nil if none represents the report.
  package var stack: StackRef?
  package var reason: Reason
  /// The frames as positions in `CrashReport.frames`, innermost first.
  package var frames: [Int]

  /// Selects a stack.
  package init(_ stack: StackRef?, _ reason: Reason, frames: [Int] = []) {
    self.stack = stack
    self.reason = reason
    self.frames = frames
  }

  /// The position of the thread in `CrashReport.threads`, or nil for other stacks.
  package var thread: Int? { if case .thread(let position) = stack { position } else { nil } }
}
