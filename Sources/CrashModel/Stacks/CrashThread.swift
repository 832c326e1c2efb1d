/// One thread of the crashed process.
package struct CrashThread: Sendable {
  /// The number that the report gives the thread.
  package var index: Int
  /// The thread's name.
  package var name: String?
  /// The dispatch queue that ran on it.
  package var queue: String?
  /// Whether this thread crashed (or triggered the report).
  package var crashed: Bool
  /// Registers in the report's order: name and value.
  package var registers: [Register] = []
  /// The thread's frames as a range of `CrashReport.frames`, innermost first.
  package var frames: Range<Int>
  /// In text: the bytes from the thread's name line or header to the start of the next section; empty for JSON.
  package var sourceRange: Range<Int> = 0..<0

  /// Creates a thread that owns `frames`.
  package init(index: Int, name: String? = nil, queue: String? = nil, crashed: Bool = false, frames: Range<Int> = 0..<0) {
    self.index = index
    self.name = name
    self.queue = queue
    self.crashed = crashed
    self.frames = frames
  }
}
