public import Synchronization

/// A state per key, each with its own lock: only threads that want the same key wait for each other.
@usableFromInline
package final class PerKeyCache<Key: Hashable & Sendable, State: Sendable>: Sendable {
  @usableFromInline
  final class Entry: Sendable {
    @usableFromInline let state = Mutex<State?>(nil)

    @inlinable
    init() {}
  }

  @usableFromInline let entries = Mutex<[Key: Entry]>([:])

  /// Creates an empty collection.
  @inlinable
  package init() {}

  /// Calls `body` with the state of a key, which is nil at first and locked during the call. `body` may use other keys if all
  /// users lock them in the same order.
  @inlinable
  package func withState<Result: Sendable, Failure: Error>(
    of key: Key, _ body: (inout State?) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let entry = entries.withLock { entries in
      if let known = entries[key] { return known }
      let new = Entry()
      entries[key] = new
      return new
    }
    return try entry.state.withLock { state throws(Failure) in try body(&state) }
  }

  /// Returns the state of a key. `make` creates it on first use, while others that want it wait.
  @inlinable
  package func state(of key: Key, _ make: () -> State) -> State {
    withState(of: key) { state in
      if let state { return state }
      let new = make()
      state = new
      return new
    }
  }

  /// Removes all states. A call that is working on one continues with it.
  package func removeAll() { entries.withLock { $0 = [:] } }
}
