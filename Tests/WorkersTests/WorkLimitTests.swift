import Foundation
import Synchronization
import Testing

@testable import Workers

/// Work that takes too long is given up, with clocks that the test sets.
@Suite struct WorkLimitTests {
  /// Items, results in their order, and what one thread after the other works on.
  private final class Run: Sendable {
    let next = Atomic<Int>(0)
    let results = Mutex<[String]>([])
    let stuck = Atomic<Bool>(false)
    /// Never signalled: whoever waits for it works without an end.
    let never = DispatchSemaphore(value: 0)

    /// Runs 20 items, of which the fifth is never done; its thread's clock says that it took `milliseconds`.
    func run(jobs: Int, milliseconds: Int, limit: Int) -> [String] {
      let work = WorkLimit<Int, String>(
        clock: { { self.stuck.load(ordering: .relaxed) ? milliseconds : 0 } }, interval: 1, milliseconds: { _ in limit }
      ) { _, item in "\(item) given up" }
      OrderedWork(jobs: jobs).run(limit: work) {
        let item = self.next.add(1, ordering: .relaxed).oldValue
        return item < 20 ? item : nil
      } work: { _, item in
        if item == 5 {
          self.stuck.store(true, ordering: .relaxed)
          self.never.wait()
        }
        return "\(item)"
      } finish: { result in
        self.results.withLock { $0.append(result) }
      }
      return results.withLock { $0 }
    }
  }

  @Test(arguments: [1, 2, 4]) func anItemWithoutAnEndIsGivenUpAndTheOthersAreDone(jobs: Int) {
    let results = Run().run(jobs: jobs, milliseconds: 1001, limit: 1000)
    #expect(results.count == 20 && results[5] == "5 given up")
    // With several threads the clock of all stands at the end of the limit.
    #expect(results.enumerated().allSatisfy { $0.element.hasPrefix("\($0.offset)") })
    if jobs == 1 { #expect(results.count { $0.hasSuffix("given up") } == 1) }
  }

  @Test func aLimitOfZeroDoesNoWork() {
    #expect(Run().run(jobs: 2, milliseconds: 0, limit: 0) == (0..<20).map { "\($0) given up" })
  }
}
