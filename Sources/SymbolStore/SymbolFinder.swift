internal import Archives
internal import DebugServers
package import ObjectFiles
internal import ScanCache
internal import SymbolModel
internal import Synchronization
internal import System
internal import Workers

/// Finds the debug files of images by ID. Directories are read once, when the first search needs them. Several threads may search
/// at once; they wait only for the same directory or the same archive.
///
/// The front of the module `SymbolStore`. In: an `ImageQuery` (ID, name, path) and the `SearchPaths`. Out: a `SymbolMatch`: files
/// with that ID, near misses, or the paths that were searched.
///
/// - `Search`: the contents of the paths that the user named.
/// - `Store`: the local store; begin with `DebugStore`.
/// - `Archives`: zip and tar files as search paths.
/// - `Files`: a debug file, its bundle, its record.
package final class SymbolFinder: Sendable {
  /// The cache that persists from run to run, used by one thread at a time.
  private struct Memory {
    var cache: ScanCache?
    var storeListing: StoreListing?
    var isOpen = false

    /// Opens it on first use.
    mutating func open(_ searchPaths: SearchPaths) {
      if isOpen { return }
      isOpen = true
      cache = searchPaths.cacheFolder.flatMap { ScanCache(folder: $0) }
      storeListing = searchPaths.store.map { StoreListing(DebugStore(path: $0), cache: cache, jobs: searchPaths.jobs) }
    }
  }

  package let searchPaths: SearchPaths
  /// The systems of the store, or nil without a store.
  let shelf: SystemShelf?
  private let told = Mutex<[SearchWarning]>([])
  private let memory = Mutex(Memory())
  private let layouts = PerKeyCache<String, IDLayout.Kind>()
  private let scans = PerKeyCache<String, FolderScan>()
  /// The same of directories without those below them.
  private let flatScans = PerKeyCache<String, FolderScan>()
  private let archives = PerKeyCache<String, Bool>()
  private let temporary = Mutex<String?>(nil)
  private let asked = Mutex<Set<ImageID>>([])
  private let remote = Mutex<RemoteFetch?>(nil)

  /// Prepares a search of `searchPaths`; reads nothing yet.
  package init(_ searchPaths: SearchPaths) {
    self.searchPaths = searchPaths
    shelf = searchPaths.store.map { SystemShelf(DebugStore(path: $0)) }
  }

  /// The problems with the search paths so far, in the order in which they were found.
  package var warnings: [SearchWarning] { told.withLock { $0 } }

  /// Records a problem; with `once`, only if it was not recorded before.
  func note(_ warning: SearchWarning, once: Bool = false) {
    told.withLock { if !once || !$0.contains(warning) { $0.append(warning) } }
  }

  /// Returns the debug files for one image. Only an equal ID is a match. Of the matches, the best content comes first, and the
  /// order of the search paths breaks ties.
  package func find(_ query: ImageQuery) -> SymbolMatch {
    var search = Search(query: query)
    for path in searchPaths.symbols { look(in: path, named: path, &search) }
    if let store = searchPaths.store { look(inStore: store, &search) }
    for path in searchPaths.pathVariable { look(in: path, named: "$SYMBOLICATE_SYMBOL_PATHS (\(path))", &search) }
    if !search.hasDWARF { lookAround(&search) }
    if !search.hasDWARF, search.index == nil, search.system == nil, searchPaths.debuginfodIsWanted { askServers(&search) }
    if search.wantsMore, searchPaths.remote.isWanted { fetch(&search) }
    if search.found.isEmpty, search.index == nil, search.system == nil {
      for name in search.names { search.addNearMisses(storeEntries(named: name)) }
    }
    return search.match
  }

  /// Opens the slices of a near miss: the one of its ID and architecture. Returns nil if it can no longer be read.
  package func load(_ file: DebugFile) -> ObjectFile? {
    unpacked(file, of: nil).flatMap { try? ObjectFile.load(path: $0) }?.first {
      $0.id == file.id && $0.architecture == file.architecture
    }
  }

  /// Reads all directories that the user named now, so that `warnings` contains their problems.
  package func readNamedPlaces() {
    if searchPaths.debuginfodIsWanted, let reason = whyNoServers {
      note(SearchWarning(path: "--debuginfod", reason: reason))
    }
    if let reason = remoteFetch.whyNoServers { note(SearchWarning(path: "--symbol-server", reason: reason)) }
    for path in searchPaths.symbols + searchPaths.pathVariable where layout(of: path) == .plain {
      _ = scan(path, recursive: true)
    }
  }

  /// Returns the layout of a directory, which is determined once.
  func layout(of path: String) -> IDLayout.Kind { layouts.state(of: path) { IDLayout.kind(of: path) } }

  /// Returns the debug files in a directory, read once per run.
  func scan(_ path: String, recursive: Bool) -> FolderScan {
    let permits = searchPaths.permission
    guard recursive else {
      return flatScans.state(of: path) { FolderScan(path, recursive: false, jobs: searchPaths.jobs, permits: permits) }
    }
    return scans.state(of: path) { () -> FolderScan in
      let scan = memory.withLock { memory -> FolderScan in
        memory.open(searchPaths)
        return FolderScan(path, recursive: true, cache: memory.cache, jobs: searchPaths.jobs, permits: permits)
      }
      for warning in scan.warnings { note(warning) }
      if let hint = unreadCaches(scan, in: path) { note(hint) }
      return scan
    }
  }

  /// The reason why no server can be queried, or nil if one can.
  private var whyNoServers: String? {
    if Environment.variable("DEBUGINFOD_URLS") == nil { return "no servers given; set $DEBUGINFOD_URLS" }
    return Debuginfod.isInstalled ? nil : "libdebuginfod is not installed (libdebuginfod1)"
  }

  /// Queries debuginfod's servers for an ELF image, once per run.
  private func askServers(_ search: inout Search) {
    let id = search.query.id
    guard search.sawELF || id.count != 16, whyNoServers == nil else { return }
    search.lookedIn.append("the servers of $DEBUGINFOD_URLS")
    guard asked.withLock({ $0.insert(id).inserted }) else { return }
    do throws(Debuginfod.Failure) {
      for artifact in Debuginfod.Artifact.allCases where !search.hasDWARF {
        if let path = try Debuginfod.find(artifact, id: id.bytes) { take(path, &search) }
      }
    } catch {
      note(SearchWarning(path: "$DEBUGINFOD_URLS", reason: "no server could be reached: \(error.message)"), once: true)
    }
  }

  /// The servers and the command, with what is known of them in this run.
  private var remoteFetch: RemoteFetch {
    remote.withLock { remote in
      if let remote { return remote }
      let new = RemoteFetch(searchPaths.remote, store: searchPaths.store, cacheFolder: searchPaths.cacheFolder)
      remote = new
      return new
    }
  }

  /// Asks the command and the servers for an image, once per run; what they have is taken from the store.
  private func fetch(_ search: inout Search) {
    let query = search.query
    search.lookedIn += searchPaths.remote.places
    let image = MissingImage(
      id: query.id, name: query.path ?? query.name, architecture: query.architecture, isELF: search.sawELF)
    let (store, problems) = remoteFetch.fetch(image)
    for problem in problems { note(problem, once: true) }
    guard let store else { return }
    takeAll(at: store.folder(of: query.id), of: store.path, &search)
  }

  /// Returns the files of the store that have an image's name, or none without a store.
  func storeEntries(named name: String) -> [DebugFile] {
    memory.withLock { memory in
      memory.open(searchPaths)
      let entries = memory.storeListing?.entries(named: name) ?? []
      for error in memory.storeListing?.unread.failures ?? [] {
        note(SearchWarning(error, path: error.path ?? ""), once: true)
      }
      return entries.map { DebugFile($0) }
    }
  }

  // MARK: Files

  /// Returns the path of a file, extracted first if it is in an archive, or nil if that is not possible, which is reported.
  func unpacked(_ file: DebugFile, of scan: FolderScan?) -> String? {
    guard let member = file.member else { return file.path }
    do throws(ArchiveError) {
      let others = scan?.files.compactMap(\.member).filter { $0.archive == member.archive } ?? []
      return try archives.withState(of: member.archive) { _ throws(ArchiveError) in
        try path(of: member, others: others)
      }
    } catch {
      note(SearchWarning(path: member.archive, reason: "\(error)"))
      return nil
    }
  }

  /// Returns the path of an extracted file: in the user's cache, or, if that is not writable, in a temporary directory of this
  /// run.
  private func path(of member: ArchiveMember, others: [ArchiveMember]) throws(ArchiveError) -> String {
    if let folder = searchPaths.cacheFolder {
      do throws(ArchiveError) {
        return try ArchiveCache(cacheFolder: folder).path(of: member, others: others)
      } catch {
        guard case .unwritable = error.kind else { throw error }
      }
    }
    return try ArchiveCache(cacheFolder: temporaryFolder(for: member.archive)).path(of: member, others: others)
  }

  /// Returns the temporary directory of this run, which is created and reported when it is first needed.
  private func temporaryFolder(for archive: String) throws(ArchiveError) -> String {
    try temporary.withLock { known throws(ArchiveError) in
      if let known { return known }
      do throws(SystemError) {
        let folder = try TemporaryDirectory.make()
        let reason = searchPaths.cacheFolder.map { "the cache \($0) cannot be written" } ?? "there is no cache directory"
        note(SearchWarning(path: archive, reason: "\(reason); extracted into \(folder) for this run only (see $XDG_CACHE_HOME)"))
        known = folder
        return folder
      } catch {
        throw ArchiveError(.unwritable("no directory to extract into: \(error.path ?? ""): \(error.message); set $TMPDIR"))
      }
    }
  }

  /// Returns the status of a file, or nil if it does not exist. Records a failure of the system.
  func existing(_ path: String) -> FileSystem.Status? {
    do throws(SystemError) { return try FileSystem.existing(path) } catch {
      note(SearchWarning(error, path: path), once: true)
      return nil
    }
  }

  /// Returns the names in a directory, or none if it does not exist. Records why it cannot be read.
  func names(in folder: String) -> [String] {
    do throws(SystemError) { return try FileSystem.names(in: folder) } catch {
      if !error.isMissing { note(SearchWarning(error, path: folder), once: true) }
      return []
    }
  }

  /// Adds the slices of a regular file that have the ID, and the debug file that they link to.
  func take(_ path: String, _ search: inout Search) {
    guard searchPaths.permits(path), let status = existing(path), status.kind == .file else { return }
    guard search.isNew(status), let slices = load(path) else { return }
    for slice in slices where slice.id == search.query.id {
      search.found.append(slice)
      if slice.container == .elf, !slice.hasDWARF { follow(slice, &search) }
    }
  }

  /// Returns the slices of a file, or nil if it is not an object file or cannot be read. Records a failure of the system.
  private func load(_ path: String) -> [ObjectFile]? {
    do throws(ObjectFileError) {
      return try ObjectFile.load(path: path)
    } catch {
      if error.isPassing { note(SearchWarning(path: path, reason: "\(error)", isFailure: true, isPassing: true), once: true) }
      return nil
    }
  }

  private func follow(_ object: ObjectFile, _ search: inout Search) {
    let companion = DebugLink.companion(of: object, debugRoots: searchPaths.debugRoots)
    for path in companion.wrong {
      note(SearchWarning(path: path, reason: "not the debug file of \(object.path): its checksum or build ID differs"))
    }
    guard let file = companion.file, let status = existing(file.path), search.isNew(status) else { return }
    search.found.append(file)
  }
}
