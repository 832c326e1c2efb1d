internal import ObjectFiles
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

  private var visited: Set<Inode> = []
  private var unreadableFolders = 0

  private struct Inode: Hashable {
    let device: UInt64
    let number: UInt64
  }

  /// Reads the headers of `path`, or of every regular file in it and, when `recursive`, below it; dSYM bundles count as
  /// files. Symbolic links are followed; a folder that is reached twice is read once.
  init(_ path: String, recursive: Bool) {
    guard let status = FileSystem.status(path) else {
      warnings.append(SearchWarning(path: path, reason: "no such file or folder"))
      return
    }
    switch status.kind {
    case .directory: scan(folder: path, status, depth: recursive ? 64 : 0)
    case .file: readNamed(path)
    case .other: warnings.append(SearchWarning(path: path, reason: "neither a file nor a folder"))
    }
    if unreadableFolders > 1 {
      warnings.append(SearchWarning(path: path, reason: "\(unreadableFolders - 1) more folders in it cannot be read"))
    }
    for (position, file) in files.enumerated() {
      if let id = file.id { positions[id, default: []].append(position) }
      for name in file.imageNames { positionsByName[name, default: []].append(position) }
    }
    for (position, file) in damaged.enumerated() {
      for name in DebugFile.imageNames(ofPath: file.path) { damagedByName[name, default: []].append(position) }
    }
  }

  private mutating func scan(folder: String, _ status: FileSystem.Status, depth: Int) {
    guard visited.insert(Inode(device: status.device, number: status.inode)).inserted else { return }
    let names: [String]
    do throws(SystemError) {
      names = try FileSystem.names(in: folder)
    } catch {
      unreadableFolders += 1
      if unreadableFolders == 1 { warnings.append(SearchWarning(path: folder, reason: error.message)) }
      return
    }
    for name in names {
      let path = Path.join(folder, name)
      guard let status = FileSystem.status(path) else { continue }
      switch status.kind {
      case .directory: if depth > 0 || name.hasSuffix(".dSYM") { scan(folder: path, status, depth: max(depth, 8) - 1) }
      case .file: readFound(path)
      case .other: continue
      }
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

  /// A file that lies in a folder: what is no object file is passed over.
  private mutating func readFound(_ path: String) {
    do throws(ObjectFileError) {
      files += try ObjectFile.load(path: path).map(DebugFile.init)
    } catch {
      if !error.isForeign { damaged.append(SearchWarning(path: path, reason: "\(error)")) }
    }
  }
}
