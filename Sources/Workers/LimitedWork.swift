internal import Synchronization
internal import System

/// Ordered work whose caller watches the threads: work that takes longer than its limit is abandoned with its thread, which nothing can
/// end, and another thread goes on with the next item.
final class LimitedWork<Item: Sendable, Result: Sendable>: Sendable {
  /// An item that a thread works on.
  private struct Task: Sendable {
    let item: Item
    let position: Int
    let elapsed: @Sendable () -> Int
    let start: Int
  }

  /// The tasks of all threads.
  private struct Threads: Sendable {
    var tasks: [Int: Task] = [:]
    /// The number of threads that were started.
    var started = 0
    /// The number of threads that neither ended nor were abandoned.
    var live = 0
  }

  private let next: @Sendable () -> Item?
  private let work: @Sendable (_ thread: Int, Item) -> Result
  private let finish: @Sendable (Result) -> Void
  private let limit: WorkLimit<Item, Result>
  private let room: Semaphore
  private let ended = Semaphore(value: 0)
  private let source = Mutex(0)
  private let results = Mutex(InOrder<Result>())
  private let threads = Mutex(Threads())

  /// Prepares work for which `room` items may be on their way at once.
  init(
    next: @escaping @Sendable () -> Item?, work: @escaping @Sendable (_ thread: Int, Item) -> Result,
    finish: @escaping @Sendable (Result) -> Void, limit: WorkLimit<Item, Result>, room: Int
  ) {
    self.next = next
    self.work = work
    self.finish = finish
    self.limit = limit
    self.room = Semaphore(value: room)
  }

  /// Works on `count` threads, or on fewer if the system refuses more, until there are no more items, and watches them.
  func run(threads count: Int) {
    // The caller counts as one until all are started, so that a thread that ends early does not end the run.
    threads.withLock { $0.live = 1 }
    for _ in 0..<count { start(mayUseCaller: false) }
    if threads.withLock({ $0.live }) == 1 { start(mayUseCaller: true) }
    leave()
    while !ended.wait(milliseconds: limit.interval) { abandonOverdue() }
  }

  /// Starts the next thread. If the system refuses one, the caller's thread does all the work, and nothing watches it.
  private func start(mayUseCaller: Bool) {
    let number = threads.withLock { threads in
      defer { (threads.started, threads.live) = (threads.started + 1, threads.live + 1) }
      return threads.started
    }
    // Endless work must not occupy a thread of a shared pool.
    if DetachedThread.start({ self.runThread(number) }) { return }
    if mayUseCaller { runThread(number) } else { threads.withLock { $0.live -= 1 } }
  }

  private func runThread(_ number: Int) {
    let elapsed = limit.clock()
    while let (position, item) = take() {
      guard limit.milliseconds(item) > 0 else {
        deliver(limit.giveUp(number, item), position)
        continue
      }
      let task = Task(item: item, position: position, elapsed: elapsed, start: elapsed())
      threads.withLock { $0.tasks[number] = task }
      let result = work(number, item)
      // An abandoned thread has nothing more to do: another thread took over.
      guard threads.withLock({ $0.tasks.removeValue(forKey: number) }) != nil else { return }
      deliver(result, position)
    }
    leave()
  }

  private func take() -> (Int, Item)? {
    room.wait()
    let taken = source.withLock { count -> (Int, Item)? in
      guard let item = next() else { return nil }
      defer { count += 1 }
      return (count, item)
    }
    if taken == nil { room.signal() }
    return taken
  }

  private func deliver(_ result: Result, _ position: Int) {
    results.withLock { results in
      results.add(result, at: position)
      while let first = results.removeFirst() {
        finish(first)
        room.signal()
      }
    }
  }

  private func leave() {
    let isLast = threads.withLock { threads in
      threads.live -= 1
      return threads.live == 0
    }
    if isLast { ended.signal() }
  }

  private func abandonOverdue() {
    for (number, task) in threads.withLock({ $0.tasks }) {
      guard task.elapsed() - task.start > limit.milliseconds(task.item), remove(task, of: number) else { continue }
      deliver(limit.giveUp(number, task.item), task.position)
      start(mayUseCaller: true)
      leave()
    }
  }

  /// Takes a task from its thread. Returns false if the thread has finished in the meantime.
  private func remove(_ task: Task, of number: Int) -> Bool {
    threads.withLock { threads in
      guard threads.tasks[number]?.position == task.position else { return false }
      threads.tasks[number] = nil
      return true
    }
  }
}
