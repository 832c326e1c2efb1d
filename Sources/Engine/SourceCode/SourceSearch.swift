internal import System

/// Finds source files by the paths that debug information gives, inside folders that the user named and nowhere else. Each path
/// is looked for once.
final class SourceSearch {
  /// A source file that was found.
  struct Found {
    /// The path to read it by.
    let path: String
    /// The path below the folder that it was found in.
    let relativePath: String
  }

  private let roots: [String]
  private var known: [String: Found?] = [:]
  private var realRoots: [String: String?] = [:]

  /// Searches these folders, in order.
  init(_ roots: [String]) { self.roots = roots }

  /// The file that a path of the debug information means; nil when no folder holds it.
  ///
  /// A path that a replacement applied to is looked for where it leads, inside the folder that the replacement names. Then every
  /// folder is tried with the whole path, then with ever fewer of its first components: `/Users/ci/Shop/Sources/Cart.swift` is
  /// `Sources/Cart.swift` in a checkout of `Shop`. What lies outside of the folders, by `..` or a link, is not found.
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

  /// A regular file inside a folder.
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

  /// The names in a path, with `.` left out and `..` taken back, never beyond the beginning. Backslashes separate too where there
  /// is no `/`.
  static func components(of path: String) -> [String] {
    let separator = path.utf8.contains(UInt8(ascii: "/")) ? UInt8(ascii: "/") : UInt8(ascii: "\\")
    var result: [String] = []
    for part in path.utf8.split(separator: separator) {
      switch String(decoding: Array(part), as: UTF8.self) {
      case ".": continue
      case "..": _ = result.popLast()
      case let name where !name.utf8.contains(0): result.append(name)
      default: return []
      }
    }
    return result
  }
}
