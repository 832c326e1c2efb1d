/// One thread of the crashed process.
public struct CrashThread: Sendable {
  /// The number that the report gives the thread.
  public var index: Int
  /// The thread's name.
  public var name: String?
  /// The dispatch queue that ran on it.
  public var queue: String?
  /// Whether this thread crashed (or triggered the report).
  public var crashed: Bool
  /// Registers in the report's order: name and value.
  public var registers: [Register] = []
  /// The thread's frames as a range of `CrashReport.frames`, innermost first.
  public var frames: Range<Int>
  /// In text: the bytes from the thread's name line or header to the start of the next section; empty for JSON.
  public var place: Range<Int> = 0..<0

  /// Creates a thread that owns `frames`.
  public init(index: Int, name: String? = nil, queue: String? = nil, crashed: Bool = false, frames: Range<Int> = 0..<0) {
    self.index = index
    self.name = name
    self.queue = queue
    self.crashed = crashed
    self.frames = frames
  }
}
