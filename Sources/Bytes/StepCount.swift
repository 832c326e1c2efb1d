#if DEBUG
  public import Synchronization
#else
  internal import Synchronization
#endif

/// Counts how often text is looked at, so that tests can assert how much work one byte of input causes and that every loop makes
/// progress.
///
/// Debug builds only: in a release build `count` is empty.
@usableFromInline package final class StepCount: Sendable {
  private let steps = Atomic<Int>(0)
  private let limit: Int
  private let exceed: @Sendable () -> Void

  /// Prepares a count. `exceed` is called when the count passes `limit`, on the thread that counts, and may keep that thread
  /// forever.
  package init(limit: Int, exceed: @escaping @Sendable () -> Void) {
    self.limit = limit
    self.exceed = exceed
  }

  /// The number of steps so far.
  package var total: Int { steps.load(ordering: .relaxed) }

  private func add(_ count: Int) {
    if steps.add(count, ordering: .relaxed).newValue > limit { exceed() }
  }

  #if DEBUG
    @TaskLocal private static var current: StepCount?
    @usableFromInline static let users = Atomic<Int>(0)

    /// Calls `body` and counts its steps on this thread.
    package func during(_ body: () -> Void) {
      _ = Self.users.add(1, ordering: .relaxed)
      Self.$current.withValue(self) { body() }
      _ = Self.users.subtract(1, ordering: .relaxed)
    }

    /// Counts steps for the count that is active on this thread.
    @inlinable @inline(__always)
    package static func count(_ steps: @autoclosure () -> Int = 1) {
      if users.load(ordering: .relaxed) > 0 { add(steps()) }
    }

    @usableFromInline @inline(never)
    static func add(_ steps: Int) { current?.add(steps) }
  #else
    /// Counts nothing.
    @inlinable @inline(__always)
    package static func count(_ steps: @autoclosure () -> Int = 1) {}
  #endif
}
