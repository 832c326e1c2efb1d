internal import Synchronization

/// A state for each key, behind a lock of its own: while one is worked on, only those wait who want the same one. Shared by threads.
public final class KeyedStates<Key: Hashable & Sendable, State: Sendable>: Sendable {
  private final class Entry: Sendable {
    let state = Mutex<State?>(nil)
  }

  private let entries = Mutex<[Key: Entry]>([:])

  /// No states.
  public init() {}

  /// Calls `body` with the state of a key, nil at first, which nobody else sees meanwhile. It may use other keys, in an order that
  /// all users keep to.
  public func withState<Result: Sendable, Failure: Error>(
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

  /// The state of a key, which `make` makes when it is first asked for; who asks for it meanwhile waits.
  public func state(of key: Key, _ make: () -> State) -> State {
    withState(of: key) { state in
      if let state { return state }
      let new = make()
      state = new
      return new
    }
  }

  /// Forgets all states; who works on one goes on with it.
  public func removeAll() { entries.withLock { $0 = [:] } }
}
