internal import Archives
public import ObjectFiles
internal import ScanCache
internal import SymbolModel
internal import System

/// Finds the debug files of images by ID. Folders are read once, when the first search needs them. One owner, one thread.
public final class SymbolFinder {
  /// What was noticed so far about the places themselves, in the order in which it was noticed.
  public private(set) var warnings: [SearchWarning] = []

  private let places: SearchPlaces
  private lazy var cache = places.cacheFolder.flatMap { ScanCache(folder: $0) }
  private lazy var storeListing = places.store.map { StoreListing(DebugStore(path: $0), cache: cache, jobs: places.jobs) }
  private var scans: [String: FolderScan] = [:]

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
    if search.found.isEmpty, let storeListing { search.addNearMisses(storeListing) }
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
    for path in places.symbols + places.pathVariable { _ = scan(path, recursive: true) }
  }

  // MARK: Places

  /// The places that nobody named: the report's folder, and for ELF the image itself and the system's debug files.
  private func lookAround(_ search: inout Search) {
    if let folder = search.query.reportFolder { look(in: folder, named: "the report's folder", recursive: false, &search) }
    let id = search.query.id.hex
    let shard = id.prefix(2) + "/" + id.dropFirst(2)
    if let path = search.query.path, path.hasPrefix("/") { take(path, &search) }
    for root in places.debugRoots { take(root + "/.build-id/" + shard + ".debug", &search) }
    if let cache = places.debuginfodCache {
      for name in ["debuginfo", "executable"] { take(Path.join(cache, id) + "/" + name, &search) }
    }
    if search.sawELF || search.query.id.bytes.count != 16 { search.lookedIn += places.debugRoots.map { $0 + "/.build-id" } }
  }

  private func look(in path: String, named name: String, recursive: Bool = true, _ search: inout Search) {
    let scan = scan(path, recursive: recursive)
    search.lookedIn.append("\(name) (\(scan.files.count) debug file\(scan.files.count == 1 ? "" : "s"))")
    for position in scan.positions[search.query.id] ?? [] {
      if let file = unpacked(scan.files[position], of: scan) { take(file, &search) }
    }
    search.addNearMisses(scan)
  }

  private func look(inStore store: String, _ search: inout Search) {
    guard FileSystem.status(store)?.kind == .directory else { return }
    search.lookedIn.append("the store (\(store))")
    let folder = DebugStore(path: store).folder(of: search.query.id)
    for name in (try? FileSystem.names(in: folder)) ?? [] where !name.hasPrefix(".") {
      let path = Path.join(folder, name)
      // Other tools' stores have the files themselves here.
      guard let entry = DebugStore.entry(in: path) else {
        take(path, &search)
        continue
      }
      if FileSystem.status(entry.path) == nil {
        warnings.append(SearchWarning(path: entry.path, reason: "it is in the store \(store) and gone; add it again"))
      }
      take(entry.path, &search)
    }
  }

  private func scan(_ path: String, recursive: Bool) -> FolderScan {
    let key = recursive ? path : path + "/."
    if let known = scans[key] { return known }
    let scan = FolderScan(path, recursive: recursive, cache: cache, jobs: places.jobs)
    scans[key] = scan
    if recursive { warnings += scan.warnings }
    return scan
  }

  // MARK: Files

  /// The path of a file, which is unpacked first when it lies in an archive; nil when that is not possible, which is said.
  private func unpacked(_ file: DebugFile, of scan: FolderScan?) -> String? {
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
  private func take(_ path: String, _ search: inout Search) {
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
