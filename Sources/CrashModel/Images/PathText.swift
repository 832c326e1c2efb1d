internal import Bytes

/// Paths in reports and debug files: of any system, and not of this machine.
package enum PathText {
  /// Returns the text after the last `/` or `\`, or the whole text if there is none or nothing follows it.
  package static func lastComponent(of path: String) -> String {
    let start = lastComponentStart(path)
    return start == 0 ? path : String(path[path.utf8.index(path.startIndex, offsetBy: start)...])
  }

  /// Returns the components of a path, without `.` and with `..` resolved; those that lead out of the path stay at its beginning.
  /// Without a `/`, backslashes separate components.
  package static func components(of path: String) -> [String] {
    let separator = path.utf8.contains(UInt8(ascii: "/")) ? UInt8(ascii: "/") : UInt8(ascii: "\\")
    var result: [String] = []
    for part in path.utf8.split(separator: separator) {
      switch String(decoding: Array(part), as: UTF8.self) {
      case ".": continue
      case ".." where result.last != nil && result.last != "..": result.removeLast()
      case let name: result.append(name)
      }
    }
    return result
  }

  /// Returns the path with these components: `/src/./cart/../span.h` is `/src/span.h`.
  package static func normalized(_ path: String) -> String {
    let components = components(of: path)
    return path.hasPrefix("/") ? "/" + components.drop { $0 == ".." }.joined(separator: "/") : components.joined(separator: "/")
  }

  /// Returns the offset of that text in bytes.
  package static func lastComponentStart(_ path: String) -> Int { lastComponentStart(path.utf8.span) }

  /// Does the same for the bytes of a path.
  package static func lastComponentStart(_ units: Span<UInt8>) -> Int {
    let start = ByteSearch.endOfLast(
      of: UInt8(ascii: "/"), or: UInt8(ascii: "\\"), in: units, before: units.count, from: 0)
    return start == units.count ? 0 : start
  }
}
