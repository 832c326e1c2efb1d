internal import Archives
internal import DebugServers
public import ObjectFiles
internal import ScanCache
internal import SymbolModel
internal import Synchronization
internal import System
internal import Workers

/// Finds the debug files of images by ID. Folders are read once, when the first search needs them. Several threads may search at
/// once: only who needs the same folder, or the same archive unpacked, waits.
public final class SymbolFinder: Sendable {
  /// What is remembered between runs, one thread at a time.
  private struct Memory {
    var cache: ScanCache?
    var storeListing: StoreListing?
    var isOpen = false

    /// Opens it when it is first used.
    mutating func open(_ places: SearchPlaces) {
      if isOpen { return }
      isOpen = true
      cache = places.cacheFolder.flatMap { ScanCache(folder: $0) }
      storeListing = places.store.map { StoreListing(DebugStore(path: $0), cache: cache, jobs: places.jobs) }
    }
  }

  let places: SearchPlaces
  private let told = Mutex<[SearchWarning]>([])
  private let memory = Mutex(Memory())
  private let layouts = KeyedStates<String, IDLayout.Kind>()
  private let scans = KeyedStates<String, FolderScan>()
  private let archives = KeyedStates<String, Bool>()
  private let asked = Mutex<Set<ImageID>>([])

  /// A search over `places`; nothing is read yet.
  public init(_ places: SearchPlaces) { self.places = places }

  /// What was noticed so far about the places themselves, in the order in which it was noticed.
  public var warnings: [SearchWarning] { told.withLock { $0 } }

  /// Notes what the user should know, unless it was noted before with `once`.
  func note(_ warning: SearchWarning, once: Bool = false) {
    told.withLock { if !once || !$0.contains(warning) { $0.append(warning) } }
  }

  /// The debug files for one image. Only an equal ID is a match; of the matches the best content stands first, and the order
  /// of the places breaks ties.
  public func find(_ query: ImageQuery) -> SymbolMatch {
    var search = Search(query: query)
    for path in places.symbols { look(in: path, named: path, &search) }
    if let store = places.store { look(inStore: store, &search) }
    for path in places.pathVariable { look(in: path, named: "$SYMBOLICATE_SYMBOL_PATHS (\(path))", &search) }
    if !search.hasDWARF { lookAround(&search) }
    if !search.hasDWARF, search.index == nil, places.debuginfodIsWanted { askServers(&search) }
    if search.found.isEmpty, search.index == nil {
      for name in search.names { search.addNearMisses(storeEntries(named: name)) }
    }
    return search.match
  }

  /// Opens the slices of a near miss: the one of its ID and architecture. Nil when it can no longer be read.
  public func load(_ file: DebugFile) -> ObjectFile? {
    unpacked(file, of: nil).flatMap { try? ObjectFile.load(path: $0) }?.first {
      $0.id == file.id && $0.architecture == file.architecture
    }
  }

  /// Reads all folders that the user named now, so that `warnings` holds what is wrong with them.
  public func readNamedPlaces() {
    if places.debuginfodIsWanted, let reason = whyNoServers {
      note(SearchWarning(path: "--debuginfod", reason: reason))
    }
    for path in places.symbols + places.pathVariable where layout(of: path) == .plain { _ = scan(path, recursive: true) }
  }

  /// How a folder is laid out; looked at once.
  func layout(of path: String) -> IDLayout.Kind { layouts.state(of: path) { IDLayout.kind(of: path) } }

  /// The debug files in a folder, read once a run.
  func scan(_ path: String, recursive: Bool) -> FolderScan {
    scans.state(of: recursive ? path : path + "/.") {
      guard recursive else { return FolderScan(path, recursive: false, jobs: places.jobs) }
      let scan = memory.withLock { memory in
        memory.open(places)
        return FolderScan(path, recursive: true, cache: memory.cache, jobs: places.jobs)
      }
      for warning in scan.warnings { note(warning) }
      return scan
    }
  }

  /// Why no server can be asked; nil when one can.
  private var whyNoServers: String? {
    if Environment.variable("DEBUGINFOD_URLS") == nil { return "no servers given; set $DEBUGINFOD_URLS" }
    return Debuginfod.isInstalled ? nil : "libdebuginfod is not installed (libdebuginfod1)"
  }

  /// Asks debuginfod's servers for an ELF image, once a run.
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

  /// The files of the store that have an image's name; none without a store.
  func storeEntries(named name: String) -> [DebugFile] {
    memory.withLock { memory in
      memory.open(places)
      return memory.storeListing?.entries(named: name).map { DebugFile($0) } ?? []
    }
  }

  // MARK: Files

  /// The path of a file, which is unpacked first when it lies in an archive; nil when that is not possible, which is said.
  func unpacked(_ file: DebugFile, of scan: FolderScan?) -> String? {
    guard let member = file.member else { return file.path }
    guard let folder = places.cacheFolder else {
      note(SearchWarning(path: member.archive, reason: "no cache directory to extract into; set $XDG_CACHE_HOME"))
      return nil
    }
    do throws(ArchiveError) {
      let others = scan?.files.compactMap(\.member).filter { $0.archive == member.archive } ?? []
      return try archives.withState(of: member.archive) { _ throws(ArchiveError) in
        try ArchiveCache(cacheFolder: folder).path(of: member, others: others)
      }
    } catch {
      note(SearchWarning(path: member.archive, reason: "\(error)"))
      return nil
    }
  }

  /// Adds the slices of a regular file that have the ID, and the debug file that they link to.
  func take(_ path: String, _ search: inout Search) {
    guard let status = FileSystem.status(path), status.kind == .file else { return }
    guard search.isNew(status), let slices = try? ObjectFile.load(path: path) else { return }
    for slice in slices where slice.id == search.query.id {
      search.found.append(slice)
      if slice.container == .elf, !slice.hasDWARF { follow(slice, &search) }
    }
  }

  private func follow(_ object: ObjectFile, _ search: inout Search) {
    let companion = DebugLink.companion(of: object, debugRoots: places.debugRoots)
    for path in companion.wrong {
      note(SearchWarning(path: path, reason: "not the debug file of \(object.path): its checksum or build ID differs"))
    }
    guard let file = companion.file, let status = FileSystem.status(file.path), search.isNew(status) else { return }
    search.found.append(file)
  }
}
