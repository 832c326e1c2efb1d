internal import DebugInfo
internal import SymbolContainer
internal import SymbolModel
internal import Synchronization
internal import System

/// The systems of a store. Containers are opened when an image is first asked for; without any, that costs one directory lookup.
final class SystemShelf: Sendable {
  private struct State {
    var isRead = false
    var containers: [SymbolContainer] = []
    var refusals: [SearchWarning] = []
  }

  private let store: DebugStore
  private let state = Mutex(State())

  /// The systems of a store.
  init(_ store: DebugStore) { self.store = store }

  /// Returns the image with a UUID, from the container with most names of it, or the whole cache whose UUID it is, or nil. The
  /// second result has the containers that cannot be used, when they are first found.
  func find(_ id: ImageID) -> (image: SystemImage?, refusals: [SearchWarning]) {
    state.withLock { state in
      if !state.isRead { read(&state) }
      defer { state.refusals = [] }
      if let whole = state.containers.first(where: { $0.summary.id == id }) {
        return (SystemImage(whole, image: nil), state.refusals)
      }
      var best: SystemImage?
      for container in state.containers {
        guard let image = container.image(with: id), image.names > best?.image?.names ?? 0 else { continue }
        best = SystemImage(container, image: image)
      }
      return (best, state.refusals)
    }
  }

  private func read(_ state: inout State) {
    state.isRead = true
    for entry in store.systems() {
      do throws(SymbolContainer.Refusal) {
        state.containers.append(try SymbolContainer(path: entry.path))
      } catch {
        state.refusals.append(SearchWarning(path: entry.path, reason: error.description))
      }
    }
  }
}

extension DebugStore {
  /// The directory with an empty file for each cache in the store, named by its UUID: systems are few, and images are searched in
  /// all of them.
  static let systemsName = ".systems"

  /// The number of functions with names in the entry of a system.
  private static func names(_ entry: Entry) -> Int { entry.record.cache?.names ?? 0 }

  /// Returns the entries of systems, those with most names first.
  public func systems() -> [Entry] {
    let markers = (try? FileSystem.names(in: Path.join(path, Self.systemsName))) ?? []
    var found: [Entry] = []
    for id in markers.compactMap({ ImageID(parsing: $0) }) {
      let best = entries(of: id).filter { $0.record.contents == .system }.max { Self.names($0) < Self.names($1) }
      if let best { found.append(best) }
    }
    return found.sorted { (Self.names($1), $0.folder) < (Self.names($0), $1.folder) }
  }
}
