internal import Dispatch
internal import Synchronization

/// Sharing work out among threads.
public enum Parallel {
  /// The results of `body` for 0 up to `count`, in order. Threads take the next piece of work as they become free; with one job,
  /// or one piece, everything runs on the caller's thread.
  public static func map<Result: Sendable>(_ count: Int, jobs: Int, _ body: @Sendable (Int) -> Result) -> [Result] {
    map(count, jobs: jobs) { _, position in body(position) }
  }

  /// The same where `body` is told, too, which of the threads it runs on, counted from 0 and below `jobs`: for work with something
  /// that no two threads may use at once.
  public static func map<Result: Sendable>(_ count: Int, jobs: Int, _ body: @Sendable (_ thread: Int, Int) -> Result) -> [Result]
  {
    let threads = min(jobs, count)
    guard threads > 1 else { return (0..<count).map { body(0, $0) } }
    let next = Atomic<Int>(0)
    let results = Mutex<[(Int, Result)]>([])
    DispatchQueue.concurrentPerform(iterations: threads) { thread in
      var own: [(Int, Result)] = []
      while true {
        let position = next.add(1, ordering: .relaxed).oldValue
        guard position < count else { break }
        own.append((position, body(thread, position)))
      }
      results.withLock { $0 += own }
    }
    return results.withLock { $0.sorted { $0.0 < $1.0 }.map(\.1) }
  }
}
