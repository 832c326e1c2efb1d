internal import Synchronization

/// Whether pages of one mapped file were lost (see `FileFaults`). Outlives the mapping, so that the files an image needs only for a
/// moment count as well. Threads may share it.
package final class PageLoss: Sendable {
  private enum State {
    /// Mapped; the slot is nil if `FileFaults` watches too many mappings.
    case mapped(slot: Int?)
    case unmapped(hadFault: Bool)
  }

  private let state: Mutex<State>

  /// Watches a mapping from now on.
  init(of region: UnsafeMutableRawBufferPointer) { state = unsafe Mutex(.mapped(slot: FileFaults.watch(region))) }

  /// Whether a page was lost so far: it reads as zeros.
  package var hasOccurred: Bool {
    state.withLock { state in
      switch state {
      case .mapped(let slot): slot.map(FileFaults.hasFault) ?? false
      case .unmapped(let hadFault): hadFault
      }
    }
  }

  /// Stops watching, before the region is unmapped.
  func end() {
    state.withLock { state in
      guard case .mapped(let slot) = state else { return }
      state = .unmapped(hadFault: slot.map(FileFaults.hasFault) ?? false)
      slot.map(FileFaults.forget)
    }
  }
}
