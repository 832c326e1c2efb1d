import Synchronization
import Testing
import Workers

@Suite struct GrowingWorkTests {
  /// A tree of items: each but the leaves leads to the next ones, and each is performed once.
  @Test(arguments: [1, 2, 3, 8])
  func eachItemIsPerformedOnce(jobs: Int) {
    let performed = Mutex<[Int]>([])
    let threads = Mutex<Set<Int>>([])
    GrowingWork.run([1], jobs: jobs) { thread, item in
      performed.withLock { $0.append(item) }
      threads.withLock { _ = $0.insert(thread) }
      return item < 512 ? [2 * item, 2 * item + 1] : []
    }
    #expect(performed.withLock { $0.sorted() } == Array(1..<1024))
    #expect(threads.withLock { $0.allSatisfy { 0 <= $0 && $0 < jobs } })
  }

  @Test func withoutItemsNothingIsPerformed() {
    let count = Mutex(0)
    GrowingWork.run([Int](), jobs: 4) { _, _ in
      count.withLock { $0 += 1 }
      return []
    }
    #expect(count.withLock { $0 } == 0)
  }

  /// An item is not taken before the one that leads to it is done.
  @Test func itemsFollowThoseThatLeadToThem() {
    let done = Mutex<Set<Int>>([])
    let early = Mutex(0)
    GrowingWork.run(Array(0..<50), jobs: 4) { _, item in
      if item >= 50, !done.withLock({ $0.contains(item - 50) }) { early.withLock { $0 += 1 } }
      done.withLock { _ = $0.insert(item) }
      return item < 200 ? [item + 50] : []
    }
    #expect(early.withLock { $0 } == 0)
    #expect(done.withLock { $0.count } == 250)
  }
}
