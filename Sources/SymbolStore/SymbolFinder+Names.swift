internal import ObjectFiles
internal import SymbolModel
internal import System

/// Files for images of which a report has no ID.
extension SymbolFinder {
  /// Returns the debug files whose name is that of an image, each ID once, from the paths that the user named, the store and the
  /// report's directory. Nothing else in them shows that they belong to the image.
  ///
  /// With `onlyNamed`, returns only files from paths that the user named for this run.
  package func files(named name: String, reportFolder: String?, onlyNamed: Bool = false) -> [DebugFile] {
    var files: [DebugFile] = []
    for path in searchPaths.symbols + searchPaths.pathVariable where layout(of: path) == .plain {
      files += scan(path, recursive: true).files(named: name)
    }
    if !onlyNamed, let store = searchPaths.store, FileSystem.status(store)?.kind == .directory {
      files += storeEntries(named: name)
    }
    if let reportFolder { files += scan(reportFolder, recursive: false).files(named: name) }
    var seen: Set<DebugFile.Identity> = []
    return files.sorted { $0.contentRank > $1.contentRank }.filter { seen.insert(DebugFile.Identity($0)).inserted }
  }

  /// Returns the file at the path that the report gives for an image, if it exists.
  package func file(atPath path: String) -> [DebugFile] {
    guard let status = FileSystem.status(path), status.kind == .file else { return [] }
    return ((try? ObjectFile.load(path: path)) ?? []).filter { $0.container == .elf }.map { DebugFile($0) }
  }
}

extension FolderScan {
  fileprivate func files(named name: String) -> [DebugFile] { (positionsByName[name] ?? []).map { files[$0] } }
}

extension DebugFile {
  /// The identity of a build: the ID, or without one the path.
  fileprivate struct Identity: Hashable {
    let id: ImageID?
    let path: String?

    init(_ file: DebugFile) {
      id = file.id
      path = file.id == nil ? file.path : nil
    }
  }
}
