internal import Bytes
internal import SymbolModel

/// Where servers of debug files keep the files of an ID.
package enum ServerLayout: String, Sendable, CaseIterable {
  /// This program's own store, of which the server shows directories.
  case store
  /// Sentry's unified layout: `4c/4c44…/debuginfo`.
  case unified
  /// debuginfod: `buildid/4c4c44…/debuginfo`.
  case debuginfod
  /// Microsoft's, with the keys for Mach-O and ELF (SSQP).
  case ssqp
  /// Breakpad's: `Shop/4C4C44…0/Shop.sym`.
  case breakpad
  /// LLDB's tree of mapped UUIDs.
  case lldb

  /// Returns the paths to ask for, the best first. Empty if the layout has no form for the image, or needs more than a path.
  func paths(of image: MissingImage) -> [String] {
    let hex = image.id.hex
    switch self {
    case .store: return []
    case .unified:
      guard hex.utf8.count > 2 else { return [] }
      let folder = "\(hex.prefix(2))/\(hex.dropFirst(2))/"
      return ["debuginfo", "breakpad", "executable"].map { folder + $0 }
    case .debuginfod:
      // Only build IDs are defined.
      return image.isELF ? ["buildid/\(hex)/debuginfo", "buildid/\(hex)/executable"] : []
    case .ssqp:
      return image.isELF ? ["_.debug/elf-buildid-sym-\(hex)/_.debug"] : ["_.dwarf/mach-uuid-sym-\(hex)/_.dwarf"]
    case .breakpad:
      guard let name = image.name, let id = image.breakpadID else { return [] }
      return ["\(Self.escaped(name))/\(id)/\(Self.escaped(name)).sym"]
    case .lldb:
      guard image.id.count == 16 else { return [] }
      let digits = Array(hex.uppercased())
      return [[0..<4, 4..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "/")]
    }
  }

  /// Returns a name as a part of an address: everything but letters, digits and a few marks as `%20` and so on.
  static func escaped(_ name: String) -> String {
    var result: [UInt8] = []
    for byte in name.utf8 {
      let isPlain =
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || "-._~+".utf8.contains(byte)
      if isPlain {
        result.append(byte)
      } else {
        result += [UInt8(ascii: "%"), HexDigits.capital(byte >> 4), HexDigits.capital(byte & 15)]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

/// A server of debug files as the user names it: its address, before it maybe the layout (`breakpad=https://symbols.example.com`).
package struct ServerAddress: Hashable, Sendable {
  /// The layout, or nil to try all.
  package let layout: ServerLayout?
  /// The address without a slash at its end.
  package let url: String

  /// Reads what the user wrote. Returns nil if it is no http or https address, or names no layout that there is.
  package init?(parsing text: String) {
    var rest = text[...]
    var layout: ServerLayout?
    if let sign = text.firstIndex(of: "="), !text[..<sign].contains(":") {
      guard let named = ServerLayout(rawValue: String(text[..<sign])) else { return nil }
      layout = named
      rest = text[text.index(after: sign)...]
    }
    let lower = rest.lowercased()
    guard let scheme = ["http://", "https://"].first(where: { lower.hasPrefix($0) }), rest.utf8.count > scheme.utf8.count,
      rest.utf8.allSatisfy({ $0 > 32 && $0 < 127 })
    else { return nil }
    while rest.hasSuffix("/") { rest = rest.dropLast() }
    self.layout = layout
    url = String(rest)
  }

  /// The address without a name and password in it, for messages and records.
  package var shown: String {
    guard let start = url.range(of: "//")?.upperBound else { return url }
    let host = url[start...].prefix { $0 != "/" }
    guard let sign = host.lastIndex(of: "@") else { return url }
    return String(url[..<start] + url[url.index(after: sign)...])
  }
}

/// What debug files are fetched with, besides those on the disk.
package struct RemoteSources: Hashable, Sendable {
  /// The servers in the order in which they are asked.
  package var servers: [ServerAddress] = []
  /// A command of the shell that is run once for each missing ID, or nil for none.
  package var command: String?
  /// The maximum size of a file in bytes.
  package var sizeLimit = 4_000_000_000
  /// The maximum time for one request or run of the command, in seconds.
  package var seconds = 300

  /// Fetches nothing.
  package init() {}

  /// Whether anything is asked.
  package var isWanted: Bool { !servers.isEmpty || command != nil }

  /// What is asked, for the list of searched places.
  var places: [String] { (command.map { _ in ["--fetch-command"] } ?? []) + servers.map(\.shown) }
}

extension String {
  fileprivate func range(of part: String) -> Range<String.Index>? {
    ranges(of: part).first
  }
}
