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

  /// What is known of the pages of a mapping.
  package enum Outcome: Sendable {
    /// No page was lost yet.
    case open
    /// A page was lost: it reads as zeros.
    case lost
    /// The file is not mapped any more, and no page of it was lost.
    case intact
  }

  /// What is known now; `lost` and `intact` are final.
  package var outcome: Outcome {
    state.withLock { state in
      switch state {
      case .mapped(let slot): slot.map(FileFaults.hasFault) == true ? .lost : .open
      case .unmapped(let hadFault): hadFault ? .lost : .intact
      }
    }
  }

  /// Whether a page was lost so far: it reads as zeros.
  package var hasOccurred: Bool { outcome == .lost }

  /// Stops watching, before the region is unmapped.
  func end() {
    state.withLock { state in
      guard case .mapped(let slot) = state else { return }
      state = .unmapped(hadFault: slot.map(FileFaults.hasFault) ?? false)
      slot.map(FileFaults.forget)
    }
  }
}
