internal import Synchronization
internal import System

/// Runs blocking work on threads outside the pool of Swift concurrency, at most `limit` at once.
final class WorkQueue: Sendable {
  /// The threads that run, and who waits for one.
  private struct State {
    var running = 0
    var waiting: [(job: Job, start: @Sendable () -> Void)] = []
  }

  /// Whether anybody still waits for a piece of work.
  private final class Job: Sendable {
    let isCancelled = Atomic<Bool>(false)
  }

  /// The result of a piece of work, which is delivered once: by the thread, or by cancellation, whichever is first.
  ///
  /// The continuation only wakes the task, which takes the result under the lock: tools that look for data races know locks, and not what
  /// Swift's runtime does in a continuation.
  private final class Delivery<Value: Sendable>: Sendable {
    private enum State: Sendable {
      case open
      case awaited(CheckedContinuation<Void, Never>)
      case delivered(Result<Value, CancellationError>)
    }

    private let state = Mutex(State.open)

    /// The result, or nil before there is one.
    var result: Result<Value, CancellationError>? {
      state.withLock { state in if case .delivered(let result) = state { result } else { nil } }
    }

    /// Resumes as soon as there is a result.
    func wait(_ continuation: CheckedContinuation<Void, Never>) {
      let isDelivered = state.withLock { state in
        if case .delivered = state { return true }
        state = .awaited(continuation)
        return false
      }
      if isDelivered { continuation.resume() }
    }

    func deliver(_ result: Result<Value, CancellationError>) {
      let continuation: CheckedContinuation<Void, Never>? = state.withLock { state in
        switch state {
        case .open:
          state = .delivered(result)
          return nil
        case .awaited(let continuation):
          state = .delivered(result)
          return continuation
        case .delivered: return nil
        }
      }
      continuation?.resume()
    }
  }

  private let limit: Int
  private let state = Mutex(State())

  /// A queue for at most this many threads, at least one.
  init(limit: Int) { self.limit = max(1, limit) }

  /// Runs work and waits for it. `work` gets a function that returns whether anybody still waits for the result.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  func run<Value: Sendable>(
    _ work: @escaping @Sendable (_ isCancelled: @Sendable () -> Bool) -> Value
  ) async throws(CancellationError) -> Value {
    let (job, delivery) = (Job(), Delivery<Value>())
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        delivery.wait(continuation)
        enqueue(job) {
          guard !job.isCancelled.load(ordering: .relaxed) else { return delivery.deliver(.failure(CancellationError())) }
          delivery.deliver(.success(work { job.isCancelled.load(ordering: .relaxed) }))
        }
      }
    } onCancel: {
      job.isCancelled.store(true, ordering: .relaxed)
      delivery.deliver(.failure(CancellationError()))
      state.withLock { state in state.waiting.removeAll { $0.job === job } }
    }
    guard let result = delivery.result else { throw CancellationError() }
    return try result.get()
  }

  private func enqueue(_ job: Job, _ start: @escaping @Sendable () -> Void) {
    let starts = state.withLock { state in
      guard state.running >= limit else {
        state.running += 1
        return true
      }
      state.waiting.append((job, start))
      return false
    }
    guard starts else { return }
    // Without a thread the work is done here: late is better than never.
    if !DetachedThread.start({ self.work(start) }) { work(start) }
  }

  /// Runs one piece of work, and then those that wait.
  private func work(_ first: @Sendable () -> Void) {
    first()
    while let next = next() { next() }
  }

  /// Returns the next piece of work, or nil if there is none and the thread ends.
  private func next() -> (@Sendable () -> Void)? {
    state.withLock { state in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst().start }
      state.running -= 1
      return nil
    }
  }
}
