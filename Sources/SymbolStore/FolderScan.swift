internal import ObjectFiles
internal import ScanCache
internal import SymbolModel
internal import System

/// The debug files below a file or folder, known by their headers.
struct FolderScan {
  /// The slices found, in bytewise order of their paths.
  private(set) var files: [DebugFile] = []
  /// Object files that cannot be read, with the reason.
  private(set) var damaged: [SearchWarning] = []
  /// What else the user should know.
  private(set) var warnings: [SearchWarning] = []
  /// The positions in `files` of each ID.
  private(set) var positions: [ImageID: [Int]] = [:]

  /// The positions in `files` of each name that an image of theirs may have.
  private(set) var positionsByName: [String: [Int]] = [:]
  /// The positions in `damaged`, likewise.
  private(set) var damagedByName: [String: [Int]] = [:]

  /// Reads the headers of `path`, or of every regular file in it and, when `recursive`, below it; dSYM bundles count as
  /// files. Symbolic links are followed; a folder that is reached twice is read once. Files that `cache` remembers and that did
  /// not change are not opened; the others are read by `jobs` threads, and remembered.
  init(_ path: String, recursive: Bool, cache: ScanCache? = nil, jobs: Int = 1) {
    guard let status = FileSystem.status(path) else {
      warnings.append(SearchWarning(path: path, reason: "no such file or folder"))
      return
    }
    switch status.kind {
    case .directory:
      let walk = FileWalk(path, status, recursive: recursive)
      if let failure = walk.firstFailure { warnings.append(failure) }
      if walk.failures > 1 {
        warnings.append(SearchWarning(path: path, reason: "\(walk.failures - 1) more folders in it cannot be read"))
      }
      readFound(walk, below: path, cache: recursive ? cache : nil, jobs: jobs)
    case .file: readNamed(path)
    case .other: warnings.append(SearchWarning(path: path, reason: "neither a file nor a folder"))
    }
    for (position, file) in files.enumerated() {
      if let id = file.id { positions[id, default: []].append(position) }
      for name in file.imageNames { positionsByName[name, default: []].append(position) }
    }
    for (position, file) in damaged.enumerated() {
      for name in DebugFile.imageNames(ofPath: file.path) { damagedByName[name, default: []].append(position) }
    }
  }

  /// A file that the user named: whatever is wrong with it is said.
  private mutating func readNamed(_ path: String) {
    do throws(ObjectFileError) {
      files += try ObjectFile.load(path: path).map(DebugFile.init)
    } catch {
      if error.isForeign {
        let isArchive = path.hasSuffix(".zip")
        let reason = isArchive ? "zip archives are not read; unpack it and name the folder" : "no debug file: \(error)"
        warnings.append(SearchWarning(path: path, reason: reason))
      } else {
        damaged.append(SearchWarning(path: path, reason: "\(error)"))
        warnings.append(SearchWarning(path: path, reason: "damaged: \(error)"))
      }
    }
  }

  // MARK: Files in folders

  /// Files that lie in a folder: what is no object file is passed over.
  private mutating func readFound(_ walk: FileWalk, below folder: String, cache: ScanCache?, jobs: Int) {
    let memory = ScanMemory(cache, folder: folder)
    let remembered = walk.files.map { memory.facts(of: $0) }
    let unknown = walk.files.indices.filter { remembered[$0] == nil }
    let read = Parallel.map((unknown.count + Self.batch - 1) / Self.batch, jobs: jobs) { batch in
      unknown[(batch * Self.batch)..<min((batch + 1) * Self.batch, unknown.count)].map {
        HeaderFacts(reading: walk.files[$0].path)
      }
    }.flatMap { $0 }
    let learnt = Dictionary(uniqueKeysWithValues: zip(unknown, read))
    for (position, file) in walk.files.enumerated() {
      switch remembered[position] ?? learnt[position] {
      case .slices(let slices): files += slices
      case .damaged(let reason): damaged.append(SearchWarning(path: file.path, reason: reason))
      case .foreign, nil: continue
      }
    }
    memory.save(learnt.sorted { $0.key < $1.key }.map { (walk.files[$0.key], $0.value) }, of: walk)
  }

  /// The number of files that a thread takes at a time.
  private static let batch = 32
}
