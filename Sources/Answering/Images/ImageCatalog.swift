internal import CrashModel
internal import DebugInfo
internal import ObjectFiles
internal import SystemSymbols
internal import SymbolModel
internal import SymbolStore
internal import Synchronization
internal import System
internal import Workers

/// Finds and opens the debug files of images, each once for all reports of a run. Shared by all threads: nobody waits for a
/// search but those who want the same image.
///
/// The front of `Images`. In: an image of a report. Out: its `ImageSymbols`: what was found, and the answers to its addresses.
///
/// `UnidentifiedImages` does the same for images without an ID, by weighing files of the name (`ImageEvidence`); `ImageMemory`
/// knows images that earlier call stacks of a log told of; `ImageBinding+Report` applies `--image`.
final class ImageCatalog: Sendable {
  /// The results for one ID. Never changed: each report asks for every image, and a struct would be copied for it.
  private final class Answers: Sendable {
    /// The debug files that were found for it, for all reports.
    private let everywhere: ImageSymbols?
    /// The results of searches that found none, by the report's directory, which is searched too.
    private let elsewhere: [String?: ImageSymbols]
    /// The last one of them: reports of one directory follow each other.
    private let last: ImageSymbols?
    private let lastFolder: String?

    private init(
      everywhere: ImageSymbols? = nil, elsewhere: [String?: ImageSymbols] = [:], last: ImageSymbols? = nil,
      lastFolder: String? = nil
    ) {
      (self.everywhere, self.elsewhere, self.last, self.lastFolder) = (everywhere, elsewhere, last, lastFolder)
    }

    /// Returns the result for reports in a directory, or nil if nothing was searched yet.
    func symbols(for folder: String?) -> ImageSymbols? {
      if let everywhere { return everywhere }
      if let last, lastFolder == folder { return last }
      return elsewhere[folder]
    }

    /// Ends the resolver of the debug files; only `everywhere` has some.
    func end() { everywhere?.end() }

    /// Returns the results of one ID with that of another search.
    static func adding(_ symbols: ImageSymbols, for folder: String?, to known: Answers?) -> Answers {
      if !symbols.files.isEmpty || symbols.status.status == .found { return Answers(everywhere: symbols) }
      var elsewhere = known?.elsewhere ?? [:]
      if let last = known?.last { elsewhere[known?.lastFolder] = last }
      return Answers(elsewhere: elsewhere, last: symbols, lastFolder: folder)
    }
  }

  /// A file that is known only by name to belong to an image.
  private struct Naming: Hashable {
    let id: ImageID?
    let file: String
  }

  private let options: SymbolicationOptions
  private let process: ResolverProcess?
  private let finder: SymbolFinder
  private let warningsTaken = Mutex(0)
  private let identified = PerKeyCache<ImageID, Answers>()
  private let named = PerKeyCache<Naming, ImageSymbols>()
  /// What `identified` has, which reports ask for every image: without it, planning takes 15 percent more instructions.
  private let known = Mutex<[ImageID: Answers]>([:])

  /// An empty catalog over a search.
  init(_ finder: SymbolFinder, options: SymbolicationOptions) {
    self.options = options
    self.finder = finder
    process =
      options.isolatesDebugFiles
      ? ResolverProcess(
        jobs: options.jobs, buildsIndexes: options.indexes.builds, program: options.resolverProgram ?? ChildProcess.ownProgram)
      : nil
    if options.startsResolverEarly { process?.startEarly() }
  }

  /// Reads the directories that the user named.
  func readNamedPlaces() { finder.readNamedPlaces() }

  /// Returns the problems with search paths since the last call.
  func takeWarnings() -> [SearchWarning] {
    warningsTaken.withLock { taken in
      let warnings = finder.warnings
      defer { taken = warnings.count }
      return Array(warnings.dropFirst(taken))
    }
  }

  /// Returns the debug files of an image that is in a report in `folder`. `processor` is the report's, for images that name
  /// none.
  func symbols(of image: BinaryImage, reportFolder folder: String?, processor: Architecture? = nil) -> ImageSymbols {
    if let bound = boundSymbols(of: image) { return bound }
    guard let id = image.id else {
      return ImageSymbols(status: ImageStatus(.missing, reason: .noID))
    }
    if let known = known.withLock({ $0[id]?.symbols(for: folder) }) { return known }
    return identified.withState(of: id) { state in
      if let known = state?.symbols(for: folder) { return known }
      let found = search(id, image, folder, processor)
      let answers = Answers.adding(found, for: folder, to: state)
      state = answers
      known.withLock { $0[id] = answers }
      return found
    }
  }

  /// The results that stay until the process ends.
  private static let kept = Mutex<[PerKeyCache<ImageID, Answers>]>([])

  /// Keeps the results so far until the process ends. Nothing may be asked any more.
  func keepAnswers() {
    known.withLock { for answers in $0.values { answers.end() } }
    Self.kept.withLock { $0.append(identified) }
  }

  /// Searches the images at `positions`, which will be asked for, several at once, if servers or a command may have them.
  func searchAhead(_ images: [BinaryImage], _ positions: () -> [Int], _ folder: String?, _ processor: Architecture?) {
    guard finder.searchPaths.remote.isWanted else { return }
    let positions = positions()
    guard positions.count > 1 else { return }
    _ = Parallel.map(positions.count, jobs: Self.requestsAtOnce) { order in
      symbols(of: images[positions[order]], reportFolder: folder, processor: processor).files.count
    }
  }

  private static let requestsAtOnce = 8

  /// Returns the names of the system whose shared cache has a UUID, or nil if the store does not have it.
  func system(with id: ImageID) -> SystemSymbolFile? { finder.system(with: id) }

  // MARK: Opening

  private func search(_ id: ImageID, _ image: BinaryImage, _ folder: String?, _ processor: Architecture?) -> ImageSymbols {
    let architecture = image.architecture ?? processor
    let query = ImageQuery(id: id, name: image.name, path: image.path, architecture: architecture, reportFolder: folder)
    switch finder.find(query) {
    case .found(let files):
      return ImageSymbols(files, resolver(files), status: finder.status(of: files, for: image))
    case .indexed(let stored, let files):
      var status = finder.status(of: files, for: image)
      if stored.holdsDebugInformation || files.isEmpty { status = ImageStatus(.found) }
      status.debugFiles = [stored.path] + files.map(\.path)
      return ImageSymbols(files, resolver(DebugImage(index: stored.index, files: files), files), status: status)
    case .system(let stored, let files):
      let path = stored.container.path
      let status = ImageStatus(.found, debugFiles: [path] + files.map(\.path))
      return ImageSymbols(
        files, InProcessResolver(image: DebugImage(system: stored)), status: status)
    case .mismatched(let files, let places):
      return mismatched(files, architecture, places)
    case .damaged(let path, let reason):
      return ImageSymbols(status: ImageStatus(.damaged, debugFiles: [path], reason: .damaged(reason)))
    case .absent(let places):
      return ImageSymbols(status: ImageStatus(.missing, reason: .notFound(lookedIn: places)))
    }
  }

  /// Near misses of an image. One of them may be used, but never code for another processor: its names are always wrong.
  private func mismatched(_ files: [DebugFile], _ architecture: Architecture?, _ places: [String]) -> ImageSymbols {
    var status = ImageStatus(nearMisses: files.map { Self.nearMiss($0, of: architecture) }, lookedIn: places)
    let usable = files.first { Self.isCompatible($0, architecture) }
    guard options.allowsMismatch, let usable, let object = finder.load(usable) else { return ImageSymbols(status: status) }
    status.usedMismatch = usable.path
    return ImageSymbols([object], resolver([object]), status: status, isMismatch: true)
  }

  /// Returns whether a file may hold code of an image; so does one of which either architecture is unknown.
  private static func isCompatible(_ file: DebugFile, _ architecture: Architecture?) -> Bool {
    guard let architecture, let own = file.architecture else { return true }
    return own.isCompatible(with: architecture)
  }

  private static func nearMiss(_ file: DebugFile, of architecture: Architecture?) -> NearMiss {
    let own = file.architecture?.name ?? ""
    let other = isCompatible(file, architecture) ? nil : architecture.map { "\(own), not \($0.name)" }
    return NearMiss(path: file.path, id: file.id, architecture: other ?? own, build: file.buildText)
  }

  /// Returns the resolver for the debug files of an image: its index if there is one.
  private func resolver(_ files: [ObjectFile]) -> sending any AddressResolver {
    let indexed = options.indexes.find(files)
    guard let process else { return InProcessResolver(image: indexed ?? options.indexes.open(files, jobs: options.jobs)) }
    return OutOfProcessResolver(files, process, indexes: options.indexes, indexed: indexed, noteIndex: options.noteIndex)
  }

  /// Returns the resolver for an image whose index the store has. `files` are the debug files of the image that are there.
  private func resolver(_ image: sending DebugImage, _ files: [ObjectFile]) -> sending any AddressResolver {
    guard let process, !files.isEmpty, IndexBuilder.textBase(of: files) == image.textBase else {
      return InProcessResolver(image: image)
    }
    return OutOfProcessResolver(files, process, indexes: options.indexes, indexed: image)
  }

  // MARK: Files that are known by their names

  /// Returns the debug files that the user bound to an image, or nil if there are none.
  func boundSymbols(of image: BinaryImage) -> ImageSymbols? {
    guard let file = boundFile(of: image) else { return nil }
    return named.state(of: Naming(id: image.id, file: file)) { open(bound: file, for: image) }
  }

  /// Returns the files that have an image's name, or are at its path, best first; nothing else shows that they belong to it. With
  /// `onlyNamed`, only those in paths that the user named: the file at the path may be one of another system.
  func candidates(for image: BinaryImage, reportFolder folder: String?, onlyNamed: Bool = false) -> [DebugFile] {
    guard let name = image.name else { return [] }
    let named = finder.files(named: name, reportFolder: folder, onlyNamed: onlyNamed)
    let isAllowed = finder.searchPaths.usesImagePaths && !onlyNamed
    let own = isAllowed ? image.path.map { finder.file(atPath: $0) } ?? [] : []
    let known = Set(own.compactMap(\.id))
    let others = named.filter { file in
      file.id.map { !known.contains($0) } ?? !own.contains { $0.id == nil && Self.isSame($0.path, file.path) }
    }
    return Array((own + others).prefix(32))
  }

  /// Returns whether two paths lead to one file.
  private static func isSame(_ path: String, _ other: String) -> Bool {
    guard path != other else { return true }
    guard let file = FileSystem.status(path), let same = FileSystem.status(other) else { return false }
    return file.device == same.device && file.inode == same.inode
  }

  /// Returns a file that has an image's name, with the others of its ID.
  func symbols(of file: DebugFile, for image: BinaryImage, reportFolder folder: String?) -> ImageSymbols {
    if let id = file.id {
      var known = image
      known.id = id
      known.architecture = file.architecture
      let found = symbols(of: known, reportFolder: folder)
      if !found.files.isEmpty { return found }
    }
    // A file without an ID, or at the path that the report gives, is not on a search path.
    return named.state(of: Naming(id: file.id, file: file.path)) {
      guard let object = finder.load(file) else {
        return ImageSymbols(status: ImageStatus(.damaged, debugFiles: [file.path], reason: .damaged("unreadable")))
      }
      return ImageSymbols([object], resolver([object]), status: finder.status(of: [object], for: image))
    }
  }

  // MARK: Files that the user bound

  private func boundFile(of image: BinaryImage) -> String? {
    for binding in options.bindings where image.hasName(binding.name) {
      if case .file(let path) = binding.fact { return path }
    }
    return nil
  }

  private func open(bound path: String, for image: BinaryImage) -> ImageSymbols {
    do throws(NamedFileError) {
      let files = try Self.files(bound: path, for: image)
      let other = image.id.flatMap { id in files.lazy.compactMap(\.id).first { $0 != id } }
      var status = finder.status(of: files, for: image)
      if let other {
        status = ImageStatus(.mismatch, debugFiles: files.map(\.path), reason: .otherBuild(path: path, id: other))
        status.usedMismatch = path
      }
      return ImageSymbols(files, resolver(files), status: status, isMismatch: other != nil)
    } catch {
      return ImageSymbols(status: ImageStatus(.damaged, debugFiles: [path], reason: .damaged(error.reason)))
    }
  }

  /// The user's choice counts more than the architecture, as long as it identifies a slice.
  private static func files(bound path: String, for image: BinaryImage) throws(NamedFileError) -> [ObjectFile] {
    do throws(NamedFileError) {
      return try NamedFile.open(path, id: image.id, architecture: image.architecture)
    } catch {
      guard error.isChoice else { throw error }
      return try NamedFile.open(path, id: image.id)
    }
  }
}
