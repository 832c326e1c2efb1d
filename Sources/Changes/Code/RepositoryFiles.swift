internal import CrashModel

/// The files of a revision, found by the paths in debug information.
struct RepositoryFiles {
  private var paths: [String: [[String]]] = [:]

  /// Takes the paths of all files.
  init(_ files: [String]) {
    for file in files {
      let components = file.split(separator: "/").map(String.init)
      if let name = components.last { paths[name, default: []].append(components) }
    }
  }

  /// Returns the path in the repository that a path of a build machine means: of the files with its name, the one with which it has most
  /// directories in common from the end. Returns nil if there is none, or if several fit alike.
  func path(of file: String) -> String? {
    let wanted = PathText.components(of: file)
    guard let name = wanted.last, let candidates = paths[name] else { return nil }
    let ranked = candidates.map { (path: $0, common: zip($0.reversed(), wanted.reversed()).prefix { $0 == $1 }.count) }
    guard let best = ranked.map(\.common).max() else { return nil }
    let first = ranked.filter { $0.common == best }
    // A file at the top of the repository fits any path with its name, so that the whole path counts.
    let whole = first.filter { $0.path.count == best }
    let found = whole.count == 1 ? whole : first
    return found.count == 1 ? found[0].path.joined(separator: "/") : nil
  }
}
