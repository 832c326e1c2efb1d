internal import Synchronization
internal import System

/// Work on a sequence of items by several threads, with the results in the order of the items.
///
/// The front of the module `Workers`. In: a closure that gives the next item, one that does the work, one that takes a result.
/// The first and the last are never called by two threads at once. Only a few items per thread are in progress at once, so that
/// memory does not grow with the number of items, and a slow consumer slows the work down.
///
/// The rest of the module: `Parallel` maps a known number of items; `PerKeyCache` lets threads wait for one another by key.
///
/// Example: `OrderedWork(jobs: 4).run { lines.next() } work: { thread, line in answer(line) } finish: { print($0) }`.
package struct OrderedWork: Sendable {
  private let threads: Int

  /// Prepares work for `jobs` threads.
  package init(jobs: Int) { threads = max(1, jobs) }

  /// Takes items from `next`, one call at a time, until it returns nil. Calls `work` on each item, several at once, with the
  /// number of the thread, from 0. Passes the results to `finish`, one at a time, in the order of the items, as soon as possible.
  package func run<Item: Sendable, Result: Sendable>(
    next: @Sendable () -> Item?, work: @Sendable (_ thread: Int, Item) -> Result, finish: @Sendable (Result) -> Void
  ) {
    let room = Semaphore(value: 4 * threads)
    let source = Mutex(0)
    let queue = Mutex(InOrder<Result>())
    ThreadPool.run(threads) { thread in
      while true {
        room.wait()
        let taken = source.withLock { count -> (Int, Item)? in
          guard let item = next() else { return nil }
          defer { count += 1 }
          return (count, item)
        }
        guard let (position, item) = taken else {
          room.signal()
          return
        }
        let result = work(thread, item)
        queue.withLock { queue in
          queue.add(result, at: position)
          while let first = queue.removeFirst() {
            finish(first)
            room.signal()
          }
        }
      }
    }
  }

  /// Does the same with a limit on the work on one item. If an item takes longer, its thread is abandoned, and the limit makes
  /// its result. New threads get the numbers after those of the `jobs` threads. The caller's thread keeps watch; abandoned work
  /// continues until the process ends.
  package func run<Item: Sendable, Result: Sendable>(
    limit: WorkLimit<Item, Result>, next: @escaping @Sendable () -> Item?,
    work: @escaping @Sendable (_ thread: Int, Item) -> Result, finish: @escaping @Sendable (Result) -> Void
  ) {
    LimitedWork(next: next, work: work, finish: finish, limit: limit, room: 4 * threads).run(threads: threads)
  }
}
