package import Bytes
package import SymbolModel

/// The first records of a symbol file: which build of which image it describes.
///
///     MODULE mac arm64 4C4C44A955553144A146005A60474DE40 Shop
///     INFO CODE_ID 4C4C44A955553144A146005A60474DE4
package struct BreakpadHeader: Sendable {
  /// The name of the image.
  package let name: String
  /// The architecture, or nil if unknown.
  package let architecture: Architecture?
  /// The IDs by which reports may name the build, the best first; empty if it has none.
  ///
  /// For Mach-O it is the UUID. For ELF these are the build ID, which `INFO CODE_ID` has, or else its first 16 bytes, and the debug
  /// ID, which is those in the byte order of a GUID.
  package let ids: [ImageID]

  /// The number of bytes in which `INFO CODE_ID` is searched.
  private static let extent = 1 << 14
  private static let begin = "MODULE "

  /// Returns whether the first bytes of a file, at least four, may be those of a symbol file.
  package static func mayBegin(_ head: [UInt8]) -> Bool { head.prefix(4).elementsEqual(begin.utf8.prefix(4)) }

  /// Reads the beginning of a symbol file. Returns nil if it is none.
  package init?(_ bytes: ByteSlice) {
    guard let head = try? bytes.slice(at: 0, count: min(bytes.count, Self.extent)).array, Self.mayBegin(head) else { return nil }
    let lines = String(decoding: head, as: UTF8.self).split(whereSeparator: \.isNewline)
    guard let first = lines.first, first.hasPrefix(Self.begin) else { return nil }
    let words = first.split(separator: " ", maxSplits: 4)
    guard words.count >= 4, words[3].utf8.allSatisfy({ HexDigits.value(of: $0) < 16 }) else { return nil }
    name = words.count > 4 ? String(words[4]) : ""
    architecture = Self.architecture(String(words[2]))
    let isApple = ["mac", "ios"].contains(words[1].lowercased())
    let debugID = ImageID(breakpad: String(words[3]), hasAge: !isApple)
    let code = lines.dropFirst().prefix { $0.hasPrefix("INFO ") }.lazy.compactMap { Self.codeID($0) }.first
    switch words[1].lowercased() {
    case "windows": ids = [debugID].compactMap { $0 }
    case _ where isApple: ids = [debugID ?? code].compactMap { $0 }
    default:
      var ids = [code ?? debugID.flatMap { ImageID(bytes: $0.bytes.swappedGUID) }, debugID].compactMap { $0 }
      if ids.count > 1, ids[0] == ids[1] { ids.removeLast() }
      self.ids = ids
    }
  }

  private static func codeID(_ line: Substring) -> ImageID? {
    let words = line.split(separator: " ")
    return words.count > 2 && words[1] == "CODE_ID" ? ImageID(parsing: String(words[2])) : nil
  }

  private static func architecture(_ name: String) -> Architecture? {
    switch name {
    case "unknown": nil
    case "x86": Architecture("i386")
    case "amd64": Architecture("x86_64")
    default: Architecture(name)
    }
  }
}

extension [UInt8] {
  /// The first three integers of a GUID in the other byte order.
  fileprivate var swappedGUID: [UInt8] {
    guard count >= 16 else { return self }
    return self[..<4].reversed() + self[4..<6].reversed() + self[6..<8].reversed() + self[8...]
  }
}
