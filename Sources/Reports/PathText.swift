/// Paths as reports hold them.
enum PathText {
  /// What follows the last `/`; the whole text without one.
  static func lastComponent(of path: String) -> String {
    let bytes = path.utf8
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[bytes.index(after: slash)...])
  }
}
