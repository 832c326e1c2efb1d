internal import Bytes
internal import DebugServers
internal import SymbolModel
internal import Synchronization
internal import System

/// One server of debug files. Several threads may ask at once.
final class SymbolServer: Sendable {
  let address: ServerAddress
  private let state = Mutex(State())

  private struct State {
    /// The layout in which a file was found, which is tried first from then on.
    var known: ServerLayout?
    /// Whether the server cannot be used in this run.
    var isGone = false
  }

  /// How a server answered.
  enum Answer {
    case added
    case absent
    /// It failed, or sent something else; one clause.
    case failed(String)
    /// It cannot be asked, which another thread tells.
    case unknown
  }

  /// Prepares to ask.
  init(_ address: ServerAddress) { self.address = address }

  /// Whether it is asked no more in this run.
  var isGone: Bool { state.withLock { $0.isGone } }

  /// Asks for an image, in each layout until there is a file, which goes into the store. `folder` is for what arrives.
  func fetch(_ image: MissingImage, _ limits: RemoteSources, store: DebugStore, folder: String) -> Answer {
    var problem: String?
    for layout in layouts {
      if layout == .store {
        switch fetchFromStore(image, limits, store: store, folder: folder) {
        case .added: return found(in: layout)
        case .failed(let reason): problem = problem ?? reason
        case .absent, .unknown: break
        }
      }
      for path in layout.paths(of: image) where !isGone {
        switch take(path, for: image, limits, store: store, folder: folder) {
        case .added: return found(in: layout)
        case .failed(let reason): problem = problem ?? reason
        case .absent, .unknown: break
        }
      }
      if isGone { break }
    }
    return problem.map { .failed($0) } ?? (isGone ? .unknown : .absent)
  }

  private var layouts: [ServerLayout] {
    if let layout = address.layout { return [layout] }
    guard let known = state.withLock({ $0.known }) else { return ServerLayout.allCases }
    return [known] + ServerLayout.allCases.filter { $0 != known }
  }

  private func found(in layout: ServerLayout) -> Answer {
    state.withLock { $0.known = layout }
    return .added
  }

  /// Fetches one file and adds it to the store.
  private func take(
    _ path: String, for image: MissingImage, _ limits: RemoteSources, store: DebugStore, folder: String
  ) -> Answer {
    let target = AsidePath.new(in: folder)
    defer { FileSystem.remove(target) }
    do throws(HTTPClient.Failure) {
      try HTTPClient.fetch("\(address.url)/\(path)", to: target, limit: limits.sizeLimit, seconds: limits.seconds)
    } catch {
      return answer(for: error, path, limits)
    }
    do throws(FetchedFile.Refusal) {
      try FetchedFile(for: image, from: "\(address.shown)/\(path)", store: store).add(target)
      return .added
    } catch {
      // A page for people: this is no server of debug files, or one that wants a login.
      return error.isForeign ? leave("\(path): \(error.reason)") : .failed("\(path): \(error.reason)")
    }
  }

  private func answer(for failure: HTTPClient.Failure, _ path: String, _ limits: RemoteSources) -> Answer {
    switch failure {
    case .absent: return .absent
    case .tooLarge: return .failed("\(path): larger than \(DebugFile.size(limits.sizeLimit)) (--fetch-limit)")
    case .unwritable(let reason): return .failed(reason)
    case .refused(let status): return leave("the server answered with status \(status)")
    case .failed(let reason): return leave(reason)
    }
  }

  /// Asks the server no more in this run. Of several threads that come here, one tells why.
  private func leave(_ reason: String) -> Answer {
    let isFirst = state.withLock { state in
      defer { state.isGone = true }
      return !state.isGone
    }
    return isFirst ? .failed("\(reason); the server is not asked again in this run") : .unknown
  }

  // MARK: Stores

  /// A store on a server that shows its directories: the page of an ID's directory links to the entries.
  private func fetchFromStore(_ image: MissingImage, _ limits: RemoteSources, store: DebugStore, folder: String) -> Answer {
    let place = DebugStore.shard(of: image.id) + "/" + DebugStore.rest(of: image.id)
    var problem: Answer?
    switch text(place + "/", limit: 1 << 20, limits, folder: folder) {
    case .failure(let answer): return answer
    case .success(let page):
      for key in Self.keys(in: page) where !isGone {
        let entry = "\(place)/\(key)/"
        guard case .success(let bytes) = text(entry + DebugStore.infoName, limit: StoreRecord.sizeLimit, limits, folder: folder),
          let record = StoreRecord(parsing: bytes), record.id == image.id, case .stored(let name) = record.place,
          ![.index, .system, .sourceMap, .sourceBundle].contains(record.contents)
        else { continue }
        switch take(entry + ServerLayout.escaped(name), for: image, limits, store: store, folder: folder) {
        case .added: return .added
        case let other: problem = problem ?? other
        }
      }
    }
    return problem ?? .absent
  }

  private enum Text {
    case success([UInt8])
    case failure(Answer)
  }

  private func text(_ path: String, limit: Int, _ limits: RemoteSources, folder: String) -> Text {
    let target = AsidePath.new(in: folder)
    defer { FileSystem.remove(target) }
    do throws(HTTPClient.Failure) {
      try HTTPClient.fetch("\(address.url)/\(path)", to: target, limit: limit, seconds: limits.seconds)
    } catch {
      if case .tooLarge = error { return .failure(.absent) }
      return .failure(answer(for: error, path, limits))
    }
    return .success((try? FileSystem.contents(of: target, limit: limit)) ?? [])
  }

  /// Returns the words of a page that may be keys of entries: 16 hexadecimal digits, at most 16 of them.
  static func keys(in page: [UInt8]) -> [String] {
    var keys: [String] = []
    for word in page.split(whereSeparator: { HexDigits.value(of: $0) > 15 }) where word.count == 16 {
      let key = String(decoding: word, as: UTF8.self)
      if !keys.contains(key) { keys.append(key) }
      if keys.count == 16 { break }
    }
    return keys
  }
}
