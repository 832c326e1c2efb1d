internal import Synchronization
internal import System

/// Distribution of work to threads.
package enum Parallel {
  /// Returns the results of `body` for 0 up to `count`, in order. Threads take the next index as they become free. With one job,
  /// or one index, everything runs on the caller's thread.
  package static func map<Result: Sendable>(_ count: Int, jobs: Int, _ body: @Sendable (Int) -> Result) -> [Result] {
    map(count, jobs: jobs) { _, position in body(position) }
  }

  /// Does the same, and also passes `body` the number of its thread, from 0 and below `jobs`: for resources that two threads must
  /// not use at once.
  package static func map<Result: Sendable>(_ count: Int, jobs: Int, _ body: @Sendable (_ thread: Int, Int) -> Result) -> [Result]
  {
    let threads = min(jobs, count)
    guard threads > 1 else { return (0..<count).map { body(0, $0) } }
    let next = Atomic<Int>(0)
    let results = Mutex<[(Int, Result)]>([])
    ThreadPool.run(threads) { thread in
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
