internal import System

/// Paths of files and folders that are being written, or deleted, beside the place where they belong: a rename brings them there,
/// or takes them away, in one step. Readers ignore them; a killed process may leave some.
enum AsidePath {
  /// What their names begin with.
  private static let prefix = ".aside-"

  /// A path in `folder` that nothing has yet.
  static func new(in folder: String) -> String {
    Path.join(folder, prefix + String(UInt64.random(in: 0 ... .max), radix: 16))
  }

  /// Whether a path, or a name alone, is one of these.
  static func matches(_ path: String) -> Bool { Path.lastComponent(of: path).hasPrefix(prefix) }
}
