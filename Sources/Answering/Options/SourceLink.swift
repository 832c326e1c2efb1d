/// Creates links to lines of source files (`--source-url`).
package struct SourceLink: Hashable, Sendable {
  private let template: [UInt8]

  /// Parses a template with `{path}` and optionally `{line}`, for example `https://example.com/shop/blob/4.2/{path}#L{line}`.
  /// Returns nil if it has no `{path}`.
  package init?(parsing text: String) {
    template = Array(text.utf8)
    guard Self.position(of: Self.pathMark, in: template[...]) != nil else { return nil }
  }

  /// Returns the link to a line of a file. Percent-encodes all bytes of the path but letters, digits, `-._~` and the `/` between
  /// its components (RFC 3986, section 2), and the bytes of the template that no link may contain. A `/` before `{path}` in the
  /// template is not doubled.
  package func url(path: String, line: UInt32) -> String {
    var result: [UInt8] = []
    var rest = template[...]
    while let byte = rest.first {
      if rest.starts(with: Self.pathMark) {
        let encoded = Self.encoded(path.utf8.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 })
        result += result.last == UInt8(ascii: "/") ? encoded.drop { $0 == UInt8(ascii: "/") } : encoded[...]
        rest = rest.dropFirst(Self.pathMark.count)
      } else if rest.starts(with: Self.lineMark) {
        result += String(line).utf8
        rest = rest.dropFirst(Self.lineMark.count)
      } else {
        result += (0x21...0x7e).contains(byte) ? [byte] : Self.percent(byte)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static let pathMark = Array("{path}".utf8)
  private static let lineMark = Array("{line}".utf8)

  private static func position(of mark: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    bytes.indices.first { bytes[$0...].starts(with: mark) }
  }

  private static func encoded(_ path: [UInt8]) -> [UInt8] {
    path.flatMap { byte -> [UInt8] in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
        [byte]
      default: percent(byte)
      }
    }
  }

  private static func percent(_ byte: UInt8) -> [UInt8] { [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)] }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? value + 48 : value + 55 }
}
