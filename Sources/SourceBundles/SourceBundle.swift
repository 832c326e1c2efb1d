internal import Archives
internal import JSONText
package import SymbolModel
internal import System

/// A source bundle, as `sentry-cli debug-files bundle-sources` writes them (`Shop.src.zip`): the source files that a debug file names, with
/// the paths that it gives them. Several threads may ask at once. The front, and all, of the module `SourceBundles`.
///
/// In: the path of a bundle, and the path of a source file in the debug information. Out: the text of that file, or a `Failure`.
///
/// A bundle is a zip file after the letters `SYSB` and a version; old ones have only the letters, or nothing. `manifest.json` in it says
/// which path each file has. Files are found by that path, never by their name in the zip file.
package final class SourceBundle: Sendable {
  /// A file that cannot be read as a source bundle.
  package struct Failure: Error, Hashable, Sendable {
    /// One clause without the path.
    package let reason: String
  }

  /// The path of the bundle.
  package let path: String
  /// The IDs of the debug file that it was made of: its UUID or build ID, and the debug ID of Sentry; empty if it states none.
  package let ids: [ImageID]
  /// The names in the zip file, by the parts of the paths in the manifest.
  private let names: [[String]: String]

  private static let manifestLimit = 64 << 20
  /// The size of the largest source file that is read.
  private static let sizeLimit = 16_000_000

  /// Reads the manifest. Throws if the file is no archive or has none.
  package init(path: String) throws(Failure) {
    self.path = path
    let text = try Self.bytes(of: "manifest.json", in: path, limit: Self.manifestLimit)
    guard let text, let root = JSONDocument(text).root, root.kind == .object else {
      throw Failure(reason: "no source bundle: it has no readable manifest.json")
    }
    var names: [[String]: String] = [:]
    for (key, entry) in root["files"].map({ Array($0.members) }) ?? [] {
      guard let file = (entry["path"] ?? entry["url"])?.string, ["source", nil].contains(entry["type"]?.string) else { continue }
      names[Self.parts(of: file)] = key.string
    }
    self.names = names
    let codeID = root["code_id"]?.string.flatMap { ImageID(parsing: $0) }
    let debugID = root["debug_id"]?.string.flatMap { ImageID(parsing: String($0.prefix(36))) }
    ids = [codeID, debugID].compactMap { $0 }
  }

  /// Returns whether a path in the debug information is that of a file in the bundle.
  package func has(_ file: String) -> Bool { names[Self.parts(of: file)] != nil }

  /// Returns the text of the file that has a path in the debug information, or nil if the bundle does not have it. Throws if it cannot be
  /// read.
  package func text(of file: String) throws(Failure) -> [UInt8]? {
    guard let name = names[Self.parts(of: file)] else { return nil }
    return try Self.bytes(of: name, in: path, limit: Self.sizeLimit)
  }

  /// Returns whether the bundle was made of the debug file of an image; an image or a bundle without an ID may be it.
  package func belongs(to id: ImageID?) -> Bool {
    guard let id, !ids.isEmpty else { return true }
    return ids.contains(id)
  }

  /// Returns the components of a path, with those that stay where they are left out.
  private static func parts(of path: String) -> [String] {
    var parts: [String] = []
    for part in path.split(whereSeparator: { $0 == "/" || $0 == "\\" }) where part != "." {
      if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(String(part)) }
    }
    return parts
  }

  private static func bytes(of name: String, in path: String, limit: Int) throws(Failure) -> [UInt8]? {
    do throws(ArchiveError) {
      let walk = try ArchiveWalk(path: path)
      while let member = try walk.next() {
        guard member.name == name else { continue }
        let bytes = try walk.head(limit + 1)
        if bytes.count > limit { throw ArchiveError(.damaged("'\(name)' in it is larger than \(limit / 1_000_000) MB")) }
        return bytes
      }
      return nil
    } catch {
      throw Failure(reason: "\(error)")
    }
  }
}
