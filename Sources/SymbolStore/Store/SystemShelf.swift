internal import DebugInfo
internal import SystemSymbols
internal import SymbolModel
internal import Synchronization
internal import System

/// The systems of a store. Containers are opened when an image is first asked for; without any, that costs one directory lookup.
final class SystemShelf: Sendable {
  private struct State {
    var isRead = false
    var containers: [SystemSymbolFile] = []
    var twins: [ImageID: ImageID] = [:]
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
      let main = state.twins[id] ?? id
      if let whole = state.containers.first(where: { $0.summary.id == main }) {
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
    state.twins = store.twins()
    for entry in store.systems() {
      do throws(SystemSymbolFile.Refusal) {
        state.containers.append(try SystemSymbolFile(path: entry.path))
      } catch {
        state.refusals.append(SearchWarning(path: entry.path, reason: error.description))
      }
    }
  }
}

extension DebugStore {
  /// The directory with a small file for each cache in the store, named by its UUID: systems are few, and images are searched in
  /// all of them.
  static let systemsName = ".systems"

  /// The number of functions with names in the entry of a system.
  private static func names(_ entry: Entry) -> Int { entry.record.cache?.names ?? 0 }

  /// The path of the file that marks a cache. It is empty, or has the UUID of the cache in the store that has the same images.
  private func marker(_ id: ImageID) -> String { Path.join(path, Self.systemsName + "/" + id.hex) }

  /// The UUIDs of all caches that are marked.
  private var marked: [ImageID] {
    ((try? FileSystem.names(in: Path.join(path, Self.systemsName))) ?? []).compactMap { ImageID(parsing: $0) }
  }

  /// Marks a cache, whose entry is about to appear, or which has the same images at the same offsets as another one that is
  /// there: a customer and a development cache of one build.
  func mark(_ id: ImageID, twin: ImageID? = nil) throws(SystemError) {
    try FileSystem.makeDirectories(Path.join(path, Self.systemsName))
    try FileSystem.replace(marker(id), with: Array((twin?.hex ?? "").utf8))
  }

  /// Returns the cache in the store that has the images of another one, or nil.
  private func twin(of id: ImageID) -> ImageID? {
    guard let text = try? FileSystem.contents(of: marker(id), limit: 128), !text.isEmpty else { return nil }
    return ImageID(parsing: String(decoding: text, as: UTF8.self))
  }

  /// Returns the caches that are in the store under the UUID of another one, by their own.
  func twins() -> [ImageID: ImageID] {
    Dictionary(marked.compactMap { id in twin(of: id).map { (id, $0) } }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns whether the names of a shared cache are in the store.
  func hasSystem(_ id: ImageID) -> Bool {
    FileSystem.status(marker(id)) != nil && !systemEntries(of: twin(of: id) ?? id).isEmpty
  }

  /// Returns the marks that were made before a moment and that no system in the store has, and unfinished ones.
  func oldMarkers(before limit: Int64) -> [String] {
    let folder = Path.join(path, Self.systemsName)
    return ((try? FileSystem.names(in: folder)) ?? []).filter { name in
      guard (FileSystem.status(Path.join(folder, name))?.modified ?? limit) < limit else { return false }
      return ImageID(parsing: name).map { !hasSystem($0) } ?? true
    }.map { Path.join(folder, $0) }
  }

  private func systemEntries(of id: ImageID) -> [Entry] { entries(of: id).filter { $0.record.contents == .system } }

  /// Returns the entries of systems, those with most names first.
  package func systems() -> [Entry] {
    var found: [Entry] = []
    for id in marked {
      if let best = systemEntries(of: id).max(by: { Self.names($0) < Self.names($1) }) { found.append(best) }
    }
    return found.sorted { (Self.names($1), $0.folder) < (Self.names($0), $1.folder) }
  }
}
