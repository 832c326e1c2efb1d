import Dispatch
import Foundation
import Synchronization
import System
import Testing

@Suite struct DetachedThreadTests {
  /// What Linux lets this thread run on: `0-3`.
  private static func allowedProcessors() throws -> String {
    let lines = try String(contentsOfFile: "/proc/thread-self/status", encoding: .utf8).split(separator: "\n")
    return try #require(lines.first { $0.hasPrefix("Cpus_allowed_list:") }).description
  }

  @Test func itMayRunWhereItsStarterMay() throws {
    let found = Mutex<[String?]>([])
    let done = DispatchSemaphore(value: 0)
    for _ in 0..<20 {
      let isStarted = DetachedThread.start {
        let own = try? Self.allowedProcessors()
        found.withLock { $0.append(own) }
        done.signal()
      }
      try #require(isStarted)
    }
    for _ in 0..<20 { done.wait() }
    let expected = try Self.allowedProcessors()
    #expect(found.withLock { $0 } == Array(repeating: expected, count: 20))
  }
}
