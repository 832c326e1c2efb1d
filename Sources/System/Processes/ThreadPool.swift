internal import Synchronization

/// Threads that are kept for the next time they are needed.
///
/// Dispatch is not used: if the system has no memory for more threads, Dispatch waits forever, and with only a few free
/// descriptors it ends the process.
package enum ThreadPool {
  /// A task of a thread: a closure on the stack of the caller, who waits for it.
  @safe private struct Task: @unchecked Sendable {
    private let body: UnsafePointer<@Sendable (Int) -> Void>
    let number: Int
    let done: Semaphore

    init(_ body: UnsafePointer<@Sendable (Int) -> Void>, number: Int, done: Semaphore) {
      unsafe self.body = unsafe body
      self.number = number
      self.done = done
    }

    /// Holds no reference to the closure once it returns.
    @inline(never) func perform() { unsafe body.pointee(number) }
  }

  /// A thread that waits for tasks until the process ends.
  private final class Worker: Sendable {
    private let wake = Semaphore(value: 0)
    private let task = Mutex<Task?>(nil)

    func give(_ new: Task) {
      task.withLock { $0 = new }
      wake.signal()
    }

    func work() -> Never {
      while true {
        wake.wait()
        guard let next = task.withLock({ $0.take() }) else { continue }
        next.perform()
        ThreadPool.idle.withLock { $0.append(self) }
        next.done.signal()
      }
    }
  }

  private static let idle = Mutex<[Worker]>([])

  /// Calls `body` with the numbers from 0 up to `count` at the same time, on the caller's thread and `count - 1` others, and
  /// waits for all. If the system provides fewer threads, calls `body` with fewer numbers, but always with 0.
  package static func run(_ count: Int, _ body: @Sendable (Int) -> Void) {
    // For this call the compiler puts the length of the file's path into the program, that of the path on the build machine even with
    // -file-prefix-map. With a path of its own, builds in different directories are the same.
    #sourceLocation(file:"ThreadPool.run",line:54)
    withoutActuallyEscaping(body) { body in unsafe withUnsafePointer(to: body) { unsafe runAll(count, $0) } }
    #sourceLocation()
  }

  private static func runAll(_ count: Int, _ body: UnsafePointer<@Sendable (Int) -> Void>) {
    let done = Semaphore(value: 0)
    var started = 0
    for number in 1..<max(1, count) {
      guard let worker = worker() else { break }
      unsafe worker.give(Task(body, number: number, done: done))
      started += 1
    }
    unsafe body.pointee(0)
    for _ in 0..<started { done.wait() }
  }

  /// Returns an idle thread, or nil if the system provides no more.
  private static func worker() -> Worker? {
    if let waiting = idle.withLock({ $0.popLast() }) { return waiting }
    let worker = Worker()
    return DetachedThread.start({ worker.work() }) ? worker : nil
  }
}
