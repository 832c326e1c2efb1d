internal import DebugServers
internal import SymbolModel
internal import Synchronization
internal import System

/// Debug files from a command and from servers: each missing ID is asked for once in a run, checked by its ID, and kept in the store.
/// Several threads may ask at once. The front of `Remote`.
final class RemoteFetch: Sendable {
  private let sources: RemoteSources
  private let servers: [SymbolServer]
  private let misses: MissMemory
  private let storePath: String?
  private let intake = Mutex<Intake?>(nil)
  private let asked = Mutex<Set<ImageID>>([])

  /// Where files go.
  private struct Intake {
    let store: DebugStore
    /// The directory for what arrives.
    let folder: String
  }

  /// Prepares to ask.
  init(_ sources: RemoteSources, store: String?, cacheFolder: String?) {
    self.sources = sources
    servers = sources.servers.map { SymbolServer($0) }
    misses = MissMemory(cacheFolder: cacheFolder)
    storePath = store
  }

  deinit { intake.withLock { if let folder = $0?.folder { _ = try? FileSystem.removeTree(folder) } } }

  /// The reason why no server can be asked, or nil if one can.
  var whyNoServers: String? {
    servers.isEmpty || HTTPClient.isInstalled ? nil : "libcurl is not installed (libcurl4)"
  }

  /// Fetches the debug file of an image, if it was not asked for in this run. Returns the store that has it now, or nil, and what went
  /// wrong.
  func fetch(_ image: MissingImage) -> (store: DebugStore?, problems: [SearchWarning]) {
    var problems: [SearchWarning] = []
    guard asked.withLock({ $0.insert(image.id).inserted }), let intake = openIntake(&problems) else { return (nil, problems) }
    if let command = sources.command, run(command, for: image, intake, &problems) { return (intake.store, problems) }
    guard whyNoServers == nil else { return (nil, problems) }
    for server in servers where !server.isGone && !misses.has(image.id, of: server.address.url) {
      switch server.fetch(image, sources, store: intake.store, folder: intake.folder) {
      case .added: return (intake.store, problems)
      case .absent: misses.note(image.id, of: server.address.url)
      case .unknown: break
      case .failed(let reason): problems.append(SearchWarning(path: server.address.shown, reason: reason))
      }
    }
    return (nil, problems)
  }

  private func run(_ command: String, for image: MissingImage, _ intake: Intake, _ problems: inout [SearchWarning]) -> Bool {
    guard !misses.has(image.id, of: command) else { return false }
    var problem: String?
    do throws(FetchCommand.Failure) {
      for path in try FetchCommand(command, seconds: sources.seconds).paths(for: image) {
        for file in Self.files(at: path) {
          do throws(FetchedFile.Refusal) {
            try FetchedFile(for: image, from: FileSystem.absolute(file), store: intake.store).add(file)
            return true
          } catch {
            problem = problem ?? "\(file): \(error.reason)"
          }
        }
        if FileSystem.status(path) == nil { problem = problem ?? "\(path): no such file" }
      }
    } catch {
      problem = error.reason
    }
    if let problem {
      // Whoever mends the command wants it to run again.
      problems.append(SearchWarning(path: "--fetch-command", reason: "\(image.id): \(problem)"))
    } else {
      misses.note(image.id, of: command)
    }
    return false
  }

  /// Returns the file at a path, or those of a dSYM bundle.
  private static func files(at path: String) -> [String] {
    guard let kind = FileSystem.status(path)?.kind else { return [] }
    guard kind == .directory else { return kind == .file ? [path] : [] }
    let folder = Path.join(path, "Contents/Resources/DWARF")
    return ((try? FileSystem.names(in: folder)) ?? []).filter { !$0.hasPrefix(".") }.map { Path.join(folder, $0) }
  }

  /// Returns the user's store. If it cannot be written, says so and returns a store for this run only.
  private func openIntake(_ problems: inout [SearchWarning]) -> Intake? {
    intake.withLock { intake in
      if let intake { return intake }
      if let storePath {
        let folder = AsidePath.new(in: storePath)
        do throws(SystemError) {
          try FileSystem.makeDirectories(folder)
          intake = Intake(store: DebugStore(path: storePath), folder: folder)
          return intake
        } catch {
          problems.append(
            SearchWarning(path: storePath, reason: "not writable (\(error.message)): what is fetched is kept for this run only"))
        }
      }
      guard let place = try? TemporaryDirectory.make() else { return nil }
      let folder = Path.join(place, "arriving")
      guard (try? FileSystem.makeDirectories(folder)) != nil else { return nil }
      intake = Intake(store: DebugStore(path: place), folder: folder)
      return intake
    }
  }
}
