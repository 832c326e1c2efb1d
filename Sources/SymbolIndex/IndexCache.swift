public import SymbolModel
public import System

/// The folder of index files: one file for each image and fingerprint, found by one path look-up. Several processes may use it at
/// once: files are written aside and renamed, and whoever comes second replaces equal contents with equal contents.
public struct IndexCache: Sendable {
  /// The folder, which need not exist.
  public let folder: String
  /// How many bytes of index files are kept.
  public let budget: Int

  /// The usual folder, `$XDG_CACHE_HOME/symbolicate/index-1` or the same below `~/.cache`, with room for 8 GB or
  /// `$SYMBOLICATE_INDEX_BUDGET` bytes; nil when neither variable nor home folder is known.
  public static func standard() -> IndexCache? {
    let base = Environment.variable("XDG_CACHE_HOME") ?? Environment.variable("HOME").map { Path.join($0, ".cache") }
    guard let base else { return nil }
    let budget = Environment.variable("SYMBOLICATE_INDEX_BUDGET").flatMap { Int($0) } ?? 8 << 30
    return IndexCache(folder: Path.join(base, "symbolicate/index-1"), budget: budget)
  }

  /// A cache in a folder.
  public init(folder: String, budget: Int) {
    self.folder = folder
    self.budget = budget
  }

  /// Where the index of an image built from files with this fingerprint lies.
  public func path(of id: ImageID, fingerprint: UInt64) -> String {
    let hex = id.hex
    return Path.join(folder, "\(hex.prefix(2))/\(hex.dropFirst(2))-\(String(fingerprint, radix: 16)).symidx")
  }

  /// The index of an image; nil when there is none that can be used. One that is damaged or of another version is removed. Marks
  /// the file as used, at most once an hour.
  public func find(_ id: ImageID, fingerprint: UInt64) -> SymbolIndex? {
    let path = path(of: id, fingerprint: fingerprint)
    guard let status = FileSystem.status(path), status.kind == .file else { return nil }
    do throws(SymbolIndex.Refusal) {
      let index = try SymbolIndex(path: path, fingerprint: fingerprint)
      FileSystem.touch(path, ifOlderThan: 3600)
      return index
    } catch {
      FileSystem.remove(path)
      return nil
    }
  }

  /// Keeps an index, given as the parts of its file, and opens it. Throws when the folder cannot be written.
  public func add(_ parts: [[UInt8]], of id: ImageID, fingerprint: UInt64) throws(SystemError) -> SymbolIndex? {
    let path = path(of: id, fingerprint: fingerprint)
    try FileSystem.makeDirectories(Path.parent(of: path))
    try FileSystem.replace(path, withParts: parts)
    prune(keeping: path)
    return try? SymbolIndex(path: path, fingerprint: fingerprint)
  }

  /// Removes the files that were used longest ago until the rest fits the budget.
  func prune(keeping kept: String) {
    var files: [(path: String, size: Int, used: Int64)] = []
    for shard in (try? FileSystem.names(in: folder)) ?? [] {
      let shardPath = Path.join(folder, shard)
      for name in (try? FileSystem.names(in: shardPath)) ?? [] {
        let path = Path.join(shardPath, name)
        if let status = FileSystem.status(path), status.kind == .file { files.append((path, status.size, status.modified)) }
      }
    }
    var total = files.reduce(0) { $0 + $1.size }
    for file in files.sorted(by: { $0.used < $1.used }) where total > budget && file.path != kept {
      FileSystem.remove(file.path)
      total -= file.size
    }
  }
}
