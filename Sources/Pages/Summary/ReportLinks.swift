internal import Bytes

/// The addresses of pages of reports.
struct ReportLinks {
  private let links: [String: String]

  /// Takes the addresses by the paths of the inputs.
  init(_ links: [String: String]) { self.links = links }

  /// Returns the address of a report's page, or nil if there is none. `path` is that of the input; `#` and the part follow if the
  /// input holds several, whose pages fold them.
  subscript(path: String) -> String? {
    if let whole = links[path] { return whole }
    guard let mark = path.utf8.lastIndex(of: UInt8(ascii: "#")), let part = Int(path[mark...].dropFirst()),
      let link = links[String(path[..<mark])]
    else { return nil }
    return link + "#" + Anchor.prefix(path: String(path[..<mark]), part: part)
  }

  /// Returns a path with everything percent-encoded but letters, digits, `-._~` and `/` (RFC 3986, section 2). It begins with `./`,
  /// so that no name is taken for a scheme.
  static func address(of path: [UInt8]) -> String {
    var result = Array("./".utf8)
    for byte in path {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
        result.append(byte)
      default: result += [UInt8(ascii: "%"), HexDigits.digit(byte >> 4), HexDigits.digit(byte & 15)]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Whether there are none.
  var isEmpty: Bool { links.isEmpty }
}
