internal import Archives
internal import DebugServers
public import ObjectFiles
internal import ScanCache
internal import SymbolModel
internal import System

/// Finds the debug files of images by ID. Folders are read once, when the first search needs them. One owner, one thread.
public final class SymbolFinder {
  /// What was noticed so far about the places themselves, in the order in which it was noticed.
  public internal(set) var warnings: [SearchWarning] = []

  let places: SearchPlaces
  lazy var cache = places.cacheFolder.flatMap { ScanCache(folder: $0) }
  private lazy var storeListing = places.store.map { StoreListing(DebugStore(path: $0), cache: cache, jobs: places.jobs) }
  private var layouts: [String: IDLayout.Kind] = [:]
  private var asked: Set<ImageID> = []
  var scans: [String: FolderScan] = [:]

  /// A search over `places`; nothing is read yet.
  public init(_ places: SearchPlaces) { self.places = places }

  /// The debug files for one image. Only an equal ID is a match; of the matches the best content stands first, and the order
  /// of the places breaks ties.
  public func find(_ query: ImageQuery) -> SymbolMatch {
    var search = Search(query: query)
    for path in places.symbols { look(in: path, named: path, &search) }
    if let store = places.store { look(inStore: store, &search) }
    for path in places.pathVariable { look(in: path, named: "$SYMBOLICATE_SYMBOL_PATHS (\(path))", &search) }
    if !search.hasDWARF { lookAround(&search) }
    if !search.hasDWARF, search.index == nil, places.debuginfodIsWanted { askServers(&search) }
    if search.found.isEmpty, search.index == nil, let storeListing { search.addNearMisses(storeListing) }
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
      warnings.append(SearchWarning(path: "--debuginfod", reason: reason))
    }
    for path in places.symbols + places.pathVariable where layout(of: path) == .plain { _ = scan(path, recursive: true) }
  }

  /// How a folder is laid out; looked at once.
  func layout(of path: String) -> IDLayout.Kind {
    if let known = layouts[path] { return known }
    let kind = IDLayout.kind(of: path)
    layouts[path] = kind
    return kind
  }

  /// Why no server can be asked; nil when one can.
  private var whyNoServers: String? {
    if Environment.variable("DEBUGINFOD_URLS") == nil { return "no servers are named: set $DEBUGINFOD_URLS" }
    return Debuginfod.isInstalled ? nil : "libdebuginfod is not installed (libdebuginfod1)"
  }

  /// Asks debuginfod's servers for an ELF image, once a run.
  private func askServers(_ search: inout Search) {
    let id = search.query.id
    guard search.sawELF || id.bytes.count != 16, whyNoServers == nil else { return }
    search.lookedIn.append("the servers of $DEBUGINFOD_URLS")
    guard asked.insert(id).inserted else { return }
    do throws(Debuginfod.Failure) {
      for artifact in Debuginfod.Artifact.allCases where !search.hasDWARF {
        if let path = try Debuginfod.find(artifact, id: id.bytes) { take(path, &search) }
      }
    } catch {
      let warning = SearchWarning(path: "$DEBUGINFOD_URLS", reason: "no server can be asked: \(error.message)")
      if !warnings.contains(warning) { warnings.append(warning) }
    }
  }

  /// The files of the store that have an image's name.
  func storeFiles(named name: String, in store: String) -> [DebugFile] {
    FileSystem.status(store)?.kind == .directory ? storeListing?.entries(named: name).map { DebugFile($0) } ?? [] : []
  }

  // MARK: Files

  /// The path of a file, which is unpacked first when it lies in an archive; nil when that is not possible, which is said.
  func unpacked(_ file: DebugFile, of scan: FolderScan?) -> String? {
    guard let member = file.member else { return file.path }
    guard let folder = places.cacheFolder else {
      warnings.append(SearchWarning(path: member.archive, reason: "there is no cache folder to unpack into: set $XDG_CACHE_HOME"))
      return nil
    }
    do throws(ArchiveError) {
      let others = scan?.files.compactMap(\.member).filter { $0.archive == member.archive } ?? []
      return try ArchiveCache(cacheFolder: folder).path(of: member, others: others)
    } catch {
      warnings.append(SearchWarning(path: member.archive, reason: "\(error)"))
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
      warnings.append(SearchWarning(path: path, reason: "not the debug file of \(object.path): its checksum or build-id differs"))
    }
    guard let file = companion.file, let status = FileSystem.status(file.path), search.isNew(status) else { return }
    search.found.append(file)
  }
}
