internal import ObjectFiles
internal import SymbolModel
internal import System

/// Files for images of which a report gives no ID.
extension SymbolFinder {
  /// The debug files whose name is that of an image, each ID once, from the places that the user named, the store and the
  /// report's folder; nothing in them says that they are the image's.
  ///
  /// With `onlyNamed`, only from places that the user named for this run.
  public func files(named name: String, reportFolder: String?, onlyNamed: Bool = false) -> [DebugFile] {
    var files: [DebugFile] = []
    for path in places.symbols + places.pathVariable where layout(of: path) == .plain {
      files += scan(path, recursive: true).files(named: name)
    }
    if !onlyNamed, let store = places.store, FileSystem.status(store)?.kind == .directory { files += storeEntries(named: name) }
    if let reportFolder { files += scan(reportFolder, recursive: false).files(named: name) }
    var seen: Set<DebugFile.Identity> = []
    return files.sorted { $0.contentRank > $1.contentRank }.filter { seen.insert(DebugFile.Identity($0)).inserted }
  }

  /// The file at the path that the text itself gives for an image, when it is there.
  public func file(atPath path: String) -> [DebugFile] {
    guard let status = FileSystem.status(path), status.kind == .file else { return [] }
    return ((try? ObjectFile.load(path: path)) ?? []).filter { $0.container == .elf }.map { DebugFile($0) }
  }
}

extension FolderScan {
  fileprivate func files(named name: String) -> [DebugFile] { (positionsByName[name] ?? []).map { files[$0] } }
}

extension DebugFile {
  /// What makes two files the same build: the ID, or without one the path.
  fileprivate struct Identity: Hashable {
    let id: ImageID?
    let path: String?

    init(_ file: DebugFile) {
      id = file.id
      path = file.id == nil ? file.path : nil
    }
  }
}
