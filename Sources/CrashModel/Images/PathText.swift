internal import Bytes

/// Paths as reports and debug files hold them: of any system, none of them on this machine.
public enum PathText {
  /// What follows the last `/` or `\`; the whole text when there is none or nothing follows it.
  public static func lastComponent(of path: String) -> String {
    let start = lastComponentStart(path)
    return start == 0 ? path : String(path[path.utf8.index(path.startIndex, offsetBy: start)...])
  }

  /// Where that begins, in bytes.
  public static func lastComponentStart(_ path: String) -> Int {
    let units = path.utf8.span
    let start = ByteSearch.behindLast(
      of: UInt8(ascii: "/"), or: UInt8(ascii: "\\"), in: units, before: units.count, from: 0)
    return start == units.count ? 0 : start
  }
}
