internal import ObjectFiles
internal import ScanCache
internal import SymbolModel
internal import System
internal import Workers

/// The debug files below a file or directory, read from their headers.
struct FolderScan: Sendable {
  /// The slices in bytewise order of their paths.
  private(set) var files: [DebugFile] = []
  /// Object files that cannot be read, with the reason.
  private(set) var damaged: [SearchWarning] = []
  /// Further problems to report.
  private(set) var warnings: [SearchWarning] = []
  /// The main files of shared caches, whose names are found only in the store.
  private(set) var caches: [String] = []
  /// The number of `files` in words, as messages have it after the name of the directory: ` (3 debug files)`.
  private(set) var countText = " (0 debug files)"
  /// The positions in `files` of each ID.
  private(set) var positions: [ImageID: [Int]] = [:]

  /// The positions in `files` of each possible name of an image.
  private(set) var positionsByName: [String: [Int]] = [:]
  /// The same for the positions in `damaged`.
  private(set) var damagedByName: [String: [Int]] = [:]

  /// Reads the headers of `path`, or of every regular file in it and, if `recursive`, below it; dSYM bundles count as files.
  /// Symbolic links are followed; a directory that is reached twice is read once. Unchanged files in `cache` are not opened;
  /// `jobs` threads read the others, and the result is cached. Files that `permits` rejects are not opened.
  init(_ path: String, recursive: Bool, cache: ScanCache? = nil, jobs: Int = 1, permits: (@Sendable (String) -> Bool)? = nil) {
    let status: FileSystem.Status
    do throws(SystemError) {
      guard let found = try FileSystem.existing(path) else {
        warnings.append(SearchWarning(path: path, reason: "no such file or directory"))
        return
      }
      status = found
    } catch {
      warnings.append(SearchWarning(error, path: path))
      return
    }
    switch status.kind {
    case .directory:
      let walk = FileWalk(path, status, recursive: recursive, permits: permits)
      if let failure = walk.firstFailure { warnings.append(failure) }
      if walk.failures > 1 {
        warnings.append(SearchWarning(path: path, reason: "\(walk.failures - 1) more directories or files in it cannot be read"))
      }
      caches = walk.caches
      readFound(walk, below: path, cache: recursive ? cache : nil, jobs: jobs)
      if files.isEmpty, let map = walk.symbolMap {
        warnings.append(SearchWarning(path: map, reason: "not a debug file: \(BitcodeSymbolMap.explanation)", isAdvice: true))
      }
    case .file where PackedFile.isNamed(path): readArchive(path, status, cache: cache)
    case .file: readNamed(path)
    case .other: warnings.append(SearchWarning(path: path, reason: "neither a file nor a directory"))
    }
    countText = " (\(files.count) debug file\(files.count == 1 ? "" : "s"))"
    for (position, file) in files.enumerated() {
      if let id = file.id { positions[id, default: []].append(position) }
      for name in file.imageNames { positionsByName[name, default: []].append(position) }
    }
    for (position, file) in damaged.enumerated() {
      for name in DebugFile.imageNames(ofPath: file.path) { damagedByName[name, default: []].append(position) }
    }
  }

  /// Reads a file that the user named: any problem with it is reported.
  private mutating func readNamed(_ path: String) {
    do throws(ObjectFileError) {
      files += try ObjectFile.load(path: path).map(DebugFile.init)
    } catch {
      if error.isForeign {
        warnings.append(SearchWarning(path: path, reason: ForeignFile.reason(path, error)))
      } else if error.isPassing {
        warnings.append(SearchWarning(path: path, reason: "\(error)", isFailure: true, isPassing: true))
      } else if case .unreadable(let reason) = error.kind {
        warnings.append(SearchWarning(path: path, reason: reason))
      } else {
        damaged.append(SearchWarning(path: path, reason: "\(error)"))
        warnings.append(SearchWarning(path: path, reason: "damaged: \(error)"))
      }
    }
  }

  /// Reads an archive that the user named.
  private mutating func readArchive(_ path: String, _ status: FileSystem.Status, cache: ScanCache?) {
    let file = FileWalk.File(path: path, status: status)
    let memory = ScanMemory(cache, file: path)
    let facts: FileHeaders
    if let remembered = memory.facts(of: file), case .archive = remembered {
      facts = remembered
    } else {
      facts = FileHeaders(reading: path, asArchive: true)
      memory.save([(file, facts)])
    }
    if case .archive(let contents) = facts {
      for note in contents.notes { warnings.append(SearchWarning(path: path, reason: note)) }
      if contents.files.isEmpty { warnings.append(SearchWarning(path: path, reason: "no debug files in it")) }
    }
    note(facts, of: path)
  }

  private mutating func note(_ facts: FileHeaders?, of path: String) {
    switch facts {
    case .slices(let slices): files += slices
    case .damaged(let reason): damaged.append(SearchWarning(path: path, reason: reason))
    case .archive(let contents): files += contents.files
    case .failed(let reason):
      damaged.append(SearchWarning(path: path, reason: reason))
      warnings.append(SearchWarning(path: path, reason: reason, isPassing: true))
    case .unusable(let reason): warnings.append(SearchWarning(path: path, reason: reason))
    case .foreign, nil: break
    }
  }

  // MARK: Files in folders

  /// Reads the files in a directory: those that are not object files are skipped. Of archives and compressed files, those are read
  /// whose names promise that it is worth it (`PackedFile`).
  private mutating func readFound(_ walk: FileWalk, below folder: String, cache: ScanCache?, jobs: Int) {
    let memory = ScanMemory(cache, folder: folder)
    let remembered = walk.files.map { memory.facts(of: $0) }
    let unknown = walk.files.indices.filter { remembered[$0] == nil }
    let read = Parallel.map((unknown.count + Self.batch - 1) / Self.batch, jobs: jobs) { batch in
      unknown[(batch * Self.batch)..<min((batch + 1) * Self.batch, unknown.count)].map {
        FileHeaders(reading: walk.files[$0].path, asArchive: PackedFile.isFound(walk.files[$0].path))
      }
    }.flatMap { $0 }
    let learnt = Dictionary(uniqueKeysWithValues: zip(unknown, read))
    for (position, file) in walk.files.enumerated() {
      note(remembered[position] ?? learnt[position], of: file.path)
    }
    memory.save(learnt.sorted { $0.key < $1.key }.map { (walk.files[$0.key], $0.value) }, of: walk)
  }

  /// The number of files that a thread takes at a time.
  private static let batch = 32
}
