internal import DWARF
internal import ObjectFiles
internal import SymbolModel
internal import System

extension DebugCompanions {
  /// Finds the files with parts of an ELF file's debug information where its producer left them: the alternate file of dwz, a
  /// package beside the file, and split files by their recorded path or beside the file.
  init(of file: ObjectFile) {
    guard file.container == .elf else {
      self.init()
      return
    }
    let folder = Path.parent(of: file.path)
    self.init(
      alternate: Self.alternate(of: file, folder: folder),
      package: Self.first(of: [file.path + ".dwp", Self.withoutDebugSuffix(file.path) + ".dwp"]) {
        $0.debugSection("cu_index") != nil
      },
      split: { name, directory in
        let recorded = directory.map { Path.join($0, name) } ?? name
        return Self.first(of: [recorded, Path.join(folder, name), Path.join(folder, Path.lastComponent(of: name))]) {
          $0.debugSection("info.dwo") != nil
        }
      })
  }

  /// `.gnu_debugaltlink`: a path, relative to the file, and the build ID of the alternate file.
  private static func alternate(of file: ObjectFile, folder: String) -> ObjectFile? {
    guard let section = file.sections.first(where: { $0.name == ".gnu_debugaltlink" }),
      let contents = try? file.storedContents(of: section), let name = contents.cString(at: 0), !name.isEmpty
    else { return nil }
    let start = name.utf8.count + 1
    let id = (try? contents.slice(at: start, count: contents.count - start)).flatMap { ImageID(bytes: $0.array) }
    var places = [
      Path.join(folder, name), Path.join(folder, Path.lastComponent(of: name)),
      Path.join(folder, ".dwz/" + Path.lastComponent(of: name)),
    ]
    if let hex = id?.hex, hex.utf8.count > 2 {
      places.append("/usr/lib/debug/.build-id/\(hex.prefix(2))/\(hex.dropFirst(2)).debug")
    }
    return first(of: places) { id == nil || $0.id == id }
  }

  private static func withoutDebugSuffix(_ path: String) -> String {
    for suffix in [".debug", ".dbg"] where path.hasSuffix(suffix) { return String(path.dropLast(suffix.count)) }
    return path
  }

  /// Returns the first path with a matching object file. Opens regular files only.
  private static func first(of paths: [String], where fits: (ObjectFile) -> Bool) -> ObjectFile? {
    for path in paths where FileSystem.status(path)?.kind == .file {
      if let file = (try? ObjectFile.load(path: path))?.first(where: fits) { return file }
    }
    return nil
  }
}
