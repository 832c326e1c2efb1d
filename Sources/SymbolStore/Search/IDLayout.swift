internal import SymbolModel
internal import System

/// Directories that store files under their IDs, in the layouts of several tools. A file is found by its path, without a search.
enum IDLayout {
  /// Returns the paths at which files with an ID may be below a directory, whatever its layout:
  ///
  ///     ab/cdef.../                  this program's stores, Sentry's unified layout (debuginfo, executable)
  ///     ab/cdef....debug             a directory .build-id, or the directory around it
  ///     abcdef.../debuginfo          the cache of debuginfod's client
  ///     ABCD/EF01/.../0123456789AB   LLDB's tree of mapped UUIDs: links to files or bundles
  static func paths(of id: ImageID, below folder: String) -> [String] {
    guard let sharded = id.shardedHex else { return [] }
    let start = Path.join(folder, "")
    let first = start + sharded
    let listed = start + ".build-id/" + sharded
    let cached = start + id.hex
    let paths = [first, first + ".debug", listed + ".debug", listed, cached + "/debuginfo", cached + "/executable"]
    guard let mapped = id.mappedPath else { return paths }
    return paths + [start + mapped, start + mapped + ".app"]
  }

  /// Returns the paths at which source bundles of an ID may be below a directory: in Sentry's unified layout, and in that of its older
  /// tools.
  static func sourceBundles(of id: ImageID, below folder: String) -> [String] {
    guard let sharded = id.shardedHex.map({ Path.join(folder, $0) }) else { return [] }
    return [sharded + "/sourcebundle", sharded + ".src.zip"]
  }

  /// The layout of a directory.
  enum Kind {
    /// Unknown: it has to be searched.
    case plain
    /// It has a directory `.build-id`, and other things.
    case withBuildIDs
    /// Everything is under its ID, so that a search would find nothing more.
    case byID
  }

  /// Determines the layout of a directory from the names in it.
  static func kind(of folder: String) -> Kind {
    guard let names = try? FileSystem.names(in: folder) else { return .plain }
    let folders = names.filter { FileSystem.status(Path.join(folder, $0))?.kind == .directory }
    let others = folders.filter { !$0.hasPrefix(".") && $0 != "bundles" }
    if others.isEmpty {
      return !folders.contains(".build-id") ? .plain : folders.count == names.count ? .byID : .withBuildIDs
    }
    // Directories of builds may have such names too; their contents decide.
    let sample = others.prefix(4).flatMap { (try? FileSystem.names(in: Path.join(folder, $0))) ?? [] }.filter {
      !$0.hasPrefix(".")
    }
    if others.allSatisfy(DebugStore.isShard), sample.allSatisfy(isRest) { return .byID }
    if others.allSatisfy(isMapped), sample.allSatisfy(isMapped) { return .byID }
    if others.allSatisfy(isBuildID), sample.contains(where: { $0 == "debuginfo" || $0 == "executable" }) { return .byID }
    return folders.contains(".build-id") ? .withBuildIDs : .plain
  }

  /// Returns whether a name is an ID without its first byte, also with `.debug`.
  private static func isRest(_ name: String) -> Bool {
    let stem = name.hasSuffix(".debug") ? name.dropLast(".debug".utf8.count) : name[...]
    return stem.utf8.count >= 6 && stem.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }

  /// Returns whether a name is the first part of LLDB's tree: four upper-case hexadecimal digits.
  private static func isMapped(_ name: String) -> Bool {
    name.utf8.count == 4 && name.utf8.allSatisfy { (48...57).contains($0) || (65...70).contains($0) }
  }

  /// Returns whether a name is a whole build ID in lower case, as in debuginfod's cache.
  private static func isBuildID(_ name: String) -> Bool {
    name.utf8.count >= 16 && name.utf8.count % 2 == 0
      && name.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }
}
