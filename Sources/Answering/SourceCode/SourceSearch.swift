internal import CrashModel
internal import System

/// Finds source files by the paths in debug information, only inside directories that the user named. Each path is searched once.
final class SourceSearch {
  /// A source file that was found.
  struct Found {
    /// The path for reading it.
    let path: String
    /// The path below the directory that it was found in.
    let relativePath: String
  }

  private let roots: [String]
  private var known: [String: Found?] = [:]
  private var realRoots: [String: String?] = [:]

  /// Searches these directories, in order.
  init(_ roots: [String]) { self.roots = roots }

  /// Returns the file that a path in the debug information means, or nil if no directory contains it.
  ///
  /// A path with a replaced prefix is searched at the replacement, inside the directory that it names. Then every directory is
  /// tried with the whole path, then without its first component, and so on: `/Users/ci/Shop/Sources/Cart.swift` is
  /// `Sources/Cart.swift` in a checkout of `Shop`. Files outside the directories, through `..` or a link, are not found.
  func file(at path: String, mapped: PathMap.Result?) -> Found? {
    let key = mapped.map { $0.folder + "\0" + $0.rest } ?? path
    if let answer = known[key] { return answer }
    let answer = mapped.flatMap(file(ofMapped:)) ?? file(bySuffixOf: mapped?.path ?? path)
    known[key] = .some(answer)
    return answer
  }

  private func file(ofMapped mapped: PathMap.Result) -> Found? {
    let rest = Self.components(of: mapped.rest)
    let folder = mapped.folder.isEmpty ? "." : mapped.folder
    // A replacement may name a whole file.
    return rest.isEmpty
      ? file(named: [Path.lastComponent(of: folder)], in: Path.parent(of: folder)) : file(named: rest, in: folder)
  }

  private func file(bySuffixOf path: String) -> Found? {
    let components = Self.components(of: path)
    guard components.count <= 128 else { return nil }
    for root in roots {
      for first in components.indices {
        if let found = file(named: Array(components[first...]), in: root) { return found }
      }
    }
    return nil
  }

  /// Returns a regular file inside a directory.
  private func file(named components: [String], in root: String) -> Found? {
    let relative = components.joined(separator: "/")
    let path = Path.join(root, relative)
    guard !relative.isEmpty, FileSystem.status(path)?.kind == .file, let real = FileSystem.realPath(path),
      let realRoot = realRoot(root), real.hasPrefix(realRoot.hasSuffix("/") ? realRoot : realRoot + "/")
    else { return nil }
    return Found(path: path, relativePath: relative)
  }

  private func realRoot(_ root: String) -> String? {
    if let known = realRoots[root] { return known }
    let real = FileSystem.realPath(root)
    realRoots[root] = .some(real)
    return real
  }

  /// Returns the components of a path, none of which leads out of a directory; none for a path that no file has.
  static func components(of path: String) -> [String] {
    path.utf8.contains(0) ? [] : Array(PathText.components(of: path).drop { $0 == ".." })
  }
}
