internal import Synchronization
internal import System

/// An output that is made piece by piece and waits for its turn. The beginning stays in memory, the rest of a long one goes to the disk.
package final class OutputBytes: Sendable {
  private struct State {
    var pieces: [[UInt8]] = []
    var size = 0
    var spool: SpoolFile?
    /// Whether the disk takes no more, so that the rest stays in memory.
    var isFull = false
    /// What came after that.
    var rest: [[UInt8]] = []
  }

  /// What stays in memory.
  private static let limit = 8 << 20
  private let state = Mutex(State())

  /// Starts an empty output.
  init() {}

  /// Adds a piece.
  func append(_ bytes: [UInt8]) {
    state.withLock { state in
      if state.size + bytes.count <= Self.limit, state.spool == nil {
        state.size += bytes.count
        return state.pieces.append(bytes)
      }
      if !state.isFull {
        do {
          let spool = try state.spool ?? SpoolFile()
          state.spool = spool
          return try spool.append(bytes)
        } catch {
          state.isFull = true
        }
      }
      state.rest.append(bytes)
    }
  }

  /// Passes on all bytes in order.
  package func read<Failure: Error>(_ take: ([UInt8]) throws(Failure) -> Void) throws(Failure) {
    let state = state.withLock { $0 }
    for piece in state.pieces { try take(piece) }
    try state.spool?.read(take)
    for piece in state.rest { try take(piece) }
  }
}
