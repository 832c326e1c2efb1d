internal import Archives
package import ObjectFiles
package import SymbolModel
internal import System

/// Opens a debug file that the user named, whatever its ID.
package enum NamedFile {
  /// Returns the slice of a file, or of the file in a dSYM bundle: the one with the ID, else the one of the architecture, else
  /// the only one; or the debug file that a stripped ELF file leads to, if it exists. Throws if there is none or no way to
  /// choose.
  package static func open(
    _ path: String, id: ImageID? = nil, architecture: Architecture? = nil
  ) throws(NamedFileError) -> [ObjectFile] {
    withCompanion(try slice(path, id: id, architecture: architecture))
  }

  /// Returns all slices of a file, or of the file in a dSYM bundle, each with the debug file that a stripped ELF file leads to.
  package static func openAll(_ path: String) throws(NamedFileError) -> [[ObjectFile]] {
    do throws(ObjectFileError) {
      return try ObjectFile.load(path: try objectPath(of: path)).map { withCompanion($0) }
    } catch {
      throw NamedFileError(path: path, reason: error.isForeign ? ForeignFile.reason(path, error) : "\(error)")
    }
  }

  private static func withCompanion(_ slice: ObjectFile) -> [ObjectFile] {
    guard !slice.hasDWARF else { return [slice] }
    let companion = slice.container == .elf ? DebugLink.companion(of: slice).file : BundleNeighbors.dSYM(of: slice)
    return (companion.map { [$0] } ?? []) + [slice]
  }

  private static func slice(_ path: String, id: ImageID?, architecture: Architecture?) throws(NamedFileError) -> ObjectFile {
    let slices: [ObjectFile]
    do throws(ObjectFileError) {
      slices = try ObjectFile.load(path: try objectPath(of: path))
    } catch {
      throw NamedFileError(path: path, reason: error.isForeign ? ForeignFile.reason(path, error) : "\(error)")
    }
    if let id, let slice = slices.first(where: { $0.id == id }) { return slice }
    if let architecture, let slice = slices.first(where: { $0.architecture == architecture }) { return slice }
    // A file of one architecture may have several IDs.
    let isOne = slices.allSatisfy { $0.architecture == slices.first?.architecture }
    if isOne, let slice = slices.first, architecture == nil || id != nil { return slice }
    let names = slices.map { $0.architecture?.name ?? "an unknown architecture" }.joined(separator: ", ")
    let wanted = architecture.map { "it contains no \($0.name), only" } ?? "it contains"
    throw NamedFileError(path: path, reason: "\(wanted) \(names)", isChoice: true)
  }

  /// Returns the object file at a path: in a dSYM bundle, the first one by name; in an app or framework its executable; otherwise
  /// the path itself.
  private static func objectPath(of path: String) throws(ObjectFileError) -> String {
    guard let kind = FileSystem.status(path)?.kind else { return path }
    if kind == .file { return PackedFile.isCompressed(path) ? try unpacked(path) : path }
    // Reading a pipe would block.
    guard kind == .directory else { throw ObjectFileError(.unreadable("neither a file nor a directory")) }
    if let executable = BundleNeighbors.executable(in: path) { return executable }
    let folder = Path.join(path, "Contents/Resources/DWARF")
    let names = (try? FileSystem.names(in: folder)) ?? []
    guard let name = names.first(where: { !$0.hasPrefix(".") }) else {
      throw ObjectFileError(.unreadable("a directory, but not a dSYM bundle with a debug file in it"))
    }
    return Path.join(folder, name)
  }

  /// Returns the path of the debug file in a compressed file, extracted into the user's cache, or for this run only.
  private static func unpacked(_ path: String) throws(ObjectFileError) -> String {
    do throws(ArchiveError) {
      if let member = try ArchiveContents(reading: path).files.first?.member {
        let cached = SearchPaths.userCache.flatMap { try? ArchiveCache(cacheFolder: $0).path(of: member, others: []) }
        if let cached { return cached }
        guard let folder = try? TemporaryDirectory.make() else {
          throw ArchiveError(.unwritable("no directory to extract into; set $TMPDIR"))
        }
        return try ArchiveCache(cacheFolder: folder).path(of: member, others: [])
      }
    } catch {
      throw ObjectFileError(.unreadable("\(error)"))
    }
    throw ObjectFileError(.notAnObjectFile)
  }
}

/// The reason why a debug file that the user named cannot be used.
package struct NamedFileError: Error, Hashable, Sendable {
  /// The path as the user named it.
  package let path: String
  /// One clause.
  package let reason: String
  /// Whether the user could choose by architecture.
  package var isChoice = false

  /// Records a reason, one clause.
  package init(path: String, reason: String, isChoice: Bool = false) {
    self.path = path
    self.reason = reason
    self.isChoice = isChoice
  }
}
