internal import System

/// Temporary paths of files and directories that are being written or deleted, beside their final path. One rename moves them to
/// the final path, or away from it. Readers ignore them; a killed process may leave some.
enum AsidePath {
  /// The prefix of their names.
  private static let prefix = ".aside-"

  /// Returns an unused path in `folder`.
  static func new(in folder: String) -> String {
    Path.join(folder, prefix + String(UInt64.random(in: 0 ... .max), radix: 16))
  }

  /// Returns whether a path, or a name alone, is temporary.
  static func matches(_ path: String) -> Bool { Path.lastComponent(of: path).hasPrefix(prefix) }
}
