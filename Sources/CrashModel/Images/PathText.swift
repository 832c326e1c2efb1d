internal import Bytes

/// Paths in reports and debug files: of any system, and not of this machine.
public enum PathText {
  /// Returns the text after the last `/` or `\`, or the whole text if there is none or nothing follows it.
  public static func lastComponent(of path: String) -> String {
    let start = lastComponentStart(path)
    return start == 0 ? path : String(path[path.utf8.index(path.startIndex, offsetBy: start)...])
  }

  /// Returns the offset of that text in bytes.
  public static func lastComponentStart(_ path: String) -> Int {
    let units = path.utf8.span
    let start = ByteSearch.behindLast(
      of: UInt8(ascii: "/"), or: UInt8(ascii: "\\"), in: units, before: units.count, from: 0)
    return start == units.count ? 0 : start
  }
}
