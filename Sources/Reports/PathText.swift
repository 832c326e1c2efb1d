/// Paths as reports hold them.
enum PathText {
  /// What follows the last `/`; the whole text without one.
  static func lastComponent(of path: String) -> String {
    let start = lastComponentStart(path)
    return start == 0 ? path : String(path[path.utf8.index(path.startIndex, offsetBy: start)...])
  }

  private static func lastComponentStart(_ path: String) -> Int {
    let units = path.utf8.span
    var start = units.count
    while start > 0, units[start - 1] != UInt8(ascii: "/") { start -= 1 }
    return start
  }
}
