internal import System

/// The directories that may be read.
struct AllowedFolders: Sendable {
  /// A path that may not be read.
  struct Refusal: Error {
    /// Why, one clause.
    let reason: String
  }

  /// The directories without symbolic links.
  let roots: [String]

  /// Takes directories. Those that do not exist allow nothing.
  init(_ folders: [String]) { roots = folders.compactMap { FileSystem.realPath($0) } }

  /// Returns the real path of a file or directory. A relative path is looked up in each directory.
  ///
  /// - Throws: If it does not exist, or is outside the directories after all symbolic links were followed. Both look the same from
  ///   outside, so that nobody learns which other files exist.
  func resolve(_ path: String) throws(Refusal) -> String {
    let candidates = path.hasPrefix("/") ? [path] : roots.map { Path.join($0, path) }
    for candidate in candidates where !path.isEmpty && !path.utf8.contains(0) {
      guard let real = FileSystem.realPath(candidate), contains(real) else { continue }
      // Reading a pipe could wait forever.
      guard FileSystem.status(real)?.kind != .other else { throw Refusal(reason: "\(path): not a regular file") }
      return real
    }
    throw Refusal(reason: "\(path): no such file in the allowed directories: \(roots.joined(separator: ", "))")
  }

  /// Returns whether a path without symbolic links is inside one of the directories.
  func contains(_ real: String) -> Bool {
    roots.contains { real == $0 || real.hasPrefix($0.hasSuffix("/") ? $0 : $0 + "/") }
  }

  /// Returns whether a file is inside one of the directories, symbolic links followed.
  func permits(_ path: String) -> Bool { FileSystem.realPath(path).map(contains) ?? false }
}
