internal import Synchronization
internal import System

/// Work whose items lead to further items. No thread waits while there is an item that it could take.
package final class GrowingWork<Item: Sendable>: Sendable {
  private struct Items: Sendable {
    /// Those that nobody has taken yet, in the order in which they are taken.
    var waiting: [Item]
    var taken = 0
    /// The number of items that are not done.
    var unfinished: Int
  }

  private let items: Mutex<Items>
  /// Counts the items that wait; once there will be no more, also the threads that would wait for one.
  private let ready: Semaphore
  private let threads: Int

  private init(_ first: [Item], _ threads: Int) {
    items = Mutex(Items(waiting: first, unfinished: first.count))
    ready = Semaphore(value: first.count)
    self.threads = threads
  }

  /// Calls `perform` for the first items, and for those that it returns, until all are done; at most `jobs` at once. `perform` gets the
  /// number of its thread, from 0 and below `jobs`.
  package static func run(_ first: [Item], jobs: Int, _ perform: @Sendable (_ thread: Int, Item) -> [Item]) {
    guard !first.isEmpty else { return }
    let work = GrowingWork(first, max(1, jobs))
    ThreadPool.run(work.threads) { thread in
      while let item = work.take() { work.finish(adding: perform(thread, item)) }
    }
  }

  private func take() -> Item? {
    ready.wait()
    return items.withLock { items in
      guard items.taken < items.waiting.count else { return nil }
      items.taken += 1
      return items.waiting[items.taken - 1]
    }
  }

  private func finish(adding more: [Item]) {
    let isEnd = items.withLock { items in
      items.waiting += more
      items.unfinished += more.count - 1
      return items.unfinished == 0
    }
    for _ in 0..<(isEnd ? threads : more.count) { ready.signal() }
  }
}
