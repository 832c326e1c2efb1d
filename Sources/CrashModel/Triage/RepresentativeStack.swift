/// The call stack that represents a report.
package struct RepresentativeStack: Hashable, Sendable {
  /// The stack's path in the JSON output, for example `threads[0]` or `backtraces[1]`, or nil if no stack represents the report.
  package var stack: String?
  /// The reason for this stack, or for none.
  package var reason: String
  /// The position of the thread in `CrashReport.threads`, or nil for other stacks.
  package var thread: Int?
  /// The frames as positions in `CrashReport.frames`, innermost first.
  package var frames: [Int]

  /// Selects a stack.
  package init(stack: String?, reason: String, thread: Int? = nil, frames: [Int] = []) {
    self.stack = stack
    self.reason = reason
    self.thread = thread
    self.frames = frames
  }
}
